# SPDX-License-Identifier: Apache-2.0
"""Holds ./run to what it says before it builds, with a compiler and a demo that only say that they were called."""

import pathlib
import shutil
import socket
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parent.parent.parent
SETUP = "setup_packages() { :; }; setup_swift() { :; }; setup_crypto_mb() { :; }\n"


class Run(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)
        (self.root / "scripts").mkdir()
        (self.root / ".build/release").mkdir(parents=True)
        shutil.copy(ROOT / "run", self.root)
        shutil.copy(ROOT / "scripts/lib.sh", self.root / "scripts")
        (self.root / "scripts/setup.sh").write_text(SETUP, encoding="utf-8")
        self.make_program(self.root / "swift")
        self.make_program(self.root / ".build/release/waxwing-simulator")
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        self.taken = str(listener.getsockname()[1])

    def make_program(self, path):
        path.write_text('#!/bin/sh\necho "${0##*/} $*"\n', encoding="utf-8")
        path.chmod(0o755)

    def call(self, *arguments):
        run = subprocess.run(
            [self.root / "run", *arguments], env={"PATH": f"{self.root}:/usr/bin:/bin"}, capture_output=True, text=True,
            timeout=60,
        )  # fmt: skip
        return run.returncode, run.stdout, run.stderr

    def test_a_port_that_is_taken_is_told_before_anything_is_built(self):
        message = f"run: the port {self.taken} is taken: ./run --port N takes another one\n"
        for arguments in (["--port", self.taken], [f"--port={self.taken}", "--once"], ["--once", "--port", self.taken]):
            with self.subTest(arguments):
                self.assertEqual(self.call(*arguments), (1, "", message))

    def test_what_is_no_obstacle(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            free = str(listener.getsockname()[1])
        for arguments in (["--port", free], ["--once", "--port", "0"], ["--port", "x"], ["--port"]):
            with self.subTest(arguments):
                status, output, errors = self.call(*arguments)
                lines = ["swift build -c release", " ".join(["waxwing-simulator demo", *arguments])]
                self.assertEqual((status, output.splitlines()[1:], errors), (0, lines, ""))

    def test_the_relay_has_no_port(self):
        status, output, _ = self.call("--relay", "--port", self.taken)
        self.assertEqual((status, output.splitlines()[-1]), (0, f"waxwing-simulator relay-demo --port {self.taken}"))


if __name__ == "__main__":
    unittest.main()
