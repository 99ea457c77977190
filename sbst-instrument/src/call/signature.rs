//! A function as written: its parameters, and its generic parts.

pub(crate) mod own;
pub(crate) mod associated;
pub(crate) mod determined_parameters;
pub(crate) mod constants;
pub(crate) mod numbers;
pub(crate) mod closure;
pub(crate) mod function_type;
pub(crate) mod functions;
pub(crate) mod returned_functions;
pub(crate) mod generics;
pub(crate) mod parameter;
pub(crate) mod callee;
pub(crate) mod interior;
pub(crate) mod obstacle;
