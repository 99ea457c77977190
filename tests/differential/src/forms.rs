//! Forms.
