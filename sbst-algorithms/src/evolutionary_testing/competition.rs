//! Competition between subpopulations (rules 9 and 10): the individuals gained or lost by each.

use super::{selection::linear_ranking, Individual, Parameters};
use sbst_search::evaluation::fitness::Fitness;

/// The part of earlier progress kept by a generation (IGUANA, `RankingCompetitionManager`).
const KEPT: f64 = 0.9;

/// The progress of subpopulations; keeps its buffers.
#[derive(Debug)]
pub(super) struct Competition {
    progress: Vec<f64>,
    /// All individuals, the best first, each with its subpopulation.
    individuals: Vec<(Fitness, usize)>,
    /// The mean worth of each subpopulation's individuals.
    worth: Vec<f64>,
    /// Subpopulations, the best first.
    order: Vec<usize>,
    changes: Vec<i64>,
}

impl Competition {
    /// The state for this number of subpopulations with this number of individuals in all.
    pub(super) fn new(subpopulations: usize, individuals: usize) -> Competition {
        Competition {
            progress: vec![0.0; subpopulations],
            individuals: Vec::with_capacity(individuals),
            worth: vec![0.0; subpopulations],
            order: Vec::with_capacity(subpopulations),
            changes: vec![0; subpopulations],
        }
    }

    pub(super) fn begin(&mut self) {
        self.progress.fill(0.0);
    }

    /// Rule 9, after each generation.
    pub(super) fn note_progress(&mut self, subpopulations: &[Vec<Individual>], pressure: f64) {
        self.individuals.clear();
        for (index, individuals) in subpopulations.iter().enumerate() {
            self.individuals.extend(individuals.iter().map(|individual| (individual.fitness, index)));
        }
        self.individuals.sort_unstable();
        self.worth.fill(0.0);
        let size = self.individuals.len();
        let mut first = 0;
        for equals in self.individuals.chunk_by(|one, other| one.0 == other.0) {
            // Equals share their ranks (rule 14).
            let from_worst = (size - 1 - first) as f64 - (equals.len() - 1) as f64 / 2.0;
            let worth = linear_ranking(from_worst, size, pressure);
            for (_, index) in equals {
                self.worth[*index] += worth / subpopulations[*index].len() as f64;
            }
            first += equals.len();
        }
        best_first(&mut self.order, &self.worth);
        for (place, &index) in self.order.iter().enumerate() {
            let rank = (self.order.len() - place) as f64;
            self.progress[index] = KEPT * self.progress[index] + (1.0 - KEPT) * rank;
        }
    }

    /// Rule 10: the individuals gained by each subpopulation of these sizes; the sum is 0.
    pub(super) fn changes(&mut self, sizes: impl Iterator<Item = usize>, parameters: &Parameters) -> &[i64] {
        let mut staked = 0;
        for (size, change) in sizes.zip(&mut self.changes) {
            let stake = (size as f64 * parameters.competition_rate).round() as usize;
            let stake = stake.min(size.saturating_sub(parameters.least_individuals));
            *change = -(stake as i64);
            staked += stake;
        }
        best_first(&mut self.order, &self.progress);
        let count = self.order.len();
        let (mut up_to, mut dealt) = (0.0, 0);
        for (place, &index) in self.order.iter().enumerate() {
            let share = linear_ranking((count - 1 - place) as f64, count, parameters.division_pressure);
            up_to += share / count as f64 * staked as f64;
            let share = up_to.round() as i64 - dealt;
            self.changes[index] += share;
            dealt += share;
        }
        &self.changes
    }
}

/// Writes the indices of `values` into `order`, the greatest first; of equals, the first.
fn best_first(order: &mut Vec<usize>, values: &[f64]) {
    order.clear();
    order.extend(0..values.len());
    order.sort_unstable_by(|&one, &other| values[other].total_cmp(&values[one]).then(one.cmp(&other)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sbst_model::{Distance, TestCase};

    fn subpopulation(distances: &[f64]) -> Vec<Individual> {
        let individual = |&distance: &f64| Individual {
            test: TestCase::new(),
            fitness: Fitness { level: 0, distance: Distance::from_magnitude(distance, 0) },
        };
        distances.iter().map(individual).collect()
    }

    fn after(generations: usize, subpopulations: &[Vec<Individual>]) -> Competition {
        let mut competition = Competition::new(subpopulations.len(), 300);
        for _ in 0..generations {
            competition.note_progress(subpopulations, 1.7);
        }
        competition
    }

    #[test]
    fn the_best_subpopulation_gains_from_the_worst() {
        let subpopulations: Vec<Vec<Individual>> =
            [4.0, 2.0, 9.0].iter().map(|&distance| subpopulation(&[distance; 50])).collect();
        let mut competition = after(4, &subpopulations);
        let changes = competition.changes([50; 3].into_iter(), &Parameters::default());
        // 45 are staked, and dealt out in shares of 1.7, 1 and 0.3 thirds: 25 or 26, 15, 4 or 5.
        assert_eq!(changes, [0, 11, -11]);
    }

    #[test]
    fn progress_is_a_mean_of_ranks_weighted_to_the_last() {
        let (good, bad) = (subpopulation(&[1.0; 10]), subpopulation(&[5.0; 10]));
        let mut competition = after(3, &[good, bad]);
        let expected = |rank: f64| rank * (1.0 - 0.9f64.powi(3));
        assert!((competition.progress[0] - expected(2.0)).abs() < 1e-9);
        assert!((competition.progress[1] - expected(1.0)).abs() < 1e-9);
        for _ in 0..3 {
            competition.note_progress(&[subpopulation(&[5.0; 10]), subpopulation(&[1.0; 10])], 1.7);
        }
        assert!(competition.progress[1] > competition.progress[0], "{:?}", competition.progress);
    }

    #[test]
    fn on_a_plateau_the_wider_range_is_better() {
        let subpopulations: Vec<Vec<Individual>> = (0..6).map(|_| subpopulation(&[7.0; 50])).collect();
        let mut competition = after(4, &subpopulations);
        let changes = competition.changes([50; 6].into_iter(), &Parameters::default());
        assert!(changes.is_sorted_by(|one, other| one >= other) && changes[0] > 0, "{changes:?}");
    }

    proptest! {
        #[test]
        fn individuals_are_kept_and_subpopulations_have_the_least(
            sizes in prop::collection::vec(5usize..200, 2..8),
            distances in prop::collection::vec(0u8..9, 8),
        ) {
            let subpopulations: Vec<Vec<Individual>> = sizes.iter().zip(&distances)
                .map(|(&size, &distance)| subpopulation(&vec![f64::from(distance); size]))
                .collect();
            let mut competition = after(2, &subpopulations);
            let changes = competition.changes(sizes.iter().copied(), &Parameters::default());
            prop_assert_eq!(changes.iter().sum::<i64>(), 0);
            prop_assert!(sizes.iter().zip(changes).all(|(&size, &change)| size as i64 + change >= 5));
        }
    }
}
