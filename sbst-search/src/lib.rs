//! Test-generation search over an abstract [`Problem`]: a number of goals, inputs of given shapes,
//! and the distances of an execution to the goals.
//!
//! One [`Evaluator`] holds the budget, the archive, statistics and stop conditions. The
//! [`Operators`] draw and change test cases, driven by their shapes. Each [`Algorithm`] is a file
//! that follows its paper. Afterwards [`minimise()`] makes a small suite of simple and plain
//! tests from the archive.
//!
//! ```
//! use sbst_model::messages::{Budget, Stopped};
//! use sbst_model::shape::Integer;
//! use sbst_model::{Distance, Shape, TestCase};
//! use sbst_search::{minimise, search, Algorithm, Execution, Inputs, Options, Problem, Silent};
//!
//! /// `x == 4_242`: goal 0 is that it holds, goal 1 that it does not.
//! struct Magic(Inputs);
//!
//! impl Problem for Magic {
//!     fn goals(&self) -> usize {
//!         2
//!     }
//!     fn inputs(&self) -> &Inputs {
//!         &self.0
//!     }
//!     fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
//!         let x = test.integer(1) as i32;
//!         let steps = Distance::from_steps(u128::from(x.abs_diff(4_242)));
//!         execution.reached.push((0, steps));
//!         execution.reached.push((1, if x == 4_242 { Distance::ONE } else { Distance::ZERO }));
//!     }
//! }
//!
//! static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));
//! let mut problem = Magic(Inputs { parameters: vec![&I32], ..Inputs::default() });
//! let budget = Budget { evaluations: Some(100_000), seconds: None, stall: None };
//! let outcome = search(&mut problem, &Options::new(Algorithm::Mio, 1, budget), &mut Silent);
//! assert_eq!(outcome.stopped, Stopped::AllCovered);
//!
//! let suite = minimise(&mut problem, &outcome.archive, 1_000, None);
//! let values: Vec<i32> = suite.iter().map(|test| test.test.integer(1) as i32).collect();
//! assert_eq!(values, [4_242, 1]);
//! ```

// Internal crates have no stable interface: an item has docs if its name is not enough.
#![allow(missing_docs, rustdoc::private_intra_doc_links)]

pub mod sort;
pub mod operator;
pub mod evaluation;
pub mod local;
pub mod algorithm;
pub mod minimise;
mod search;

pub use algorithm::mio;
pub use evaluation::archive::{Archive, SuiteLength};
pub use evaluation::evaluator::Evaluator;
pub use evaluation::events::Events;
pub use evaluation::fitness::{self, Dependences, Fitness};
pub use evaluation::observer::{Observer, Outcome, Progress, Silent, SuiteGeneration};
pub use evaluation::options::Options;
pub use evaluation::problem::{Detail, Ending, Execution, Problem};
pub use local::input_to_state::InputToState;
pub use local::local_search::{self, LocalSearch};
pub use local::variable_search::VariableSearch;
pub use minimise::{minimise, minimise_as, Minimised, SuiteTest, Wishes};
pub use operator::inputs::{Inputs, Known, TestSource};
pub use operator::known;
pub use operator::random::Random;
pub use operator::variation::Variation;
pub use operator::{corners, Operators};
pub use sbst_model::Algorithm;
pub use search::{run, search, search_by};
