//! An empty library for the tests in `tests`.
