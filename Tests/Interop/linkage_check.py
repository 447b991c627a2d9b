#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that a program can be copied to another Debian machine: it starts, and the only libraries it loads are those
of Debian packages, of which it prints the list.

    linkage_check.py PROGRAM
"""

import os
import subprocess
import sys
import tempfile


def libraries_of(program):
    """The paths of all libraries that are loaded with the program, and the names of those that are missing."""
    output = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    paths, missing = [], []
    for line in output.splitlines():
        name, _, target = line.strip().partition(" => ")
        if target.startswith("not found"):
            missing.append(name)
        elif path := next((word for word in (target or name).split() if word.startswith("/")), None):
            paths.append(path)
    return paths, missing


def package_of(path):
    """The Debian package that a file is part of; None for one of no package."""
    # /lib is a link to /usr/lib today, and packages still name either.
    real = os.path.realpath(path)
    for name in {path, real, real.removeprefix("/usr")}:
        found = subprocess.run(["dpkg-query", "--search", name], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    return None


def main():
    program = os.path.abspath(sys.argv[1])
    paths, missing = libraries_of(program)
    packages = {path: package_of(path) for path in paths}
    strangers = missing + [path for path, package in packages.items() if package is None]
    if strangers or not paths:
        sys.exit(f"not of Debian: {', '.join(strangers) or 'no library at all was found'}")
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy")
        subprocess.run(["cp", program, copy], check=True)
        subprocess.run([copy, "--version"], env={}, cwd=folder, check=True)
    print(f"{os.path.getsize(program) >> 20} MiB, {len(paths)} libraries of {len(set(packages.values()))} packages")


if __name__ == "__main__":
    main()
