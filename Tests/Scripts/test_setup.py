# SPDX-License-Identifier: Apache-2.0
"""Holds scripts/setup.sh to what it does about crypto_mb, with wheels made here and without a network."""

import hashlib
import os
import pathlib
import platform
import subprocess
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).parent.parent.parent
CALL = """
set -euo pipefail
source "$1/lib.sh"
source "$1/setup.sh"
setup_crypto_mb
printf '%s\\n' "$WAXWING_CRYPTO_MB" "${PKG_CONFIG_PATH-}"
"""
WHEELS = {
    "ipp_crypto_static": {"data/lib/libcrypto_mb.a": "archive", "data/lib/libcrypto_mb.so": "shared"},
    "ipp_crypto_include": {
        "data/include/aggregator/crypto_mb/status.h": "header",
        "data/include/ippcp.h": "another library's header",
    },
}


@unittest.skipUnless(platform.system() == "Linux" and platform.machine() == "x86_64", "crypto_mb is for x86-64")
class CryptoMB(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)
        self.folder = self.root / ".build/crypto_mb"
        self.requirements = self.root / "scripts/crypto_mb.txt"
        for part in ("scripts", "wheels", ".build"):
            (self.root / part).mkdir()

    def make_wheels(self):
        lines = []
        for name, files in WHEELS.items():
            path = self.root / f"wheels/{name}-1.0-py3-none-any.whl"
            with zipfile.ZipFile(path, "w") as wheel:
                information = f"{name}-1.0.dist-info"
                wheel.writestr(f"{information}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
                wheel.writestr(f"{information}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
                wheel.writestr(f"{information}/RECORD", "")
                wheel.writestr(f"{information}/LICENSE.txt", "licence")
                for file, content in files.items():
                    wheel.writestr(f"{name}-1.0.data/{file}", content)
            lines.append(f"{name}==1.0 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n")
        self.requirements.write_text("".join(lines), encoding="utf-8")

    def call(self, **environment):
        """What the script said, and the two variables after it."""
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PIP_", "WAXWING_")) and name != "PKG_CONFIG_PATH"
        }
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.root / "wheels"), "PIP_CONFIG_FILE": "/dev/null"}
        run = subprocess.run(
            ["bash", "-c", CALL, "setup", ROOT / "scripts"],
            cwd=self.root, env=inherited | offline | environment, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        *said, variable, path = run.stdout.splitlines()
        return said, variable, path

    def test_wheels(self):
        self.make_wheels()
        self.assertEqual(self.call(), ([], "1", str(self.folder)))
        files = {str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file()}
        self.assertEqual(
            files,
            {"LICENSE.txt", "crypto_mb.pc", "include/crypto_mb/status.h", "installed.txt", "lib/libcrypto_mb.a"},
        )
        # Once more without wheels: what is there is used as it is, and first of all.
        for wheel in (self.root / "wheels").iterdir():
            wheel.unlink()
        self.assertEqual(self.call(PKG_CONFIG_PATH="/other"), ([], "1", f"{self.folder}:/other"))

    def test_another_hash(self):
        self.make_wheels()
        text = self.requirements.read_text(encoding="utf-8")
        wrong = hashlib.sha256(b"another file").hexdigest()
        self.requirements.write_text(text.replace(text.split("sha256:")[1][:64], wrong), encoding="utf-8")
        said, variable, path = self.call()
        self.assertEqual((len(said), variable, path), (1, "0", ""))
        self.assertIn("building without crypto_mb: ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", said[0])
        self.assertFalse(self.folder.exists())

    def test_out_of_reach(self):
        self.make_wheels()
        said, variable, path = self.call(PIP_FIND_LINKS=str(self.root / "nowhere"))
        self.assertEqual((len(said), variable, path), (1, "0", ""))
        self.assertIn("building without crypto_mb: ", said[0])
        self.assertFalse(self.folder.exists())

    def test_not_wanted(self):
        self.make_wheels()
        self.assertEqual(
            self.call(WAXWING_CRYPTO_MB="0"), (["building without crypto_mb: WAXWING_CRYPTO_MB is 0"], "0", "")
        )
        self.assertFalse(self.folder.exists())


if __name__ == "__main__":
    unittest.main()
