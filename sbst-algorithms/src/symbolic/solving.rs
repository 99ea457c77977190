//! Solving: from an alternative to a test that executes it.
//!
//! Tardis, section 3 ("test case generation step"), which has a search only (SUSHI).
//!
//! 1. Back ends are tried in the order of the parameters, until one has a solution or a proof. The
//!    exploration decides when the next one is used.
//! 2. Every solution is executed. It counts if its execution takes all required steps; otherwise it
//!    has *diverged*. Its path is added in any case.
//! 3. The *solver* gets the clauses that share variables with the negated one, and the negated one.
//!    All are assumptions of one solver per parent, kept for the alternatives of the same path:
//!    clauses learned for one prefix help with the next. Free variables keep the parent's values.
//! 4. An alternative is infeasible if the solver finds it unsatisfiable and all of these clauses
//!    are exact. A reached limit, or a value instead of a term, is no proof.
//! 5. The *search* handles alternatives that the solver cannot solve, and those without a term
//!    (`path_search.rs`).

use super::alternative::{Alternative, Executed};
use super::execution::Symbolic;
use super::path_search::PathSearch;
use super::slice::{slice, Dependency};
use crate::path_condition::Input;
use sbst_model::TestCase;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::operator::Operators;
use sbst_solver::term::{Assignment, Term};
use sbst_solver::{Outcome, Solver};
use std::rc::Rc;

/// A way to solve alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackEnd {
    Solver,
    Search,
}

/// The result for an alternative.
pub(super) enum Solution {
    /// A test that took the alternative was executed.
    Executed(Executed, BackEnd),
    /// A contradiction to these clauses of its prefix.
    Infeasible(Vec<usize>),
    /// A solution took another path.
    Diverged(Executed),
    NotSolved,
}

/// The back ends, with their kept state.
pub(super) struct Solving {
    back_ends: Vec<BackEnd>,
    conflicts: u64,
    kept: Option<(Rc<Executed>, Solver)>,
    search: PathSearch,
}

impl Solving {
    /// Solvers with these limits of conflicts, and of a search's evaluations, per alternative.
    pub(super) fn new(back_ends: Vec<BackEnd>, conflicts: u64, evaluations: u64) -> Solving {
        Solving { back_ends, conflicts, kept: None, search: PathSearch::new(evaluations) }
    }

    /// Returns the index of the first back end for an alternative. A solver needs a term, or an
    /// exact clause to refute.
    pub(super) fn find_first(&self, alternative: &Alternative) -> Option<usize> {
        let is_provable = alternative.has_term() || alternative.clause().is_exact;
        self.back_ends.iter().position(|back_end| *back_end == BackEnd::Search || is_provable)
    }

    /// True if another back end comes after this one.
    pub(super) fn has_another(&self, index: usize) -> bool {
        index + 1 < self.back_ends.len()
    }

    /// Rules 1 and 2, with one back end, whose limits are doubled this number of times.
    pub(super) fn solve(
        &mut self,
        symbolic: &mut Symbolic,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        alternative: &Alternative,
        index: usize,
        doubled: u32,
    ) -> Solution {
        let Some(&back_end) = self.back_ends.get(index) else { return Solution::NotSolved };
        let executed = match back_end {
            BackEnd::Solver => match self.ask_solver(symbolic, alternative, doubled) {
                Answer::Test(test) => Executed::execute(symbolic, evaluator, &test),
                Answer::Infeasible(clauses) => return Solution::Infeasible(clauses),
                Answer::NotSolved => None,
            },
            BackEnd::Search => self.search.solve(symbolic, evaluator, operators, alternative, doubled),
        };
        match executed {
            Some(executed) if alternative.is_followed(&executed.condition) => {
                Solution::Executed(executed, back_end)
            }
            Some(executed) => Solution::Diverged(executed),
            None => Solution::NotSolved,
        }
    }

    /// Rules 3 and 4.
    fn ask_solver(&mut self, symbolic: &mut Symbolic, alternative: &Alternative, doubled: u32) -> Answer {
        let condition = &alternative.parent.condition;
        let slices = slice(condition, Dependency::Variables, &[alternative.depth]);
        let clauses = slices.into_iter().next().unwrap_or_default();
        let mut terms: Vec<Term> = clauses.iter().map(|&index| condition.clauses[index].term).collect();
        terms.push(alternative.negated());
        if !matches!(&self.kept, Some((parent, _)) if Rc::ptr_eq(parent, &alternative.parent)) {
            let solver = Solver::near(&condition.assignment());
            self.kept = Some((Rc::clone(&alternative.parent), solver));
        }
        let Some((_, solver)) = &mut self.kept else { return Answer::NotSolved };
        solver.limit_conflicts(self.conflicts << doubled);
        match solver.check(&condition.pool, &terms) {
            Outcome::Satisfiable(model) => {
                let values = changed_values(alternative, &terms, &model);
                symbolic
                    .execution
                    .with_values(&alternative.parent.test, &values)
                    .map_or(Answer::NotSolved, Answer::Test)
            }
            Outcome::Infeasible => {
                // The negated clause is the last assumption.
                let core = solver.core().iter().filter_map(|&index| clauses.get(index));
                let clauses: Vec<usize> = core.copied().collect();
                let is_exact = clauses.iter().all(|&index| condition.clauses[index].is_exact);
                match is_exact && alternative.clause().is_exact {
                    true => Answer::Infeasible(clauses),
                    false => Answer::NotSolved,
                }
            }
            Outcome::NotSolved => Answer::NotSolved,
        }
    }
}

enum Answer {
    Test(TestCase),
    Infeasible(Vec<usize>),
    NotSolved,
}

/// The values of a model that differ from the parent's.
fn changed_values(alternative: &Alternative, terms: &[Term], model: &Assignment) -> Vec<(Input, u128)> {
    let condition = &alternative.parent.condition;
    let variables = condition.pool.variables(terms);
    let inputs = condition.inputs.iter().filter(|input| variables.contains(&input.variable));
    let values = inputs.map(|input| (*input, model.value(input.variable)));
    values.filter(|(input, value)| *value != input.value).collect()
}
