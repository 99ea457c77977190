//! Crowding distances (Deb, Pratap, Agarwal and Meyarivan, "A fast and elitist multiobjective genetic algorithm:
//! NSGA-II", IEEE TEC 2002): how far, summed over the objectives, the neighbours of a test in its front are apart.

use super::objectives::Objectives;

/// Crowding distances of a front.
#[derive(Debug, Default)]
pub(super) struct Crowding {
    /// Of each test of the front, in its order.
    distances: Vec<f64>,
    /// Values of one objective, and where in the front they stand.
    column: Vec<(f64, u32)>,
    order: Vec<u32>,
}

impl Crowding {
    /// Computes the crowding distances of a front. Tests at the ends of an objective have an infinite one.
    pub(super) fn calculate(&mut self, objectives: &Objectives, front: &[u32]) -> &[f64] {
        self.distances.clear();
        self.distances.resize(front.len(), 0.0);
        for objective in 0..objectives.count() {
            let values = front.iter().map(|&test| objectives.normalised(test, objective));
            self.column.clear();
            self.column.extend(values.zip(0..));
            self.column.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
            let (Some(&first), Some(&last)) = (self.column.first(), self.column.last()) else {
                break;
            };
            let range = last.0 - first.0;
            if range > 0.0 {
                self.distances[first.1 as usize] = f64::INFINITY;
                self.distances[last.1 as usize] = f64::INFINITY;
                for neighbours in self.column.windows(3) {
                    self.distances[neighbours[1].1 as usize] += (neighbours[2].0 - neighbours[0].0) / range;
                }
            }
        }
        &self.distances
    }

    /// The tests of a front with their crowding distances, the greatest first.
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
