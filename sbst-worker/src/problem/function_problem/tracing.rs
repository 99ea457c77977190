//! Traces of executions.

use super::FunctionProblem;
use sbst_core::probe::notes;
use sbst_core::probe::site::NO_GOAL;
use sbst_model::trace::Comparison;
use sbst_model::{TestCase, Trace};
use sbst_search::{Execution, Problem as _};

impl FunctionProblem {
    /// Evaluates a test, and records the operands of its comparisons and the distances to boundaries.
    pub(super) fn evaluate_with_notes(
        &mut self,
        test: &TestCase,
        execution: &mut Execution,
        trace: &mut Trace,
    ) {
        notes::begin();
        self.evaluate(test, execution);
        let noted = notes::end();
        if execution.reached.is_empty() {
            return;
        }
        trace.boundaries.extend(noted.boundaries.into_iter().flat_map(|(site, distances)| {
            let sought = site.sought().into_iter().zip(distances).filter(|(goal, _)| *goal != NO_GOAL);
            sought.filter_map(|(goal, distance)| Some((goal, distance?)))
        }));
        trace.comparisons.extend(noted.comparisons.into_iter().map(|(site, note)| {
            let [to_true, to_false] = site.sought();
            let (covers, misses) = if note.outcome { (to_true, to_false) } else { (to_false, to_true) };
            Comparison {
                covers,
                misses,
                relation: note.relation,
                left: note.left,
                right: note.right,
                holds: note.holds,
            }
        }));
    }
}
