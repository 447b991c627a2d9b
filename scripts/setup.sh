# shellcheck shell=bash
# Gets what a machine lacks: Debian packages, the Swift toolchain's place, a Python environment of the project's own.
# To be sourced after lib.sh.

# Every Debian package that the project needs: who needs it (Swift itself, the build, the tests), its name, what for.
PACKAGES='
swift g++                  the C library, its headers and the linker that Swift programs are linked with
swift libncurses6          the Swift compiler
swift libxml2              the Swift package manager
build pkg-config           where the libraries below are
build libssl-dev           cryptography and TLS
build libnghttp2-dev       HTTP/2 to Apple and Google
build libmicrohttpd-dev    the HTTP server
build libcurl4-openssl-dev webhooks and OAuth tokens
build libsqlite3-dev       the store
test  python3-venv         the independent implementation in Tests/Interop
test  curl                 runs the commands of the documents
test  strace               counts the fsync calls of the store
bench wrk                  HTTP load for ./bench api
'

# setup_packages NEED…: installs the packages of these groups that are missing; without the right to do so, says how.
setup_packages() {
    local wanted missing=() package install
    command -v dpkg-query >/dev/null || {
        say "not a Debian system: the libraries listed in scripts/setup.sh must be there already"
        return 0
    }
    wanted=$(awk -v needs=" $* " 'NF && index(needs, " " $1 " ") { print $2 }' <<<"$PACKAGES")
    for package in $wanted; do
        package_is_installed "$package" || missing+=("$package")
    done
    ((${#missing[@]} > 0)) || return 0

    # A list of some other source that cannot be fetched is no reason to stop.
    install="apt-get update; apt-get install -y --no-install-recommends ${missing[*]}"
    if ((EUID == 0)); then
        say "installing ${missing[*]}"
        DEBIAN_FRONTEND=noninteractive sh -c "$install" >/dev/null || fail "the packages could not be installed"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        say "installing ${missing[*]}"
        sudo -n env DEBIAN_FRONTEND=noninteractive sh -c "$install" >/dev/null || fail "the packages could not be installed"
    else
        say "These Debian packages are missing. Install them as root and start again:"
        say ""
        say "    sudo sh -c '$install'"
        exit 1
    fi
}

package_is_installed() {
    [[ $(dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | head -n 1) == installed ]]
}

SWIFT_MINIMUM=6.2

# setup_swift: puts the first Swift that is new enough at the front of PATH.
setup_swift() {
    local candidate version seen=()
    for candidate in "$(command -v swift || true)" /opt/swift/usr/bin/swift /usr/share/swift/usr/bin/swift \
        /usr/local/swift/usr/bin/swift "${SWIFTLY_BIN_DIR:-${HOME-}/.local/share/swiftly/bin}/swift" \
        "${HOME-}"/.local/share/swiftly/toolchains/*/usr/bin/swift; do
        [[ -x $candidate ]] || continue
        version=$("$candidate" --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+(\.[0-9]+)*).*/\1/p' | head -n 1)
        if [[ -n $version ]] && version_is_at_least "$version" "$SWIFT_MINIMUM"; then
            PATH=$(dirname "$candidate"):$PATH
            export PATH
            say "Swift $version"
            return 0
        fi
        seen+=("$candidate (${version:-does not start})")
    done
    ((${#seen[@]} == 0)) || say "too old or unusable: ${seen[*]}"
    say "Waxwing is built with Swift $SWIFT_MINIMUM or newer. Get it from https://www.swift.org/install/linux/, either"
    say "with swiftly (swiftly init) or as an archive unpacked to /opt/swift, and start again."
    exit 1
}

# version_is_at_least A B: whether A is B or comes after it.
version_is_at_least() {
    [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]
}

# setup_python: makes .build/venv what Tests/Interop/requirements.txt says, and WAXWING_PYTHON its interpreter.
setup_python() {
    local requirements=Tests/Interop/requirements.txt venv=$PWD/.build/venv system=/usr/bin/python3
    export WAXWING_PYTHON=$venv/bin/python
    if [[ -x $WAXWING_PYTHON ]] && cmp -s "$requirements" "$venv/installed.txt" && "$WAXWING_PYTHON" -c ''; then
        return 0
    fi
    # python3-venv belongs to Debian's interpreter; another one in PATH has venv of its own.
    "$system" -c 'import ensurepip' 2>/dev/null || system=python3
    say "making a Python environment in .build/venv"
    rm -rf "$venv"
    "$system" -m venv "$venv" || fail "python3 -m venv does not work"
    "$WAXWING_PYTHON" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" ||
        fail "the packages of $requirements could not be installed"
    cp "$requirements" "$venv/installed.txt"
}
