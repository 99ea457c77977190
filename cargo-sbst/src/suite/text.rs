//! Rust source of a test: arguments, statements before the call, assertions and names.

pub mod expression;
pub mod scope;
pub mod value;
pub mod claim;
pub mod temporaries;
pub mod variables;
pub mod rendered_story;
pub mod argument;
pub mod idiom;
pub mod call;
pub mod returned;
pub mod naming;
pub mod consumption;
pub mod plain;
pub mod observed;
pub mod assertion;
pub mod story;
pub mod annotation;
pub mod receiver;
pub mod table;
pub mod facts;
pub mod test_names;
