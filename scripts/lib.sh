# shellcheck shell=bash disable=SC2034
# What the scripts at the root share: messages, and steps with a heading, a time and a verdict.
# To be sourced by a script that has `set -euo pipefail` and stands in the root folder.

# The crash reporter of a process that was made to crash can hold its output open for minutes.
export SWIFT_BACKTRACE=enable=no

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

STEP_LINES=()
STEPS_FAILED=0
STEP_OK=true

# step HEADING COMMAND ARGUMENT…: runs the command in a subshell, notes its verdict also in STEP_OK, and carries on.
# Returns 0 always: `set -e` would not hold inside a command whose status is looked at.
step() {
    local heading=$1 start=$SECONDS status verdict
    shift
    printf '\n=== %s\n' "$heading"
    set +e
    (
        set -euo pipefail
        "$@"
    )
    status=$?
    set -e
    if ((status == 0)); then
        STEP_OK=true verdict=ok
    else
        STEP_OK=false verdict=FAILED
        STEPS_FAILED=$((STEPS_FAILED + 1))
    fi
    STEP_LINES+=("$(printf '%-7s %5d s  %s' "$verdict" $((SECONDS - start)) "$heading")")
    printf -- '--- %s after %d s\n' "$verdict" $((SECONDS - start))
}

print_steps() {
    printf '\n=== %s\n' "Summary"
    printf '%s\n' "${STEP_LINES[@]}"
}
