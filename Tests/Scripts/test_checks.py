# SPDX-License-Identifier: Apache-2.0
"""Holds scripts/check-manifest and scripts/check-sources to what they must find."""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).parent.parent.parent / "scripts"
LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


def target(name, *dependencies, kind="regular", settings=()):
    return {"name": name, "type": kind, "dependencies": list(dependencies), "settings": list(settings)}


LINUX = {"platformNames": ["linux"]}
MANIFEST = {
    "platforms": [{"platformName": "ios", "version": "17.0"}, {"platformName": "macos", "version": "14.0"}],
    "dependencies": [],
    "targets": [
        target("COpenSSL", kind="system"),
        target("WaxCrypto", {"target": ["COpenSSL", LINUX]}),
        target("WaxJSON"),
        target("WaxEnvelope", {"byName": ["WaxCrypto", None]}, {"byName": ["WaxJSON", None]}),
        target("HonkioPush", {"byName": ["WaxEnvelope", None]}),
        target("WaxHTTP", {"target": ["COpenSSL", LINUX]}),
        target("WaxStore", {"byName": ["WaxCrypto", None]}),
        target("WaxProviders", {"byName": ["WaxHTTP", None]}),
        target("WaxRelay", {"byName": ["WaxProviders", None]}, {"byName": ["WaxEnvelope", None]}),
    ],
}


class Check(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def run_check(self, script, argument):
        run = subprocess.run(
            [sys.executable, SCRIPTS / script, argument], capture_output=True, text=True, encoding="utf-8", timeout=60
        )
        self.assertEqual(run.stderr, "")
        return run.returncode, run.stdout


class Manifest(Check):
    def check(self, manifest):
        return self.run_check("check-manifest", self.write("package.json", json.dumps(manifest)))

    def test_right(self):
        self.assertEqual(self.check(MANIFEST), (0, "9 targets checked\n"))

    def test_each_fault(self):
        def depend(target, dependency):
            return lambda _, targets: targets[target]["dependencies"].append(dependency)

        def allow_unsafe_flags(_, targets):
            targets["WaxHTTP"]["settings"].append({"kind": {"unsafeFlags": {"_0": ["-Ounchecked"]}}, "tool": "swift"})

        limit = {"platformNames": ["linux", "macos"]}
        for problem, change in (
            ("the platforms", lambda manifest, _: manifest["platforms"].pop()),
            ("another package", lambda manifest, _: manifest["dependencies"].append({"sourceControl": []})),
            ("unsafeFlags", allow_unsafe_flags),
            ("WaxHTTP depends on COpenSSL without", depend("WaxHTTP", {"byName": ["COpenSSL", None]})),
            ("WaxHTTP depends on COpenSSL without", depend("WaxHTTP", {"target": ["COpenSSL", limit]})),
            ("WaxJSON depends on WaxCrypto", depend("WaxJSON", {"byName": ["WaxCrypto", None]})),
            ("HonkioPush depends on WaxHTTP", depend("HonkioPush", {"target": ["WaxHTTP", LINUX]})),
            ("HonkioPush depends on Other/other", depend("HonkioPush", {"product": ["Other", "other", None, None]})),
            ("WaxRelay reaches WaxStore", depend("WaxRelay", {"byName": ["WaxStore", None]})),
            ("WaxRelay reaches WaxStore", depend("WaxProviders", {"byName": ["WaxStore", None]})),
            ("WaxRelay reaches WaxRecords", depend("WaxHTTP", {"byName": ["WaxRecords", None]})),
            ("no target WaxRelay", lambda manifest, targets: manifest["targets"].remove(targets["WaxRelay"])),
            ("no target WaxJSON", lambda manifest, targets: manifest["targets"].remove(targets["WaxJSON"])),
        ):
            with self.subTest(problem):
                manifest = copy.deepcopy(MANIFEST)
                change(manifest, {target["name"]: target for target in manifest["targets"]})
                status, output = self.check(manifest)
                self.assertEqual((status, output.count("\n")), (1, 1), output)
                self.assertIn(problem, output)


class Sources(Check):
    def setUp(self):
        super().setUp()
        for module in ("COpenSSL", "CNew"):
            self.write(f"Sources/{module}/module.modulemap", "")
        self.write("Sources/WaxCrypto/OpenSSL/PKey.swift", LICENCE + "import COpenSSL\n")
        self.write("Sources/WaxCrypto/SHA256.swift", LICENCE + "import CoreData\n// import COpenSSL\n" + 397 * "\n")
        self.write("Sources/WaxProviders/Payload/Placeholder.swift", LICENCE)
        self.write("Fuzz/.build/derived/runner.swift", "import COpenSSL\n")
        self.write("Fuzz/Package.swift", "// swift-tools-version: 6.2\n")

    def check(self):
        return self.run_check("check-sources", self.root)

    def test_right(self):
        self.assertEqual(self.check(), (0, "3 Swift files checked\n"))

    def test_each_fault(self):
        for path, text, problem in (
            ("Tests/A/A.swift", "import Testing\n", "the first line"),
            ("Sources/A/A.swift", "\n" + LICENCE, "the first line"),
            ("Sources/A/A.swift", LICENCE + 400 * "\n", "401 lines"),
            ("Sources/A/Placeholder.swift", LICENCE, "a stub"),
            ("Sources/WaxCrypto/A.swift", LICENCE + "import COpenSSL\n", "imports COpenSSL"),
            ("Sources/WaxCrypto/A.swift", LICENCE + "@preconcurrency internal import COpenSSL\n", "imports COpenSSL"),
            ("Sources/WaxCrypto/A.swift", LICENCE + "  import func COpenSSL.EVP_sha256\n", "imports COpenSSL"),
            ("Sources/WaxCrypto/OpenSSLMore/A.swift", LICENCE + "import COpenSSL\n", "imports COpenSSL"),
            ("Sources/WaxCrypto/OpenSSL/A.swift", LICENCE + "import CNew\n", "names no folder"),
            ("Fuzz/Sources/A/A.swift", "", "the first line"),
            ("Tests/A/A.swift", LICENCE + "let a = manager.contents(atPath: b)\n", "leaks memory on an empty file"),
        ):
            with self.subTest(path=path, problem=problem):
                file = self.write(path, text)
                status, output = self.check()
                file.unlink()
                self.assertEqual((status, output.count("\n")), (1, 1), output)
                self.assertTrue(output.startswith(f"{path}: "), output)
                self.assertIn(problem, output)

    def test_an_empty_folder(self):
        with tempfile.TemporaryDirectory() as empty:
            self.assertEqual(self.run_check("check-sources", empty)[0], 1)


if __name__ == "__main__":
    unittest.main()
