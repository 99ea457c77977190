//! Linear ranking and stochastic universal sampling.
//!
//! Baker, "Adaptive selection methods for genetic algorithms", ICGA 1985, and "Reducing bias and
//! inefficiency in the selection algorithm", ICGA 1987.

use sbst_search::operator::random::Random;

/// Returns the expected number of offspring at rank i from the worst, 0, to the best, n − 1. For a
/// pressure of p it is 2 − p + 2 (p − 1) i / (n − 1); the mean is 1.
pub(super) fn linear_ranking(from_worst: f64, size: usize, pressure: f64) -> f64 {
    let part = if size > 1 { from_worst / (size - 1) as f64 } else { 0.5 };
    2.0 - pressure + 2.0 * (pressure - 1.0) * part
}

/// Draws `count` of `size` individuals, ordered from the best, into `selected`, in random order.
/// Each is drawn its expected number of times, rounded up or down.
pub(super) fn universal_sampling(
    size: usize,
    count: usize,
    pressure: f64,
    random: &mut Random,
    selected: &mut Vec<usize>,
) {
    selected.clear();
    let share =
        |rank: usize| linear_ranking((size - 1 - rank) as f64, size, pressure) * count as f64 / size as f64;
    // Pointers at distances of one, from a random start.
    let mut pointer = random.unit();
    let mut up_to = 0.0;
    for rank in 0..size {
        up_to += share(rank);
        while pointer < up_to && selected.len() < count {
            selected.push(rank);
            pointer += 1.0;
        }
    }
    // Rounding may have lost some.
    while selected.len() < count {
        selected.push(size - 1);
    }
    random.shuffle(selected);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn individuals_are_drawn_as_expected_up_to_rounding(size in 2usize..60, count in 1usize..80, seed: u64) {
            let mut selected = Vec::new();
            universal_sampling(size, count, 1.7, &mut Random::new(seed), &mut selected);
            prop_assert_eq!(selected.len(), count);
            for rank in 0..size {
                let from_worst = (size - 1 - rank) as f64 / (size - 1) as f64;
                let expected = (0.3 + 1.4 * from_worst) * count as f64 / size as f64;
                let drawn = selected.iter().filter(|&&other| other == rank).count() as f64;
                prop_assert!((drawn - expected).abs() < 1.0 + 1e-9, "{drawn} times rank {rank}, {expected} expected");
            }
        }
    }

    #[test]
    fn the_best_has_the_offspring_given_by_the_pressure() {
        let (mut random, mut selected, mut best) = (Random::new(1), Vec::new(), 0);
        for _ in 0..2_000 {
            universal_sampling(50, 50, 1.7, &mut random, &mut selected);
            best += selected.iter().filter(|&&rank| rank == 0).count();
        }
        assert!((1.65..1.75).contains(&(best as f64 / 2_000.0)), "{best}");
    }
}
