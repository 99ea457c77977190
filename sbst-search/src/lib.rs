//! Test-generation search over an abstract [`Problem`]: a number of goals, inputs of known shapes, and a way to say how
//! far an execution was from each goal.
//!
//! One [`Evaluator`] holds budget, archive, statistics and stop conditions. The [`Operators`] draw and change test
//! cases, driven by their shapes. Each [`Algorithm`] is a file that does nothing but what its paper says. Afterwards
//! [`minimise()`] makes a small suite of simple tests from the archive.
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
//! assert_eq!(values, [4_242, 0]);
//! ```

pub mod archive;
pub mod avm;
pub mod classic;
pub mod conforms;
pub mod corners;
pub mod dynamosa;
pub mod evaluator;
pub mod evolutionary_testing;
pub mod fitness;
pub mod generator;
pub mod genetic;
pub mod hill_climbing;
pub mod hybrid;
pub mod input_to_state;
pub mod local_search;
pub mod memetic;
pub mod mio;
pub mod monotonic;
pub mod monotonic_archive;
pub mod mosa;
pub mod operators;
pub mod problem;
pub mod random_search;
pub mod search;
pub mod suite;
pub mod template;
pub mod trace;
pub mod variation;
pub mod whole_suite;
pub mod whole_suite_archive;

mod agenda;
mod copying;
mod crossover;
mod distinct;
mod enumeration;
mod goals_in_turn;
#[cfg(test)]
mod golden;
mod limits;
mod minimise;
mod mutate;
mod neighbourhood;
mod places;
mod pool;
mod recursion;
mod refinement;
mod sample;
mod starts;
mod store;
mod variable_search;
mod variables;

pub use archive::{Archive, SuiteLength};
pub use conforms::conforms;
pub use evaluator::Evaluator;
pub use fitness::{Dependences, Fitness};
pub use generator::Random;
pub use input_to_state::InputToState;
pub use local_search::LocalSearch;
pub use minimise::minimise;
pub use operators::Operators;
pub use problem::{Detail, Ending, Execution, Inputs, Literals, Problem};
pub use sbst_model::Algorithm;
pub use search::{search, Observer, Options, Outcome, Progress, Silent, SuiteGeneration};
pub use suite::SuiteTest;
pub use template::Templates;
pub use trace::Trace;
pub use variable_search::VariableSearch;
pub use variation::Variation;
