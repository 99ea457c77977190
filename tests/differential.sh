#!/usr/bin/env bash
# Compares generated functions with and without the attribute (tests/differential), and tests the tool
# for the same comparison with third-party crates (fidelity).
#
#   tests/differential.sh                runs the tests
#   tests/differential.sh --if-changed   runs them only if the rewriting of functions, the callees of
#                                        rewritten ones, or the tests themselves have changed since
#                                        they last passed here
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/passed.sh

# shellcheck disable=SC2046 # no name has a space in it
fingerprint=$(fingerprint_of tests/differential.sh Cargo.lock $(git ls-files sbst-{vocabulary,source,instrument,macros}/{src,Cargo.toml} \
    sbst-core/src/{lib.rs,probe.rs,probe} tests/differential fidelity))
[ "${1-}" != --if-changed ] || exit_unless_due differential "$fingerprint"
cargo test --locked -p sbst-feature-union -p sbst-differential -p sbst-fidelity
passed_now differential "$fingerprint"
