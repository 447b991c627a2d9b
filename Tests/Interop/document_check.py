#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands that documents show, and compares what they print with what the documents say.

    document_check.py WAXWING DOCUMENT…

For each document it starts the program WAXWING on an empty directory with a port of its own, or where fences are marked
`sh serve`, the program of each of their lines. The fences marked `sh run` are given to bash in their order, in that
directory, with $API for the address, and the port of the program in place of the one that the document names; variables
stay from one to the next. The fence behind such a command is what it prints:

    http   the status line, some headers, and a body of JSON behind an empty line
    json   JSON
    text   text

In it "…" stands for any text, and a member named "…" for any further members. Identifiers and times may be others,
but an identifier that stands twice must come twice. A command that only reads is repeated until it prints what it
must, since pushes take a moment.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).parent.parent.parent
PATIENCE = 30
FENCE = re.compile(r"^```(\w+)( run| serve)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LISTENING = re.compile(r"^(?:.* listening at |control +http://)127\.0\.0\.1:(\d+)$", re.MULTILINE)
# What a program is given for a port of its own, and the port that documents name in its place.
SERVER, SIMULATOR = ("waxwing serve", "8080"), ("waxwing-simulator serve", "9000")
ULID = "[0-9A-HJKMNP-TV-Z]{26}"
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
IDENTIFIER = re.compile(f"([a-z]+_){ULID}")
CHANGES = re.compile(r"\s(--json|-X|-d)\s|\bnotify\b")
REST = "…"
PARTS = re.compile(f"([a-z]+_{ULID}|{TIME}|{REST})")


class Mismatch(Exception):
    """A command failed, or printed something else than its document says."""


class Command:
    """One fence of commands, and the kind and the text of what they print."""

    def __init__(self, script, line):
        self.script, self.line = script, line
        self.kind = self.answer = None

    @property
    def only_reads(self):
        return not CHANGES.search(self.script)


def commands(document):
    """The commands of a document with their answers, in order."""
    found, answers = [], False
    for match in FENCE.finditer(document):
        kind, mark, text = match.groups()
        runs = mark == " run"
        if runs:
            found.append(Command(text, document.count("\n", 0, match.start()) + 1))
        elif answers and kind in ("http", "json", "text"):
            found[-1].kind, found[-1].answer = kind, text
        answers = runs
    return found


def programs(document):
    """The programs that a document says to start, in order; the server alone where it says nothing."""
    marked = [text.splitlines() for _, mark, text in FENCE.findall(document) if mark == " serve"]
    return sum(marked, []) or [SERVER[0]]


def with_own_port(line):
    """A line that starts a program, so that it takes a port that is free, and the port that documents call it by."""
    if SIMULATOR[0] in line:
        return re.sub(rf"--port {SIMULATOR[1]}\b", "--port 0", line), SIMULATOR[1]
    return line + " --listen 127.0.0.1:0", SERVER[1]


class Comparison:
    """Compares what is printed with what stands in one document, remembering which identifiers stand for which."""

    def __init__(self):
        self.identifiers = {}

    def compare(self, kind, wanted, found):
        if kind == "http":
            self.response(wanted, found.replace("\r\n", "\n"))
        elif kind == "json":
            self.value(parse(wanted), parse(found), "the answer")
        else:
            self.text(wanted.strip(), found.strip(), "the text")

    def response(self, wanted, found):
        (wanted, wanted_body), (found, found_body) = (text.partition("\n\n")[::2] for text in (wanted, found))
        (status, *headers), (found_status, *found_headers) = wanted.splitlines(), found.splitlines() or [""]
        self.text(status, found_status, "the status")
        values = dict(line.split(": ", 1) for line in found_headers)
        for line in headers:
            name, value = line.split(": ", 1)
            self.text(value, values.get(name, ""), name)
        if wanted_body.strip():
            self.value(parse(wanted_body), parse(found_body), "the body")
        else:
            self.text("", found_body.strip(), "the body")

    def value(self, wanted, found, what):
        if isinstance(wanted, dict) and isinstance(found, dict):
            names = [name for name in wanted if name != REST]
            if names != ([name for name in found if name in wanted] if REST in wanted else list(found)):
                raise Mismatch(f"{what} has the members {', '.join(found)}")
            for name in names:
                self.value(wanted[name], found[name], f"{what}, {name}")
        elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
            for index, (one, other) in enumerate(zip(wanted, found)):
                self.value(one, other, f"{what}[{index}]")
        elif isinstance(wanted, str) and isinstance(found, str):
            self.text(wanted, found, what)
        elif type(wanted) is not type(found) or wanted != found:
            raise Mismatch(f"{what} is {found!r}, not {wanted!r}")

    def text(self, wanted, found, what):
        pattern, identifiers = "", []
        for part in PARTS.split(wanted):
            if part == REST:
                pattern += ".*"
            elif match := IDENTIFIER.fullmatch(part):
                identifiers.append(part)
                pattern += f"({match[1]}{ULID})"
            else:
                pattern += TIME if re.fullmatch(TIME, part) else re.escape(part)
        match = re.fullmatch(pattern, found, re.DOTALL)
        if not match:
            raise Mismatch(f"{what} is {found!r}, not {wanted!r}")
        for ours, theirs in zip(identifiers, match.groups()):
            if self.identifiers.setdefault(ours, theirs) != theirs:
                raise Mismatch(f"{what} has {theirs}, which is not the {ours} of before")


def parse(text):
    try:
        return json.loads(text)
    except ValueError:
        raise Mismatch(f"no JSON: {text!r}") from None


class Scene:
    """The programs of a document in a directory of their own, and the shell that talks to them."""

    def __init__(self, program, directory, lines):
        self.directory, self.lines = directory, lines
        self.processes, self.ports = [], {}
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("WAXWING_")}
        self.environment["PATH"] = f"{program.parent}:{self.environment['PATH']}"
        self.environment["NO_PROXY"] = "127.0.0.1"
        # What the documents call from the folder of the sources.
        (directory / ".build").mkdir()
        (directory / ".build/venv").symlink_to(sys.prefix)
        (directory / "Tests").symlink_to(ROOT / "Tests")

    def __enter__(self):
        try:
            for line in self.lines:
                self.start(*with_own_port(line))
            self.environment["API"] = f"http://127.0.0.1:{self.ports[SERVER[1]]}/v1"
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(60)

    def start(self, line, name):
        """Starts a program and waits until it can be called."""
        path = self.directory / f"log{name}"
        with path.open("w") as log:
            process = subprocess.Popen(
                ["bash", "-euc", f"exec {line}"], stdout=log, stderr=log, cwd=self.directory, env=self.environment
            )
        self.processes.append(process)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            if match := LISTENING.search(path.read_text(encoding="utf-8")):
                self.ports[name] = match[1]
                return
            time.sleep(0.05)
        sys.exit(f"document_check: this does not start: {line}\n{path.read_text(encoding='utf-8')}")

    def run(self, script):
        """What the script prints; its variables are there for the next."""
        for name, port in self.ports.items():
            script = script.replace(f"127.0.0.1:{name}", f"127.0.0.1:{port}")
        variables = self.directory / "variables"
        try:
            run = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", f"set -a\n{script}\nenv -0 >'{variables}'"],
                cwd=self.directory,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=60,
            )
        except subprocess.TimeoutExpired:
            raise Mismatch("it does not come to an end") from None
        if run.returncode != 0:
            raise Mismatch(f"exit status {run.returncode}: {run.stdout}{run.stderr}")
        entries = variables.read_text(encoding="utf-8").split("\0")
        self.environment = dict(entry.split("=", 1) for entry in entries if entry)
        return run.stdout


def check(scene, command, comparison):
    """Runs one command and compares; without an answer to compare it must at least not be refused."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            printed = scene.run(command.script)
            if command.kind:
                comparison.compare(command.kind, command.answer, printed)
            elif re.search(r"^HTTP/1\.1 [345]", printed, re.MULTILINE):
                raise Mismatch(f"refused: {printed}")
            return
        except Mismatch:
            if not command.only_reads or time.monotonic() > deadline:
                raise
        time.sleep(0.1)


def check_document(program, document):
    """Runs all commands of a document; returns how many there are."""
    text = document.read_text(encoding="utf-8")
    found = commands(text)
    if not found:
        sys.exit(f"document_check: {document} has no commands to run")
    comparison = Comparison()
    with tempfile.TemporaryDirectory() as directory, Scene(program, pathlib.Path(directory), programs(text)) as scene:
        for command in found:
            try:
                check(scene, command, comparison)
            except Mismatch as problem:
                sys.exit(f"document_check: {document}:{command.line}: {problem}")
    return len(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="WAXWING", type=pathlib.Path)
    parser.add_argument("documents", metavar="DOCUMENT", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    for document in options.documents:
        print(f"{document}: {check_document(options.program.resolve(), document)} commands run, all as it says")


if __name__ == "__main__":
    main()
