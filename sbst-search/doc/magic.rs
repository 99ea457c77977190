// The problem of the examples in the documentation: a function with the condition `x == 4_242`.

use sbst_model::shape::Integer;
use sbst_model::{Distance, NodeKind, Shape, TestCase};
use sbst_search::{Execution, Inputs, Problem};

static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));

/// Goal 0 is that the condition holds, goal 1 that it does not.
pub struct Magic(Inputs);

impl Magic {
    pub fn new() -> Magic {
        Magic(Inputs { parameters: vec![&I32], ..Inputs::default() })
    }

    /// Returns the call with this argument.
    pub fn call(x: i32) -> TestCase {
        let mut test = TestCase::new();
        let call = test.open(NodeKind::Statement, 0);
        test.leaf(NodeKind::Integer, x as u64);
        test.close(call);
        test
    }
}

impl Problem for Magic {
    fn goals(&self) -> usize {
        2
    }

    fn inputs(&self) -> &Inputs {
        &self.0
    }

    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        let x = test.integer(1) as i32;
        execution.reached.push((0, Distance::from_steps(u128::from(x.abs_diff(4_242)))));
        execution.reached.push((1, if x == 4_242 { Distance::ONE } else { Distance::ZERO }));
    }
}
