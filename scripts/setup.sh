# shellcheck shell=bash
# Gets what a machine lacks: Debian packages, the Swift toolchain's place, Intel's crypto_mb, a Python environment of the
# project's own.
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
build libjq-dev            the --jq of pushward
build libqrencode-dev      keys as QR codes in the terminal
build python3-venv         fetches crypto_mb; the independent implementation in Tests/Interop
build tzdata               the time zones of recurring schedules
test  curl                 runs the commands of the documents
test  strace               counts the fsync calls of the store
test  nginx-light          another HTTP/2 server to send pushes to
test  zsh                  the completion script of pushward
test  fish                 its completion script
test  mandoc               checks its man page
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

# setup_crypto_mb: lets the build find Intel's crypto_mb, which seals eight messages at a time; fetches it from PyPI
# where .build/crypto_mb has none or another version. Without it the build goes on, and OpenSSL seals one by one.
# The manifest reads WAXWING_CRYPTO_MB; where that is 0 from the start, crypto_mb is left out.
setup_crypto_mb() {
    local requirements=$PWD/scripts/crypto_mb.txt folder=$PWD/.build/crypto_mb reason='' output status
    if [[ ${WAXWING_CRYPTO_MB-} == 0 ]]; then
        reason="WAXWING_CRYPTO_MB is 0"
    elif [[ $(uname -sm) != "Linux x86_64" ]]; then
        reason="it is for Linux on x86-64"
    elif ! cmp -s "$requirements" "$folder/installed.txt"; then
        # `set -e` would not hold inside a command whose status is looked at.
        set +e
        output=$(fetch_crypto_mb "$requirements" "$folder" 2>&1)
        status=$?
        set -e
        # Of all that pip says, its first error is the reason.
        ((status == 0)) || reason=$(grep -m 1 '^ERROR' <<<"$output" || tail -n 1 <<<"$output")
    fi
    if [[ -n $reason ]]; then
        say "building without crypto_mb: $reason"
        export WAXWING_CRYPTO_MB=0
    else
        export WAXWING_CRYPTO_MB=1 PKG_CONFIG_PATH=$folder${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
    fi
}

# fetch_crypto_mb REQUIREMENTS FOLDER: unpacks the wheels into the folder: headers, archive, licence and a .pc file.
# Not the shared library beside the archive: the linker would take that, and no program would start.
fetch_crypto_mb() (
    set -e
    work=$2.new
    python=$work/venv/bin/python
    rm -rf "$work"
    mkdir -p "$work/include" "$work/lib"
    make_venv "$work/venv"
    "$python" -m pip download --quiet --disable-pip-version-check --retries 1 --timeout 20 --no-deps \
        --only-binary :all: --require-hashes --requirement "$1" --dest "$work/wheels"
    for wheel in "$work"/wheels/*.whl; do
        "$python" -m zipfile -e "$wheel" "$work/unpacked"
    done
    mv "$work"/unpacked/*.data/data/include/aggregator/crypto_mb "$work/include"
    mv "$work"/unpacked/*.data/data/lib/libcrypto_mb.a "$work/lib"
    mv "$work"/unpacked/ipp_crypto_static-*.dist-info/LICENSE.txt "$work"
    cat >"$work/crypto_mb.pc" <<'EOF'
Name: crypto_mb
Description: Intel Cryptography Primitives Library, multi-buffer part
Version: 2026.2.0
Cflags: -I${pcfiledir}/include
Libs: -L${pcfiledir}/lib -lcrypto_mb
EOF
    rm -rf "$work/venv" "$work/wheels" "$work/unpacked" "$2"
    cp "$1" "$work/installed.txt"
    mv "$work" "$2"
)

# make_venv FOLDER: an empty Python environment.
make_venv() {
    # python3-venv belongs to Debian's interpreter; another one in PATH has venv of its own.
    local system=/usr/bin/python3
    "$system" -c 'import ensurepip' 2>/dev/null || system=python3
    "$system" -m venv "$1"
}

# setup_python: makes .build/venv what Tests/Interop/requirements.txt says, and WAXWING_PYTHON its interpreter.
setup_python() {
    local requirements=Tests/Interop/requirements.txt venv=$PWD/.build/venv
    export WAXWING_PYTHON=$venv/bin/python
    if [[ -x $WAXWING_PYTHON ]] && cmp -s "$requirements" "$venv/installed.txt" && "$WAXWING_PYTHON" -c ''; then
        return 0
    fi
    say "making a Python environment in .build/venv"
    rm -rf "$venv"
    make_venv "$venv" || fail "python3 -m venv does not work"
    "$WAXWING_PYTHON" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" ||
        fail "the packages of $requirements could not be installed"
    cp "$requirements" "$venv/installed.txt"
}
