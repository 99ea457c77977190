#!/usr/bin/env bash
# Expands annotated crates both by the instrumenter linked into the macro and by the expander. The
# macro refuses differences in tokens, places or hygiene.
#
#   tests/expansion.sh                runs it
#   tests/expansion.sh --if-changed   runs it only if the expansion or its input has changed since it
#                                     last passed here
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/passed.sh

# shellcheck disable=SC2046 # no name has a space in it
fingerprint=$(fingerprint_of tests/expansion.sh Cargo.lock $(git ls-files sbst-{vocabulary,source,instrument,macros}/{src,Cargo.toml} \
    sbst-macros/tests/fidelity tests/expansion))
[ "${1-}" != --if-changed ] || exit_unless_due expansion "$fingerprint"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}
cargo build --locked --quiet -p sbst-instrument --example expander
SBST_EXPANDER=$(realpath "$CARGO_TARGET_DIR/debug/examples/expander")
export SBST_EXPANDER
cargo test --locked -p sbst-macros --features sbst-macros/rewrite,sbst-macros/compared --test fidelity
# The tested versions; cargo drops unneeded ones.
cp Cargo.lock tests/expansion/
cargo check --manifest-path tests/expansion/Cargo.toml
SBST_CHECKS=1 cargo check --manifest-path tests/expansion/Cargo.toml --features symbolic
passed_now expansion "$fingerprint"
