//! What is found in functions, and what is emitted for them. One executable: each links all of `syn`.

mod callable;
mod calls;
mod checks;
mod conditions;
mod emitted;
mod emitted_forms;
mod inputs;
mod literals;
mod operations;
