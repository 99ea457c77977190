#!/usr/bin/env bash
# Compares generated functions with and without the attribute (tests/differential), and tests the tool that does the same with
# crates of other people (fidelity).
#
#   tests/differential.sh                runs the tests
#   tests/differential.sh --if-changed   runs them only if what rewrites functions, what the rewritten ones call, or the tests
#                                        themselves have changed since they last passed
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/verified.sh

# shellcheck disable=SC2046 # no name has a space in it
fingerprint=$(fingerprint_of tests/differential.sh Cargo.lock $(git ls-files sbst-{vocabulary,source,instrument,macros}/{src,Cargo.toml} \
    sbst-core/src/{lib.rs,probe.rs,probe} tests/differential fidelity))
if [ "${1-}" = --if-changed ] && verified_before differential "$fingerprint"; then
    echo "Nothing that rewrites functions has changed since the comparison passed (tests/verified/differential)."
    exit 0
fi
cargo test --locked -p sbst-feature-union -p sbst-differential -p sbst-fidelity
verified_now differential "$fingerprint"
