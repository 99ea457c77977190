//! What is searched: anything with inputs of known shapes, goals, and a way to say how far an execution was from
//! each.

use sbst_model::{Distance, Shape, TestCase};

/// A test-generation problem.
pub trait Problem {
    /// The number of goals. They are named by their index.
    fn goals(&self) -> usize;

    /// What test cases look like.
    fn inputs(&self) -> &Inputs;

    /// Executes `test` and writes down in `execution`, which comes cleared, what was observed. A problem that will not
    /// execute a test (because it is known to be fatal) lets it reach nothing and end in a [fault](Ending::Fault).
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution);
}

/// What the test cases of a problem look like: one statement with an argument for each parameter.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Shapes of the parameters, in order.
    pub parameters: Vec<&'static Shape>,
    /// Values that stand in the source.
    pub literals: Literals,
}

/// Values that stand in the source of what is tested, as seeds.
#[derive(Clone, Debug, Default)]
pub struct Literals {
    /// Integers, in two's complement, and whether each is negative.
    pub integers: Vec<(u128, bool)>,
    /// Floats.
    pub floats: Vec<f64>,
    /// Characters.
    pub characters: Vec<char>,
    /// Texts.
    pub texts: Vec<String>,
}

/// What one execution showed.
#[derive(Clone, Debug, Default)]
pub struct Execution {
    /// Goals whose condition was evaluated, each once, with the least distance met; zero if the goal was covered.
    pub reached: Vec<(u32, Distance)>,
    /// How it ended.
    pub ending: Ending,
}

impl Execution {
    /// Forgets everything, keeping its buffer.
    pub fn clear(&mut self) {
        self.reached.clear();
        self.ending = Ending::Returned;
    }
}

/// How an execution ended, best first: among tests that cover a goal, one that returns is preferred to one that
/// panics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// It returned.
    #[default]
    Returned,
    /// It panicked with a message that a person wrote.
    Panicked,
    /// It ran into a fault: overflow, index, hang …
    Fault,
}
