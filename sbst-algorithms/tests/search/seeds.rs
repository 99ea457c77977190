//! Initial tests that no search has evaluated.

use sbst_algorithms::search;
use sbst_model::{messages::Budget, shape::Integer, Distance, NodeKind, Shape, TestCase};
use sbst_search::{Algorithm, Execution, Inputs, Observer, Options, Problem, Progress};

static U64: Shape = Shape::Integer(Integer::all("u64", 64, false));
const WANTED: u64 = 0x9e37_79b9_7f4a_7c15;

/// `hash(x) == …`: no slope leads to it.
struct Hidden(Inputs);

impl Problem for Hidden {
    fn goals(&self) -> usize {
        2
    }
    fn inputs(&self) -> &Inputs {
        &self.0
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        let holds = test.integer(1) as u64 == WANTED;
        let distances = if holds { [Distance::ZERO, Distance::ONE] } else { [Distance::ONE, Distance::ZERO] };
        execution.reached.extend([(0, distances[0]), (1, distances[1])]);
    }
}

/// The evaluations at which covered goals were reported.
#[derive(Default)]
struct Told(Vec<(u64, Vec<u32>)>);

impl Observer for Told {
    fn kept(&mut self, _: &TestCase, covers: &[u32], progress: &Progress) {
        self.0.push((progress.evaluations, covers.to_vec()));
    }
}

fn call(x: u64) -> TestCase {
    let mut test = TestCase::new();
    let call = test.open(NodeKind::Statement, 0);
    test.leaf(NodeKind::Integer, x);
    test.close(call);
    test
}

#[test]
fn seed_counts_as_reported_evaluation_in_every_algorithm() {
    for algorithm in Algorithm::ALL {
        let mut problem = Hidden(Inputs { parameters: vec![&U64], ..Inputs::default() });
        let budget = Budget { evaluations: Some(100), seconds: None, stall: None };
        let mut told = Told::default();
        let options = Options {
            initial: vec![call(3)],
            seeds: vec![call(4), call(WANTED)],
            ..Options::new(algorithm, 1, budget)
        };
        let outcome = search(&mut problem, &options, &mut told);
        assert_eq!(outcome.archive.covered(), 2, "{algorithm}");
        assert_eq!(
            told.0,
            [(2, vec![0])],
            "{algorithm}: the initial test covers the other goal, and is known"
        );
        assert_eq!(outcome.evaluations_to_last_goal, 2, "{algorithm}");
    }
}
