//! 1. A path's prefix is asserted once, and its alternatives are checked under assumptions. Clauses
//!    learned for one help with the next.
//! 2. A solution should be near the parent. All variables are first assumed to have the parent's
//!    values. Variables in the core of a contradiction are freed, until a solution is found, or no
//!    variable is in the core (assumptions and their cores: N. Eén and N. Sörensson, *Temporal
//!    induction by incremental SAT solving*, 2003). A freed variable still tries the parent's value
//!    first.
//! 3. Rounds of 2 are few and have small separate limits; a query unsolved within them is searched
//!    with all variables free.
//! 4. A solution is evaluated before it is returned; an infeasible query returns its contradictory
//!    assumptions.

use crate::blast::Blaster;
use crate::sat::{Literal, Verdict};
use crate::term::{Assignment, Term, TermPool};

/// The answer to a query.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The condition is true for these evaluated values.
    Satisfiable(Assignment),
    /// No values make it true.
    Infeasible,
    /// A limit was reached, or the solver gave up.
    NotSolved,
}

/// The size of a solved problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Size {
    pub variables: usize,
    pub clauses: usize,
    pub conflicts: u64,
    pub decisions: u64,
}

/// Conflicts of one query: half a second to three, by the size of the circuits; most path
/// conditions need fewer than 2,000.
const CONFLICTS: u64 = 20_000;

/// Clauses of a solver, about 100 bytes each with the clauses learned from them.
const CLAUSES: usize = 1_000_000;

/// Rounds near the parent, and the conflicts of one: most need no conflict.
const ROUNDS: usize = 32;
const CONFLICTS_OF_ROUND: u64 = 200;

/// An incremental solver: a prefix is asserted once, alternatives are checked under assumptions.
///
/// All terms given to one solver must be of one pool, which is not cleared in between.
///
/// ```
/// use sbst_solver::term::{Assignment, TermPool, Variable};
/// use sbst_solver::{Outcome, Solver};
///
/// let mut pool = TermPool::default();
/// let x = Variable { index: 0, width: 8 };
/// let term = pool.variable(x);
/// let [three, seven] = [3, 7].map(|number| pool.constant(number, 8));
/// let [small, great] = [pool.ult(term, three), pool.ult(seven, term)];
///
/// let parent = Assignment::from_iter([(x, 2)]);
/// let mut solver = Solver::near(&parent);
/// solver.assert(&pool, great);
/// assert!(matches!(solver.check(&pool, &[]), Outcome::Satisfiable(model) if model.value(x) > 7));
/// assert_eq!(solver.check(&pool, &[small]), Outcome::Infeasible);
/// assert_eq!(solver.core(), [0]);
/// ```
pub struct Solver {
    blaster: Blaster,
    asserted: Vec<Term>,
    conflicts: u64,
    clauses: usize,
    is_complete: bool,
    core: Vec<usize>,
}

impl Solver {
    /// Returns a solver whose solutions prefer the values of `parent` for free variables.
    pub fn near(parent: &Assignment) -> Self {
        Self {
            blaster: Blaster::near(parent),
            asserted: Vec::new(),
            conflicts: CONFLICTS,
            clauses: CLAUSES,
            is_complete: true,
            core: Vec::new(),
        }
    }

    /// Limits the conflicts per query, 20,000 by default.
    pub fn limit_conflicts(&mut self, conflicts: u64) {
        self.conflicts = conflicts;
    }

    /// Limits the clauses of all queries together, 1,000,000 by default. The circuit of one
    /// operation is finished even beyond it.
    pub fn limit_clauses(&mut self, clauses: usize) {
        self.clauses = clauses;
    }

    /// Asserts a term of width 1 for all further queries.
    pub fn assert(&mut self, pool: &TermPool, term: Term) {
        debug_assert_eq!(pool.width(term), 1, "a condition");
        self.asserted.push(term);
        self.is_complete &= self.blaster.assert(pool, term, self.clauses).is_some();
    }

    /// Searches for values that satisfy all asserted terms and the assumptions.
    pub fn check(&mut self, pool: &TermPool, assumptions: &[Term]) -> Outcome {
        let literals: Option<Vec<Literal>> =
            assumptions.iter().map(|term| Some(self.blaster.blast(pool, *term, self.clauses)?[0])).collect();
        let Some(literals) = literals.filter(|_| self.is_complete) else { return Outcome::NotSolved };
        match self.solve_near_parent(&literals) {
            Verdict::Unsatisfiable => {
                let sat = &self.blaster.gates.sat;
                self.core = (0..literals.len()).filter(|&index| sat.is_to_blame(literals[index])).collect();
                Outcome::Infeasible
            }
            Verdict::NotSolved => Outcome::NotSolved,
            Verdict::Satisfiable => {
                let model = self.blaster.model();
                let holds = holds(pool, &[&self.asserted, assumptions].concat(), &model);
                debug_assert!(holds, "a solution that does not evaluate to true");
                if holds {
                    Outcome::Satisfiable(model)
                } else {
                    Outcome::NotSolved
                }
            }
        }
    }

    /// The assumptions of the last infeasible query that alone have no solution, by index. If it is
    /// empty, the asserted terms have no solution.
    pub fn core(&self) -> &[usize] {
        &self.core
    }

    fn solve_near_parent(&mut self, assumptions: &[Literal]) -> Verdict {
        let mut kept = self.blaster.parents_literals();
        let sat = &mut self.blaster.gates.sat;
        for _ in 0..ROUNDS {
            let assumed = [assumptions, &kept.concat()].concat();
            match sat.solve(&assumed, CONFLICTS_OF_ROUND.min(self.conflicts)) {
                Verdict::Satisfiable => return Verdict::Satisfiable,
                Verdict::NotSolved => break,
                Verdict::Unsatisfiable => {
                    let before = kept.len();
                    kept.retain(|literals| !literals.iter().any(|literal| sat.is_to_blame(*literal)));
                    if kept.len() == before {
                        return Verdict::Unsatisfiable;
                    }
                }
            }
        }
        sat.solve(assumptions, self.conflicts)
    }

    /// Returns the size of the clauses so far, and the effort of all queries together.
    pub fn size(&self) -> Size {
        let sat = &self.blaster.gates.sat;
        Size {
            variables: sat.variables(),
            clauses: sat.clauses(),
            conflicts: sat.conflicts(),
            decisions: sat.decisions(),
        }
    }
}

/// True if all conditions hold for an assignment.
pub(crate) fn holds(pool: &TermPool, conditions: &[Term], assignment: &Assignment) -> bool {
    let values = pool.evaluate_all(conditions, assignment);
    conditions.iter().all(|condition| values.value(*condition) == 1)
}
