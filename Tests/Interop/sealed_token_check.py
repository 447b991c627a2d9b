#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens sealed push tokens with the HPKE of PyPI's `cryptography`, which shares nothing with the code under test.

    sealed_token_check.py WAXWING_VECTORS [COUNT]     has the program seal COUNT tokens of one device (10 000 if left
                                                      out) and opens each; exits with 1 if anything is not as it must be
"""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

VECTORS = pathlib.Path(__file__).parents[2] / "Vectors" / "sealed-token-vectors-v1.json"
TEXT_LENGTH, HEADER, PLAINTEXT, POINT = 1833, 10, 1280, 65
SUITE = Suite(KEM.P256, KDF.HKDF_SHA256, AEAD.AES_128_GCM)


def decode(text):
    if len(text) != TEXT_LENGTH or not text.startswith("spt1."):
        raise ValueError("no sealed token")
    return base64.b64decode(text[5:].replace("-", "+").replace("_", "/"), validate=True)


class Relay:
    """A relay's private key and what binds tokens to it."""

    def __init__(self, vectors):
        scalar = int(vectors["private_key_hex"], 16)
        self.key = ec.derive_private_key(scalar, ec.SECP256R1())
        self.kid = bytes.fromhex(vectors["kid"])
        self.info = b"sealed-push/v1/token\0\x01\x01" + self.kid + vectors["relay"].encode("ascii")
        if self.info.hex() != vectors["suite"]["info_hex"]:
            raise ValueError("the info of the vectors is another")

    def open(self, text):
        token = decode(text)
        if token[:2] != b"\x01\x01" or token[2:HEADER] != self.kid:
            raise ValueError("another version, suite or key")
        return SUITE.decrypt(token[HEADER:], self.key, info=self.info)


def check_vectors(vectors, relay):
    for vector in vectors["seal"]:
        plaintext = relay.open(vector["token"])
        used = bytes.fromhex(vector["plaintext_hex"])
        if plaintext != used + bytes(PLAINTEXT - len(used)):
            raise ValueError(f"{vector['name']} opens to another text")
    return len(vectors["seal"])


def check_tokens(lines, relay, plaintext):
    encapsulated = set()
    for line in lines:
        if relay.open(line) != plaintext:
            raise ValueError("a token opens to another text")
        encapsulated.add(decode(line)[HEADER : HEADER + POINT])
    if len(encapsulated) != len(lines):
        raise ValueError("two tokens have the same encapsulated key")


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    relay = Relay(vectors)
    opened = check_vectors(vectors, relay)
    with tempfile.NamedTemporaryFile("r", encoding="ascii") as file:
        subprocess.run([program, "--tokens", str(count), file.name], check=True)
        lines = pathlib.Path(file.name).read_text(encoding="ascii").splitlines()
    if len(lines) != count:
        raise ValueError(f"{len(lines)} tokens, not {count}")
    used = bytes.fromhex(vectors["seal"][0]["plaintext_hex"])
    check_tokens(lines, relay, used + bytes(PLAINTEXT - len(used)))
    print(f"{opened} vectors and {count} tokens opened: one length, no encapsulated key twice")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError, subprocess.CalledProcessError) as error:
        print(f"sealed_token_check.py: {error}", file=sys.stderr)
        sys.exit(1)
