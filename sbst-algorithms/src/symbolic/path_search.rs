//! The search for a test that executes an alternative.
//!
//! Braione et al., "Combining Symbolic Execution and Search-Based Testing for Programs with Complex
//! Heap Inputs" (SUSHI), ISSTA 2017; Tardis, section 3: the fitness yields "increasing better
//! fitness for the test cases that satisfy increasing amounts of clauses".
//!
//! 1. Fitness is the number of remaining steps when an execution leaves the path, then the branch
//!    distance of its last clause.
//! 2. The search begins with the parent's test, whose path differs at the last clause, and climbs
//!    by [local search](sbst_search::local::local_search). (Tardis begins with random tests.)
//! 3. At a local optimum the test is mutated. A mutant replaces it if it is no worse, and a better
//!    one starts a new climb.

use super::alternative::{Alternative, Executed};
use super::execution::Symbolic;
use sbst_model::{Distance, TestCase};
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::evaluation::fitness::Fitness;
use sbst_search::evaluation::pursuit::Pursuit;
use sbst_search::local::local_search::LocalSearch;
use sbst_search::operator::Operators;

pub(super) struct PathSearch {
    /// The most evaluations for an alternative.
    evaluations: u64,
    local_search: LocalSearch,
    current: TestCase,
    changed: TestCase,
}

impl PathSearch {
    pub(super) fn new(evaluations: u64) -> PathSearch {
        PathSearch {
            evaluations,
            local_search: LocalSearch::default(),
            current: TestCase::new(),
            changed: TestCase::new(),
        }
    }

    /// Returns an execution that took all steps of the alternative. The limit is doubled this
    /// number of times.
    pub(super) fn solve(
        &mut self,
        symbolic: &mut Symbolic,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        alternative: &Alternative,
        doubled: u32,
    ) -> Option<Executed> {
        let PathSearch { evaluations, local_search, current, changed } = self;
        let ends = evaluator.evaluations() + (*evaluations << doubled);
        let mut pursuit = PathPursuit { symbolic, alternative, found: None };
        current.clone_from(&alternative.parent.test);
        let mut best = Fitness { level: 0, distance: at_least_something(alternative.clause().away) };
        let mut climbs = true;
        while evaluator.evaluations() < ends && evaluator.stopped().is_none() && !best.is_covered() {
            if std::mem::take(&mut climbs) {
                let left = ends - evaluator.evaluations();
                best = local_search.pursue(evaluator, operators, &mut pursuit, current, best, left);
            } else {
                operators.mutate(current, changed);
                let fitness = pursuit.evaluate(evaluator, changed);
                if fitness <= best {
                    std::mem::swap(current, changed);
                    climbs = fitness < best;
                    best = fitness;
                }
            }
        }
        pursuit.found
    }
}

/// An alternative as the objective of a search.
struct PathPursuit<'a> {
    symbolic: &'a mut Symbolic,
    alternative: &'a Alternative,
    found: Option<Executed>,
}

impl Pursuit for PathPursuit<'_> {
    /// Rule 1.
    fn evaluate(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase) -> Fitness {
        let Some(executed) = Executed::execute(self.symbolic, evaluator, test) else {
            return Fitness::UNREACHED;
        };
        let followed = self.alternative.count_followed(&executed.condition);
        let steps = self.alternative.steps().count();
        if followed == steps {
            self.found.get_or_insert(executed);
            return Fitness::COVERED;
        }
        let clauses = &executed.condition.clauses;
        let left = executed.condition.steps().nth(followed).map(|(index, _)| &clauses[index]);
        // An execution that left at another place has no distance to the required step.
        let asked = self.alternative.steps().nth(followed);
        let is_there = |site| asked.is_some_and(|step| step.site == site);
        let away = left.filter(|clause| is_there(clause.site)).map_or(Distance::ONE, |clause| clause.away);
        Fitness { level: (steps - 1 - followed) as u32, distance: at_least_something(away) }
    }

    fn blocking(&self) -> Option<u32> {
        self.alternative.clause().other_goal
    }

    fn tell_best(&mut self, _evaluator: &mut Evaluator<'_>, _fitness: Fitness) {}
}

/// A distance that does not count as covered.
fn at_least_something(distance: Distance) -> Distance {
    if distance.is_zero() {
        Distance::ONE
    } else {
        distance
    }
}
