//! The crates that are expanded are the dependencies: see `tests/expansion.sh`.
