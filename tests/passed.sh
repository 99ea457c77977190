# Keeps the fingerprints of files with a passed slow check, so that it runs again only after changes.
# They are empty files in SBST_CI_CACHE (else `sbst-ci` in the user's cache directory),
# NAME/FINGERPRINT each. CI saves this directory after ./night and restores it before ./test. To be
# sourced.
#
#   fingerprint_of FILE...        prints one word for the names and contents of files
#   exit_unless_due NAME WORD     ends the script if the check NAME passed on this fingerprint, or has never passed here: a
#                                 machine without a cache leaves it to ./night
#   passed_now NAME WORD          records that it has passed

passes=${SBST_CI_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sbst-ci}

fingerprint_of() {
    # Git exists wherever a clone does, and hashes alike on all platforms.
    git hash-object -- "$@" | paste -d ' ' - <(printf '%s\n' "$@") | git hash-object --stdin
}

exit_unless_due() {
    if [ -e "$passes/$1/$2" ]; then
        echo "$1: skipped, because it passed on the same files before ($passes/$1/$2)"
        exit 0
    fi
    if ! [ -d "$passes/$1" ]; then
        echo "$1: left to ./night, because $passes has no earlier pass of it"
        exit 0
    fi
}

passed_now() {
    mkdir -p "$passes/$1"
    touch "$passes/$1/$2"
}
