//! Path conditions: the clauses over a test case's values that are true on the path of one
//! execution.

use sbst_model::Distance;
use sbst_solver::term::{Assignment, Term, TermPool, Variable};

/// The path condition of one execution.
#[derive(Default)]
pub struct PathCondition {
    pub pool: TermPool,
    /// The clauses in the order of the execution.
    pub clauses: Vec<Clause>,
    /// The variables among the values of the test case.
    pub inputs: Vec<Input>,
    /// A fingerprint of the test case without its variables, such as its calls and the lengths of
    /// its sequences. Proofs about a path are valid for this structure only.
    pub structure: u64,
    /// True if the execution continued after the last clause.
    pub is_cut: bool,
    /// True if only values of the test case decide, by the terms and conditions here. Then any
    /// other test with these steps has the same terms.
    pub is_closed: bool,
    /// True if the execution ended in a fault: another execution with these steps may continue.
    pub is_failed: bool,
    /// The conditions on a value without a term, each with the kind of this value. The site
    /// `u32::MAX` represents all conditions after a cut.
    pub concrete: Vec<(u32, String)>,
}

/// A condition that was passed with an outcome, or an assumption for the rest of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clause {
    /// True if it is no step of the path, but a condition of the following ones: an operation did
    /// not overflow, or an index stays the same.
    pub is_assumed: bool,
    /// The place in the source.
    pub site: u32,
    /// The number of earlier passes of the site in this execution.
    pub round: u32,
    pub outcome: bool,
    /// A term of width 1 that is true in this execution.
    pub term: Term,
    /// True if the term is equivalent to the condition. False if a value of this execution replaces
    /// a term: then it allows no proof.
    pub is_exact: bool,
    /// The distance to the other outcome; [`Distance::ONE`] if unknown.
    pub away: Distance,
    /// The goal of the outcome.
    pub goal: Option<u32>,
    /// The goal of the other outcome.
    pub other_goal: Option<u32>,
}

/// A value of a test case as a variable of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    pub variable: Variable,
    /// The node of the test case.
    pub slot: u32,
    pub is_signed: bool,
    /// The value in this execution: the lower bits of two's complement.
    pub value: u128,
    /// The object or sequence that contains the value.
    pub object: Option<u32>,
    /// A number for the value's name without indices, shared by all elements of a sequence.
    pub name: u32,
}

impl PathCondition {
    /// Returns the values of this execution.
    pub fn assignment(&self) -> Assignment {
        self.inputs.iter().map(|input| (input.variable, input.value)).collect()
    }

    /// The steps of the path, with their indices among the clauses.
    pub fn steps(&self) -> impl Iterator<Item = (usize, Step)> + '_ {
        let clauses = self.clauses.iter().enumerate().filter(|(_, clause)| !clause.is_assumed);
        clauses.map(|(index, clause)| (index, clause.step()))
    }
}

impl Clause {
    /// An assumed clause.
    pub fn assumed(term: Term, is_exact: bool) -> Clause {
        let away = Distance::ONE;
        Clause {
            is_assumed: true,
            site: 0,
            round: 0,
            outcome: true,
            term,
            is_exact,
            away,
            goal: None,
            other_goal: None,
        }
    }

    pub fn step(&self) -> Step {
        Step { site: self.site, round: self.round, outcome: self.outcome }
    }
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    pub site: u32,
    pub round: u32,
    pub outcome: bool,
}

impl Step {
    /// Returns the step with the other outcome.
    pub fn negate(self) -> Step {
        Step { outcome: !self.outcome, ..self }
    }
}

/// The proof that no values of a path lead to an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub step: Step,
    /// The contradicted earlier steps of the path.
    pub contradicted: Vec<Step>,
    /// The goals of these steps.
    pub goals: Vec<u32>,
    /// True if it also contradicts the success of earlier operations.
    pub is_by_success: bool,
}

impl Proof {
    /// The proof of a step that contradicts these clauses.
    pub fn new(step: Step, contradicted: &[Clause]) -> Proof {
        let steps = || contradicted.iter().filter(|clause| !clause.is_assumed);
        Proof {
            step,
            contradicted: steps().map(Clause::step).collect(),
            goals: steps().filter_map(|clause| clause.goal).collect(),
            is_by_success: contradicted.iter().any(|clause| clause.is_assumed),
        }
    }
}
