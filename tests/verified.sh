# Notes the files on which a slow check last passed, so that it runs again only when they have changed. To be sourced.
#
#   verified_before NAME FINGERPRINT   succeeds if the check NAME has passed on these files, by tests/verified/NAME
#   verified_now NAME FINGERPRINT      notes that it has passed
#   fingerprint_of FILE...             prints one word for the names and contents of files

verified_before() {
    [ "$(cat "tests/verified/$1" 2>/dev/null)" = "$2" ]
}

verified_now() {
    mkdir -p tests/verified
    printf '%s\n' "$2" >"tests/verified/$1"
}

fingerprint_of() {
    # Git is there wherever a clone is, and hashes alike on all platforms.
    git hash-object -- "$@" | paste -d ' ' - <(printf '%s\n' "$@") | git hash-object --stdin
}
