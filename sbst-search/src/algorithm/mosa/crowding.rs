//! Crowding distances: the distances between a test's neighbours in its front, summed over the
//! objectives. Deb, Pratap, Agarwal and Meyarivan, "A fast and elitist multiobjective genetic
//! algorithm: NSGA-II", IEEE TEC 2002.

use super::objectives::Objectives;

#[derive(Debug, Default)]
pub struct Crowding {
    /// A distance for each test of the front, in its order.
    distances: Vec<f64>,
    /// Values of one objective, in the order of the front.
    values: Vec<f64>,
    /// The values in ascending order: their bits, and below them their positions in the front.
    /// Sorting integers is several times faster than sorting pairs, and bits of non-negative values
    /// have the same order.
    column: Vec<u128>,
    order: Vec<u32>,
}

impl Crowding {
    /// Computes the crowding distances of a front, infinite for the ends of an objective.
    pub fn calculate(&mut self, objectives: &Objectives, front: &[u32]) -> &[f64] {
        self.distances.clear();
        self.distances.resize(front.len(), 0.0);
        for objective in 0..objectives.count() {
            self.values.clear();
            self.values.extend(front.iter().map(|&test| objectives.normalised(test, objective)));
            self.column.clear();
            let keys = self.values.iter().zip(0u128..);
            self.column.extend(keys.map(|(value, place)| u128::from(value.to_bits()) << 64 | place));
            self.column.sort_unstable();
            let place = |key: u128| key as u32 as usize;
            let (Some(&first), Some(&last)) = (self.column.first(), self.column.last()) else {
                break;
            };
            let [first, last] = [place(first), place(last)];
            let range = self.values[last] - self.values[first];
            if range > 0.0 {
                self.distances[first] = f64::INFINITY;
                self.distances[last] = f64::INFINITY;
                for neighbours in self.column.windows(3) {
                    let [before, test, after] = [0, 1, 2].map(|index| place(neighbours[index]));
                    self.distances[test] += (self.values[after] - self.values[before]) / range;
                }
            }
        }
        &self.distances
    }

    /// Returns the tests of a front with their crowding distances, the greatest first.
    pub(super) fn sorted<'a>(
        &'a mut self,
        objectives: &Objectives,
        front: &'a [u32],
    ) -> impl Iterator<Item = (u32, f64)> + 'a {
        self.calculate(objectives, front);
        self.order.clear();
        self.order.extend(0..front.len() as u32);
        let distances = &self.distances;
        self.order.sort_unstable_by(|&one, &other| {
            distances[other as usize].total_cmp(&distances[one as usize]).then(one.cmp(&other))
        });
        self.order.iter().map(|&place| (front[place as usize], distances[place as usize]))
    }
}
