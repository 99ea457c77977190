//! Conditions found in functions, and the code emitted for them. One executable: each links all of `syn`.

mod callable;
mod calls;
mod checks;
mod conditions;
mod emitted;
mod emitted_forms;
mod inputs;
mod literals;
mod mutated;
mod operations;
