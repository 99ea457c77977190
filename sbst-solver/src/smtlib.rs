//! Conditions as texts of [SMT-LIB 2](https://smt-lib.org), logic `QF_BV`, and solvers that read them.

mod expression;
mod reader;
mod writer;
mod external;

pub use expression::SyntaxError;
pub use external::{ExternalSolver, Model};
pub use reader::{read, Script};
pub use writer::write;
