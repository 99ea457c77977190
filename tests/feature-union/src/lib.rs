//! An empty library: the manifest has the dependencies.
