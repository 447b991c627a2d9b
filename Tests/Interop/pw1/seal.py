# SPDX-License-Identifier: Apache-2.0
"""A sealer of pw1 envelopes, written from docs/envelope.md alone."""

import json
import secrets
from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

BLOCK = 64
LARGEST_PLAINTEXT = 2266


def derived(secret, name, size):
    info = f"pushward/e2e/v1/{name}".encode("ascii")
    return HKDF(SHA256(), size, salt=b"", info=info).derive(secret)


def plaintext(title, body, subtitle, url):
    if not title or not body:
        raise ValueError("title and body must not be empty")
    if len(title) > 256 or len(subtitle) > 256 or len(body) > 4096 or len(url) > 2048:
        raise ValueError("a text has too many code points")
    optional = {"subtitle": subtitle, "url": url}
    members = {"title": title, "body": body} | {name: text for name, text in optional.items() if text}
    content = json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    if len(content) > LARGEST_PLAINTEXT:
        raise ValueError("the texts do not fit into an envelope")
    target = (len(content) + BLOCK - 1) // BLOCK * BLOCK
    return content.ljust(target) if target <= LARGEST_PLAINTEXT else content


def seal(key, title, body, subtitle="", url=""):
    secret = bytes.fromhex(key)
    if len(secret) != 32:
        raise ValueError("a key has 32 bytes")
    header = "pw1." + derived(secret, "kid", 4).hex()
    content = plaintext(title, body, subtitle, url)
    nonce = secrets.token_bytes(12)
    box = AESGCM(derived(secret, "enc", 32)).encrypt(nonce, content, header.encode("ascii"))
    return f"{header}.{urlsafe_b64encode(nonce + box).decode('ascii').rstrip('=')}"
