#!/usr/bin/env bash
# Expands annotated crates both by the instrumenter linked into the macro and by the expander. The macro refuses tokens, places
# or hygiene that differ.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}
cargo build --locked --quiet -p sbst-instrument --example expander
SBST_EXPANDER=$(realpath "$CARGO_TARGET_DIR/debug/examples/expander")
export SBST_EXPANDER
cargo test --locked -p sbst-macros --features sbst-macros/rewrite,sbst-macros/compared --test fidelity
# The versions that were tested; cargo drops those that are not needed.
cp Cargo.lock tests/expansion/
cargo check --manifest-path tests/expansion/Cargo.toml
SBST_CHECKS=1 cargo check --manifest-path tests/expansion/Cargo.toml --features symbolic
