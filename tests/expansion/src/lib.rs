//! An empty library: its dependencies are the expanded crates of `tests/expansion.sh`.
