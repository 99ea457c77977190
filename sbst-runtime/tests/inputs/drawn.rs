//! Draws arguments of an annotated function like the search, and calls it.

use sbst::__private::bench::FunctionProblem;
use sbst_model::{expression, TestCase};
use sbst_search::{Ending, Execution, Operators, Problem as _};
use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

/// Notes of the function since the last call began.
static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Records an argument.
pub fn tell(value: impl Debug) {
    TOLD.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{value:?}"));
}

/// A call with drawn arguments.
pub struct Call {
    /// The arguments in readable form.
    pub read: Vec<String>,
    /// The arguments with the paths in full.
    pub full: Vec<String>,
    /// The notes of the function.
    pub told: Vec<String>,
    /// The end of the call.
    pub ending: Ending,
}

/// Calls the function of this name repeatedly.
pub fn calls(name: &str) -> Vec<Call> {
    // The recorder has one owner.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut problem = FunctionProblem::by_name(name).unwrap();
    let mut operators = Operators::new(problem.inputs().clone(), &[], 1);
    let (mut test, mut execution) = (TestCase::new(), Execution::default());
    let mut call = || {
        operators.sample(&mut test);
        let shapes = problem.inputs().parameters.iter();
        let arguments: Vec<_> =
            test.children(0).zip(shapes).map(|(node, shape)| expression::write(shape, &test, node)).collect();
        TOLD.lock().unwrap_or_else(PoisonError::into_inner).clear();
        execution.clear();
        problem.evaluate(&test, &mut execution);
        Call {
            read: arguments.iter().map(ToString::to_string).collect(),
            full: arguments.iter().map(|argument| argument.with_paths(str::to_owned)).collect(),
            told: TOLD.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            ending: execution.ending,
        }
    };
    (0..500).map(|_| call()).collect()
}

/// Calls the function of this name repeatedly; it must not panic. Its notes must equal `as_told` of
/// its arguments.
#[track_caller]
pub fn check(name: &str, as_told: impl Fn(&str) -> String) {
    for Call { read, told, ending, .. } in calls(name) {
        assert_eq!(ending, Ending::Returned, "{name}({read:?})");
        assert_eq!(read.iter().map(|source| as_told(source)).collect::<Vec<_>>(), told);
    }
}
