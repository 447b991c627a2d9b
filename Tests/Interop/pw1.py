# SPDX-License-Identifier: Apache-2.0
"""Opens the `pw1` envelope, written from docs/envelope.md alone; sealers/seal.py seals it."""

import base64
import json
import re

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from expectation import expect
from sealers.seal import derive

LONGEST_ENVELOPE = 3072
SHAPE = re.compile(r"pw1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{40,})")


class Key:
    """A key, and what opening takes of it."""

    def __init__(self, secret):
        self.secret, self.text = secret, secret.hex()
        self.cipher = AESGCM(derive(secret, b"enc", 32))
        self.kid = derive(secret, b"kid", 4).hex()


def open_plaintext(key, envelope):
    """The plaintext with its padding."""
    match = SHAPE.fullmatch(envelope)
    expect(match and len(envelope) <= LONGEST_ENVELOPE and match[1] == key.kid, "the envelope has another shape")
    sealed = base64.urlsafe_b64decode(match[2] + "=" * (-len(match[2]) % 4))
    expect(base64.urlsafe_b64encode(sealed).rstrip(b"=").decode() == match[2], "the envelope has unused bits")
    return key.cipher.decrypt(sealed[:12], sealed[12:], f"pw1.{key.kid}".encode())


def opened(key, envelope):
    """The texts that an envelope holds."""
    return json.loads(open_plaintext(key, envelope))
