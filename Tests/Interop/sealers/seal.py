#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seals personal notifications in the pw1 format, with Python and the package `cryptography`.

Reads one JSON object a line with `key`, `title`, `body` and perhaps `subtitle` and `url`; writes the envelope, or
`error: …`, a line for each.
"""

import base64
import json
import os
import sys
import urllib.parse

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

LONGEST_PLAINTEXT = 2266
BLOCK = 64
FORBIDDEN_SCHEMES = {"javascript", "data", "file", "vbscript"}


def derive(key, purpose, size):
    return HKDF(SHA256(), size, salt=b"", info=b"pushward/e2e/v1/" + purpose).derive(key)


def read_key(text):
    digits = "".join(text.split())
    if len(digits) != 64:
        raise ValueError("a key has 64 hexadecimal digits")
    return bytes.fromhex(digits)


def check(content):
    for name, longest in [("title", 256), ("body", 4096)]:
        if not content.get(name):
            raise ValueError(f"{name} is empty")
        if len(content[name]) > longest:
            raise ValueError(f"{name} is too long")
    if len(content.get("subtitle", "")) > 256:
        raise ValueError("subtitle is too long")
    link = content.get("url", "")
    if link:
        parts = urllib.parse.urlsplit(link)
        if len(link) > 2048 or not parts.scheme or parts.scheme in FORBIDDEN_SCHEMES:
            raise ValueError("url is not allowed")
        if parts.scheme in {"http", "https"} and not parts.hostname:
            raise ValueError("url has no host")


def seal(key, content):
    check(content)
    members = {name: content[name] for name in ("title", "subtitle", "body", "url") if content.get(name)}
    plaintext = json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode()
    if len(plaintext) > LONGEST_PLAINTEXT:
        raise ValueError("the text is too long")
    padded = plaintext.ljust(-(-len(plaintext) // BLOCK) * BLOCK)
    if len(padded) <= LONGEST_PLAINTEXT:
        plaintext = padded
    prefix = "pw1." + derive(key, b"kid", 4).hex()
    nonce = os.urandom(12)
    box = nonce + AESGCM(derive(key, b"enc", 32)).encrypt(nonce, plaintext, prefix.encode())
    return f"{prefix}.{base64.urlsafe_b64encode(box).decode().rstrip('=')}"


def main():
    for line in sys.stdin:
        content = json.loads(line)
        try:
            print(seal(read_key(content.pop("key")), content))
        except ValueError as error:
            print(f"error: {error}")


if __name__ == "__main__":
    main()
