//! Bit-vector solver for path conditions: terms of 1 to 128 bits, a bit-blaster, a SAT solver, and
//! SMT-LIB2.

pub mod term;
