//! Bit-vector solver for path conditions: terms of 1 to 128 bits, a bit-blaster, and a SAT
//! solver.
//!
//! ```
//! use sbst_solver::term::{Assignment, TermPool, Variable};
//! use sbst_solver::{Outcome, Solver};
//!
//! let mut pool = TermPool::default();
//! let [x, y] = [0, 1].map(|index| Variable { index, width: 32 });
//! let (a, b) = (pool.variable(x), pool.variable(y));
//! let (sum, product) = (pool.add(a, b), pool.mul(a, b));
//! let is_sum = pool.equals(sum, 30);
//! let is_product = pool.equals(product, 221);
//!
//! let mut solver = Solver::near(&Assignment::default());
//! solver.assert(&pool, is_sum);
//! let Outcome::Satisfiable(model) = solver.check(&pool, &[is_product]) else { panic!() };
//! assert_eq!(pool.evaluate(is_sum, &model), 1);
//! assert_eq!(pool.evaluate(is_product, &model), 1);
//! ```

pub mod term;
mod sat;
mod blast;
mod solver;

pub use solver::{Outcome, Size, Solver};
