#!/usr/bin/env bash
# Runs the end-to-end tests on the packages as published: the crates made by `cargo package`,
# cargo-sbst installed by `cargo install`, and fixtures that depend on the packaged runtime.
#
# Needs no network after `cargo fetch`, which it runs itself.
#
#   tests/packaged.sh                runs the tests that a package could break
#   tests/packaged.sh TEST...        runs others, selected as after `cargo test --`
#   tests/packaged.sh --if-changed   runs them only if manifests, the lock file, or the lines of code
#                                    that include files have changed since they last passed here
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/passed.sh
. tests/steps.sh

about() {
    git hash-object -- Cargo.toml Cargo.lock sbst-*/Cargo.toml cargo-sbst/Cargo.toml tests/packaged.sh
    git grep -hE 'include_(str|bytes)!|CARGO_MANIFEST_DIR' -- 'sbst-*/src/*.rs' 'cargo-sbst/src/*.rs' | sort
}
fingerprint=$(about | git hash-object --stdin)
if [ "${1-}" = --if-changed ]; then
    exit_unless_due packaged "$fingerprint"
    shift
fi

target=$(cargo metadata --no-deps --format-version 1 | sed -E 's/.*"target_directory":"([^"]*)".*/\1/')
work=$target/e2e-packaged
source=$work/source
rm -rf "$source" "$work/crates"
mkdir -p "$source" "$work/crates"

cargo fetch --quiet --locked
echo "packaging into $work" >&2
# A package is verified below, by using it. Uncommitted changes are packaged, too.
cargo package --quiet --offline --no-verify --allow-dirty --target-dir "$work/crates" "${published[@]}"

# A directory source: a folder for each package, with its checksum.
cargo vendor --quiet --locked --offline --versioned-dirs "$source" >/dev/null
checksums=
for crate in "$work"/crates/package/*.crate; do
    folder=$source/$(basename "$crate" .crate)
    tar --extract --gzip --file "$crate" --directory "$source"
    checksum=$( (sha256sum "$crate" 2>/dev/null || shasum -a 256 "$crate") | cut -d ' ' -f 1)
    printf '{"files":{},"package":"%s"}' "$checksum" >"$folder/.cargo-checksum.json"
    checksums+="$checksum "
done

# Cargo expects a version from a registry never to change. Ours do, so builds of earlier packages are
# removed.
if [ "$checksums" != "$(cat "$work/checksums" 2>/dev/null)" ]; then
    rm -rf "$work"/{install,cache,copies} "$work"/target-*
    printf '%s' "$checksums" >"$work/checksums"
fi

# Installed with the versions locked by its package, from the source alone.
cargo install cargo-sbst --quiet --debug --locked --offline --force --root "$work/installed" \
    --target-dir "$work/install" \
    --config 'source.crates-io.replace-with="packaged"' \
    --config "source.packaged.directory=\"$source\""

all=$#
if [ $# -eq 0 ]; then
    set -- library:: dependencies:: normal_builds:: workspaces:: lints:: --skip lints::a_strict_crate_stays_strict
fi
SBST_COMMAND=$work/installed/bin/cargo-sbst SBST_SOURCE=$source cargo test --locked --package sbst-tests -- "$@"
[ "$all" -ne 0 ] || passed_now packaged "$fingerprint"
