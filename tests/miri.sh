#!/usr/bin/env bash
# Runs the tests of the runtime's `unsafe` under Miri, as far as possible: the store of values owned and
# borrowed by call sequences, borrowed and moved results, erased arguments, and operands distinguished
# by their types. Code that needs a linker's sections or mapped files is excluded. Leaks are intended:
# a value that borrows from a later one is never dropped (store.rs, rule 2).
#
# Needs nightly with the components miri and rust-src, and fetches them if possible. Otherwise it prints
# a message and succeeds.
#
#   tests/miri.sh                runs it
#   tests/miri.sh --if-changed   runs it only if a file of the runtime with `unsafe` has changed since
#                                it last passed here
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/passed.sh

# shellcheck disable=SC2046 # no name has a space in it
fingerprint=$(fingerprint_of tests/miri.sh $(git grep -lw unsafe -- sbst-{core,worker,runtime}/src))
[ "${1-}" != --if-changed ] || exit_unless_due miri "$fingerprint"

if ! cargo +nightly miri --version >/dev/null 2>&1; then
    if ! rustup toolchain install nightly --profile minimal --component miri,rust-src >/dev/null 2>&1; then
        echo "Miri is not installed, and could not be fetched: its tests were skipped."
        exit 0
    fi
fi
# Property tests read the seeds of earlier failures from files, and an interpreter needs fewer cases.
export MIRIFLAGS="-Zmiri-ignore-leaks -Zmiri-disable-isolation"
export PROPTEST_CASES=8 PROPTEST_FAILURE_PERSISTENCE=off
cargo +nightly miri test --locked -p sbst-core --features search --lib --target-dir "${CARGO_TARGET_DIR:-target}/miri" -- \
    store:: objects:: erased:: known:: structure:: branch_distance::tests::
passed_now miri "$fingerprint"
