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

# port_of ARGUMENT…: the port that --port names, else 8080.
port_of() {
    local port=8080
    while (($# > 0)); do
        case $1 in
        --port=*) port=${1#*=} ;;
        --port) port=${2-} ;;
        esac
        shift
    done
    printf '%s\n' "$port"
}

# port_is_free PORT: whether nobody on this machine answers there. 0 is always free, and so is what is no port: whom it
# is meant for says so.
port_is_free() {
    [[ ! $1 =~ ^[1-9][0-9]{0,4}$ ]] || ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
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
