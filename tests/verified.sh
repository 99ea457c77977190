# What a slow check was last seen to pass on, so that it runs again only when the files it is about have changed. To be sourced.
#
#   verified_before NAME FINGERPRINT   succeeds if the check NAME has passed on these contents; tests/verified/NAME says so
#   verified_now NAME FINGERPRINT      notes that it has
#   fingerprint_of FILE...             prints one word that stands for the names and contents of files

verified_before() {
    [ "$(cat "tests/verified/$1" 2>/dev/null)" = "$2" ]
}

verified_now() {
    mkdir -p tests/verified
    printf '%s\n' "$2" >"tests/verified/$1"
}

fingerprint_of() {
    # Hashed by git, which is there wherever a clone is, and does not care for the platform.
    git hash-object -- "$@" | paste -d ' ' - <(printf '%s\n' "$@") | git hash-object --stdin
}
