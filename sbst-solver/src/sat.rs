//! The SAT solver `batsat`, with literals that remember a phase, and a limit independent of the
//! clock.
//!
//! 1. A new variable has a *phase*, its first tried value. `batsat` tries false, so a variable of
//!    phase true is stored negated. Later decisions repeat the variable's last value (phase
//!    saving); a polarity set through `batsat` would prevent that.
//! 2. The search for a solution ends after a number of learned clauses, or of steps.
//! 3. `batsat` has neither random decisions nor random activities by default, so the same clauses
//!    in the same order have the same solution.

use std::cell::Cell;
use std::ops::Not;

use batsat::{lbool, Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts};

/// A variable of the SAT solver or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Literal(u32);

impl Literal {
    pub(crate) const TRUE: Self = Literal(0);
    pub(crate) const FALSE: Self = Literal(1);

    pub(crate) fn from_bool(value: bool) -> Self {
        if value {
            Self::TRUE
        } else {
            Self::FALSE
        }
    }

    pub(crate) fn is_constant(self) -> bool {
        self.0 < 2
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Negates a literal if the condition holds.
    pub(crate) fn negate_if(self, condition: bool) -> Self {
        Literal(self.0 ^ u32::from(condition))
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Literal(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Verdict {
    Satisfiable,
    Unsatisfiable,
    NotSolved,
}

/// Steps (decisions and restarts) for each conflict of the limit: a formula with rare conflicts
/// must end, too.
const STEPS_PER_CONFLICT: u64 = 100;

#[derive(Default)]
struct Limit {
    conflicts: u64,
    learned: u64,
    steps: Cell<u64>,
}

impl Callbacks for Limit {
    fn on_start(&mut self) {
        self.learned = 0;
        self.steps.set(0);
    }

    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        self.learned += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.learned >= self.conflicts || self.steps.get() / STEPS_PER_CONFLICT > self.conflicts
    }
}

pub(crate) struct Sat {
    solver: batsat::Solver<Limit>,
    /// The stored literals of variables, negated if the phase is true.
    stored: Vec<Lit>,
    clauses: usize,
    clause: Vec<Lit>,
}

impl Sat {
    pub(crate) fn new() -> Self {
        let solver = batsat::Solver::new(SolverOpts::default(), Limit::default());
        let mut sat = Self { solver, stored: Vec::new(), clauses: 0, clause: Vec::new() };
        let always = sat.new_literal(true);
        sat.add(&[always]);
        sat
    }

    pub(crate) fn new_literal(&mut self, phase: bool) -> Literal {
        let variable = self.solver.new_var_default();
        self.stored.push(Lit::new(variable, !phase));
        Literal((self.stored.len() as u32 - 1) << 1)
    }

    fn stored(&self, literal: Literal) -> Lit {
        self.stored[(literal.0 >> 1) as usize] ^ literal.is_negated()
    }

    /// Adds a clause: one of the literals is true.
    pub(crate) fn add(&mut self, clause: &[Literal]) {
        let mut stored = std::mem::take(&mut self.clause);
        stored.clear();
        stored.extend(clause.iter().map(|literal| self.stored(*literal)));
        self.clauses += 1;
        self.solver.add_clause_reuse(&mut stored);
        self.clause = stored;
    }

    pub(crate) fn variables(&self) -> usize {
        self.stored.len()
    }

    pub(crate) fn clauses(&self) -> usize {
        self.clauses
    }

    /// Propagates clauses of one literal.
    pub(crate) fn propagate(&mut self) {
        self.solver.simplify();
    }

    /// Returns a constant for a literal fixed by propagation.
    pub(crate) fn simplify(&self, literal: Literal) -> Literal {
        match self.solver.value_lvl_0(self.stored(literal)) {
            value if value == lbool::TRUE => Literal::TRUE,
            value if value == lbool::FALSE => Literal::FALSE,
            _ => literal,
        }
    }

    pub(crate) fn solve(&mut self, assumptions: &[Literal], conflicts: u64) -> Verdict {
        self.solver.cb_mut().conflicts = conflicts;
        let assumptions: Vec<_> = assumptions.iter().map(|literal| self.stored(*literal)).collect();
        match self.solver.solve_limited(&assumptions) {
            value if value == lbool::TRUE => Verdict::Satisfiable,
            value if value == lbool::FALSE => Verdict::Unsatisfiable,
            _ => Verdict::NotSolved,
        }
    }

    /// True if the last search failed with this assumption in its core.
    pub(crate) fn is_to_blame(&self, assumption: Literal) -> bool {
        self.solver.unsat_core_contains_lit(!self.stored(assumption))
    }

    /// Conflicts of all searches together.
    pub(crate) fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// Decisions of all searches together.
    pub(crate) fn decisions(&self) -> u64 {
        self.solver.num_decisions()
    }

    /// Returns a literal's value in the last solution.
    pub(crate) fn value(&self, literal: Literal) -> bool {
        self.solver.value_lit(self.stored(literal)) == lbool::TRUE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solution_keeps_phases_of_free_variables() {
        let mut sat = Sat::new();
        let literals: Vec<_> = (0..20).map(|index| sat.new_literal(index % 3 == 0)).collect();
        sat.add(&[!literals[0], literals[1]]);
        assert_eq!(sat.solve(&[], 100), Verdict::Satisfiable);
        let kept = |index: usize| sat.value(literals[index]) == (index.is_multiple_of(3));
        assert!((2..20).all(kept));
        assert!(!sat.value(literals[0]) || sat.value(literals[1]));
    }

    #[test]
    fn unit_clauses_are_propagated_before_search() {
        let mut sat = Sat::new();
        let [a, b, c] = [true, false, true].map(|phase| sat.new_literal(phase));
        sat.add(&[!a, !b]);
        sat.add(&[a]);
        sat.propagate();
        assert_eq!(
            [a, b, !b, c].map(|literal| sat.simplify(literal)),
            [Literal::TRUE, Literal::FALSE, Literal::TRUE, c]
        );
    }

    /// Pigeons do not fit into one hole less, whose proof by resolution is exponentially long.
    #[test]
    fn a_search_ends_at_its_limit_and_a_longer_one_goes_on() {
        let (mut sat, holes) = (Sat::new(), 7);
        let pigeons: Vec<Vec<_>> =
            (0..=holes).map(|_| (0..holes).map(|_| sat.new_literal(false)).collect()).collect();
        pigeons.iter().for_each(|places| sat.add(places));
        for (index, first) in pigeons.iter().enumerate() {
            for second in &pigeons[..index] {
                first.iter().zip(second).for_each(|(first, second)| sat.add(&[!*first, !*second]));
            }
        }
        assert_eq!(sat.solve(&[], 50), Verdict::NotSolved);
        assert!((50..60).contains(&sat.conflicts()), "{}", sat.conflicts());
        assert_eq!(sat.solve(&[], 1_000_000), Verdict::Unsatisfiable);
    }
}
