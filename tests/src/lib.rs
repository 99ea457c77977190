//! End-to-end tests of sbst, see `tests/`.
