//! Where the nodes of a graph stand: in layers, so that arrows lead downwards.
//!
//! After Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures", IEEE Transactions
//! on Systems, Man, and Cybernetics, 1981:
//!
//! 1. A node is a layer below the lowest of those that lead to it.
//! 2. An arrow over several layers passes through *bends*, which are nodes without size in the layers between.
//! 3. The order in a layer comes from the averages of neighbours, upwards and downwards in turn.
//! 4. Nodes are drawn to the averages of their neighbours as far as others leave room.

/// How often the layers are gone through, downwards and upwards: what does not settle by then never does.
const SWEEPS: usize = 12;

/// What has a place.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The layer, from 0 at the top.
    pub layer: usize,
    /// Its middle.
    pub x: f64,
    width: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

/// A layout.
#[derive(Clone, Debug)]
pub struct Layers {
    /// Nodes by their numbers, then bends.
    pub spots: Vec<Spot>,
    /// Arrows, each through these spots.
    pub arrows: Vec<Vec<usize>>,
    /// How wide all of it is.
    pub width: f64,
    /// How many layers there are.
    pub count: usize,
}

/// Lays out nodes of these widths with what leads to each. `gap` is left between neighbours.
pub fn lay_out(widths: &[f64], from: &[Vec<usize>], gap: f64) -> Layers {
    let layers = layers_of(from);
    let count = layers.iter().max().map_or(0, |last| last + 1);
    let spot = |layer, width| Spot { layer, x: 0.0, width, above: Vec::new(), below: Vec::new() };
    let nodes = widths.iter().zip(&layers);
    let mut spots: Vec<Spot> = nodes.map(|(&width, &layer)| spot(layer, width)).collect();
    let mut arrows = Vec::new();
    for (to, from) in from.iter().enumerate() {
        for &from in from {
            let mut arrow = vec![from];
            for layer in layers[from] + 1..layers[to] {
                spots.push(spot(layer, 0.0));
                arrow.push(spots.len() - 1);
            }
            arrow.push(to);
            for ends in arrow.windows(2) {
                spots[ends[0]].below.push(ends[1]);
                spots[ends[1]].above.push(ends[0]);
            }
            arrows.push(arrow);
        }
    }
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); count];
    (0..spots.len()).for_each(|index| rows[spots[index].layer].push(index));
    order(&mut spots, &mut rows, gap);
    place(&mut spots, &rows, gap);
    let left = spots.iter().map(|spot| spot.x - spot.width / 2.0).fold(f64::INFINITY, f64::min);
    spots.iter_mut().for_each(|spot| spot.x -= left);
    let width = spots.iter().map(|spot| spot.x + spot.width / 2.0).fold(0.0, f64::max);
    Layers { spots, arrows, width, count }
}

/// Step 1. What leads in a circle is taken as it comes.
fn layers_of(from: &[Vec<usize>]) -> Vec<usize> {
    let mut layers = vec![0; from.len()];
    for _ in 0..from.len() {
        let mut changed = false;
        for (node, from) in from.iter().enumerate() {
            let below = from.iter().map(|&one| layers[one] + 1).max().unwrap_or(0);
            if layers[node] < below && below < layers.len() {
                layers[node] = below;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    layers
}

/// Step 3. Of all orders that were met, the one with the fewest crossings is taken.
fn order(spots: &mut [Spot], rows: &mut [Vec<usize>], gap: f64) {
    let mut best = (usize::MAX, rows.to_vec());
    for sweep in 0..SWEEPS {
        rows.iter().for_each(|row| pack(spots, row, gap));
        let crossings = crossings(spots);
        if crossings < best.0 {
            best = (crossings, rows.to_vec());
        }
        let downwards = sweep % 2 == 0;
        let order: Vec<usize> =
            if downwards { (0..rows.len()).collect() } else { (0..rows.len()).rev().collect() };
        for layer in order {
            let key = |&index: &usize| {
                let spot: &Spot = &spots[index];
                let towards = if downwards { &spot.above } else { &spot.below };
                average(spots, towards).unwrap_or(spot.x)
            };
            rows[layer].sort_by(|one, other| key(one).total_cmp(&key(other)));
            pack(spots, &rows[layer], gap);
        }
    }
    rows.clone_from_slice(&best.1);
}

fn average(spots: &[Spot], of: &[usize]) -> Option<f64> {
    let sum: f64 = of.iter().map(|&index| spots[index].x).sum();
    (!of.is_empty()).then(|| sum / of.len() as f64)
}

/// Sets a row side by side, around 0.
fn pack(spots: &mut [Spot], row: &[usize], gap: f64) {
    let all: f64 = row.iter().map(|&index| spots[index].width + gap).sum();
    let mut x = -all / 2.0;
    for &index in row {
        let width = spots[index].width + gap;
        spots[index].x = x + width / 2.0;
        x += width;
    }
}

fn crossings(spots: &[Spot]) -> usize {
    let lines =
        spots.iter().flat_map(|spot| spot.below.iter().map(move |&below| (spot.layer, spot.x, below)));
    let lines: Vec<(usize, f64, f64)> = lines.map(|(layer, x, below)| (layer, x, spots[below].x)).collect();
    let cross = |one: &(usize, f64, f64), other: &(usize, f64, f64)| {
        one.0 == other.0 && (one.1 - other.1) * (one.2 - other.2) < 0.0
    };
    let pairs = lines.iter().enumerate();
    pairs.map(|(at, one)| lines[at + 1..].iter().filter(|other| cross(one, other)).count()).sum()
}

/// Step 4.
fn place(spots: &mut [Spot], rows: &[Vec<usize>], gap: f64) {
    rows.iter().for_each(|row| pack(spots, row, gap));
    for sweep in 0..SWEEPS {
        let order: Vec<usize> =
            if sweep % 2 == 0 { (0..rows.len()).collect() } else { (0..rows.len()).rev().collect() };
        for layer in order {
            let row = &rows[layer];
            let wanted: Vec<f64> = row
                .iter()
                .map(|&index| {
                    let neighbours: Vec<usize> = [&spots[index].above[..], &spots[index].below[..]].concat();
                    average(spots, &neighbours).unwrap_or(spots[index].x)
                })
                .collect();
            let apart =
                |one: usize, other: usize| (spots[row[one]].width + spots[row[other]].width) / 2.0 + gap;
            // as far left as those to the left allow, as far right as those to the right do, and the middle of both
            let mut left = wanted.clone();
            for at in 1..row.len() {
                left[at] = left[at].max(left[at - 1] + apart(at - 1, at));
            }
            let mut right = wanted;
            for at in (0..row.len().saturating_sub(1)).rev() {
                right[at] = right[at].min(right[at + 1] - apart(at, at + 1));
            }
            for (at, &index) in row.iter().enumerate() {
                spots[index].x = (left[at] + right[at]) / 2.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_arrows_have_a_bend_in_each_layer_between() {
        let layers = lay_out(&[10.0; 3], &[vec![], vec![0], vec![0, 1]], 5.0);
        assert_eq!(layers.count, 3);
        assert_eq!(layers.arrows, [vec![0, 1], vec![0, 3, 2], vec![1, 2]]);
        assert_eq!(layers.spots[3].layer, 1);
    }

    #[test]
    fn crossings_are_avoided() {
        // two roots, whose children are in the other order
        let layers = lay_out(&[10.0; 4], &[vec![], vec![], vec![1], vec![0]], 5.0);
        assert_eq!(crossings(&layers.spots), 0);
    }

    proptest! {
        #[test]
        fn nodes_of_a_layer_do_not_overlap_and_arrows_lead_downwards(
            from in prop::collection::vec(prop::collection::vec(0_usize..1000, 0..3), 1..25)
        ) {
            let from: Vec<Vec<usize>> = from
                .into_iter()
                .enumerate()
                .map(|(node, from)| {
                    let mut from: Vec<usize> =
                        from.into_iter().filter(|_| node > 0).map(|one| one % node.max(1)).collect();
                    from.sort_unstable();
                    from.dedup();
                    from
                })
                .collect();
            let widths: Vec<f64> = (0..from.len()).map(|node| 20.0 + node as f64).collect();
            let layers = lay_out(&widths, &from, 8.0);
            for (at, one) in layers.spots.iter().enumerate() {
                prop_assert!(one.x - one.width / 2.0 >= -1e-6 && one.x + one.width / 2.0 <= layers.width + 1e-6);
                for other in layers.spots[at + 1..].iter().filter(|other| other.layer == one.layer) {
                    prop_assert!((one.x - other.x).abs() + 1e-6 >= (one.width + other.width) / 2.0);
                }
            }
            for arrow in &layers.arrows {
                for ends in arrow.windows(2) {
                    prop_assert_eq!(layers.spots[ends[0]].layer + 1, layers.spots[ends[1]].layer);
                }
            }
        }
    }
}
