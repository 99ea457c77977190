# Runs the steps of a script and prints their times at its end. To be sourced.
#
#   run COMMAND...      runs a step, and ends the script if it fails
#   summary TITLE       prints the wall time and the processor time of each step, in seconds
#   "${published[@]}"   the published packages, and "${all_but_the_runtime[@]}" and
#                       "${runtime[@]}" of them, as options of cargo

all_but_the_runtime=(sbst-vocabulary sbst-model sbst-wire sbst-solver sbst-search sbst-algorithms sbst-source sbst-instrument sbst-analysis sbst-macros cargo-sbst sbst-lab)
all_but_the_runtime=("${all_but_the_runtime[@]/#/--package=}")
runtime=(--package=sbst-core --package=sbst-worker --package=sbst-runtime)
published=("${all_but_the_runtime[@]}" "${runtime[@]}")

step_times=()

run() {
    step=$*
    : "${step_time:=$(mktemp)}"
    printf '\n==> %s\n' "$step"
    local TIMEFORMAT='%R %U %S'
    { time "$@" 2>&3 3>&-; } 3>&2 2>"$step_time"
    step_times+=("$(awk -v step="$step" '{ printf "%6.0f %6.0f  %s", $1, $2 + $3, step }' "$step_time")")
}

summary() {
    local status=$?
    printf '\n%s (seconds of wall and of processor time):\n' "$1"
    printf '%s\n' "${step_times[@]-}"
    rm -f "${step_time-}"
    [ $status -eq 0 ] || printf '\nthis step failed: %s\n' "$step"
}
