#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second, independent implementation of the `hk` envelope, to hold the Swift one to.

HPKE (RFC 9180) in base mode with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM, info `honkio-push-v2`, no
additional data, one message per envelope. It is written from the RFC over ECDH, HMAC and AES-GCM alone, and shares
nothing with the code under test.

Without arguments it is a filter: one JSON request a line on stdin, one JSON answer a line on stdout.

    {"op":"generate"}                                          {"private_key":…,"public_key":…,"kid":…}
    {"op":"seal","public_key":…,"plaintext_b64":…}             {"envelope":{…}}
    {"op":"open","private_key":…,"envelope":{…}}               {"plaintext_b64":…}
    anything that cannot be done                               {"error":…}

Keys are base64url without padding: the raw 32-byte scalar, the 65-byte uncompressed point. A plaintext is base64
with padding, since it may be any bytes.
"""

import argparse
import base64
import binascii
import hashlib
import hmac
import json
import re
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

INFO = b"honkio-push-v2"
VERSION = 2
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
KEM_ID, KDF_ID, AEAD_ID = 0x0010, 0x0001, 0x0001
KEM_SUITE = b"KEM" + KEM_ID.to_bytes(2, "big")
HPKE_SUITE = b"HPKE" + b"".join(number.to_bytes(2, "big") for number in (KEM_ID, KDF_ID, AEAD_ID))
MODE_BASE = b"\x00"
SECRET_SIZE, KEY_SIZE, NONCE_SIZE, POINT_SIZE, SCALAR_SIZE, TAG_SIZE = 32, 16, 12, 65, 32, 16


class EnvelopeError(ValueError):
    """A key, an envelope or a request that cannot be used. The message holds none of its content."""


def encode(data):
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode(text, what):
    """The one byte string whose base64url without padding is `text`: padding and unused bits are refused."""
    if not isinstance(text, str) or not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        raise EnvelopeError(f"{what} is not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise EnvelopeError(f"{what} is not canonical base64url")
    return data


def key_id(public_key):
    """The first 16 characters of base64url(SHA-256(the 65-byte point))."""
    return encode(hashlib.sha256(public_key).digest())[:16]


# RFC 9180 section 4: HKDF with labels.


def extract(salt, keying_material):
    return hmac.digest(salt or bytes(SECRET_SIZE), keying_material, "sha256")


def expand(pseudorandom_key, info, size):
    output, block = b"", b""
    for counter in range(1, -(-size // SECRET_SIZE) + 1):
        block = hmac.digest(pseudorandom_key, block + info + bytes([counter]), "sha256")
        output += block
    return output[:size]


def labeled_extract(suite, salt, label, keying_material):
    return extract(salt, b"HPKE-v1" + suite + label + keying_material)


def labeled_expand(suite, pseudorandom_key, label, info, size):
    return expand(pseudorandom_key, size.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info, size)


# Keys.


def private_from(scalar):
    number = int.from_bytes(scalar, "big")
    if len(scalar) != SCALAR_SIZE or not 1 <= number < ORDER:
        raise EnvelopeError("the private key is not a scalar of P-256")
    return ec.derive_private_key(number, ec.SECP256R1())


def public_from(point, what):
    if len(point) != POINT_SIZE or point[0] != 4:
        raise EnvelopeError(f"{what} is not an uncompressed point of P-256")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise EnvelopeError(f"{what} is not on the curve") from None


def point_of(public_key):
    numbers = public_key.public_numbers()
    return b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


def generate_key():
    """A new key pair as (private key, public key, key id), all base64url text."""
    private = ec.generate_private_key(ec.SECP256R1())
    scalar = private.private_numbers().private_value.to_bytes(SCALAR_SIZE, "big")
    point = point_of(private.public_key())
    return encode(scalar), encode(point), key_id(point)


# RFC 9180 sections 4.1 and 5.1: the shared secret, then the key schedule.


def key_and_nonce(private, public, encapsulated, recipient, info=INFO):
    """The AES-128-GCM key and the nonce of the first message."""
    diffie_hellman = private.exchange(ec.ECDH(), public)
    secret = labeled_expand(
        KEM_SUITE,
        labeled_extract(KEM_SUITE, b"", b"eae_prk", diffie_hellman),
        b"shared_secret",
        encapsulated + recipient,
        SECRET_SIZE,
    )
    context = (
        MODE_BASE
        + labeled_extract(HPKE_SUITE, b"", b"psk_id_hash", b"")
        + labeled_extract(HPKE_SUITE, b"", b"info_hash", info)
    )
    schedule = labeled_extract(HPKE_SUITE, secret, b"secret", b"")
    key = labeled_expand(HPKE_SUITE, schedule, b"key", context, KEY_SIZE)
    return key, labeled_expand(HPKE_SUITE, schedule, b"base_nonce", context, NONCE_SIZE)


def seal(public_key, plaintext, ephemeral=None):
    """Seals bytes to a public key and returns the envelope; `ephemeral` is for test vectors alone."""
    recipient = decode(public_key, "the public key")
    peer = public_from(recipient, "the public key")
    if ephemeral is None:
        sender = ec.generate_private_key(ec.SECP256R1())
    else:
        sender = private_from(decode(ephemeral, "the ephemeral key"))
    encapsulated = point_of(sender.public_key())
    key, nonce = key_and_nonce(sender, peer, encapsulated, recipient)
    sealed = AESGCM(key).encrypt(nonce, plaintext, None)
    return {"v": VERSION, "kid": key_id(recipient), "enc": encode(encapsulated), "ct": encode(sealed)}


def open(private_key, envelope):  # RFC 9180's word; this file needs no files
    """The bytes that an envelope to this private key holds; EnvelopeError when it does not open."""
    if not isinstance(envelope, dict) or set(envelope) != {"v", "kid", "enc", "ct"}:
        raise EnvelopeError("the envelope does not have the members v, kid, enc and ct")
    if type(envelope["v"]) is not int or envelope["v"] != VERSION:
        raise EnvelopeError("the envelope is of another version")
    encapsulated, sealed = decode(envelope["enc"], "enc"), decode(envelope["ct"], "ct")
    if len(sealed) < TAG_SIZE:
        raise EnvelopeError("ct is shorter than a tag")
    private = private_from(decode(private_key, "the private key"))
    recipient = point_of(private.public_key())
    if envelope["kid"] != key_id(recipient):
        raise EnvelopeError("the envelope is for another key")
    key, nonce = key_and_nonce(private, public_from(encapsulated, "enc"), encapsulated, recipient)
    try:
        return AESGCM(key).decrypt(nonce, sealed, None)
    except InvalidTag:
        raise EnvelopeError("the envelope does not open") from None


# The filter.


def answer(line):
    """What the filter prints for one line."""
    try:
        request = json.loads(line)
        operation = request["op"]
        if operation == "generate":
            return dict(zip(("private_key", "public_key", "kid"), generate_key()))
        if operation == "seal":
            return {"envelope": seal(request["public_key"], base64.b64decode(request["plaintext_b64"], validate=True))}
        if operation == "open":
            plaintext = open(request["private_key"], request["envelope"])
            return {"plaintext_b64": base64.b64encode(plaintext).decode("ascii")}
        return {"error": "unknown op"}
    except EnvelopeError as problem:
        return {"error": str(problem)}
    except (binascii.Error, KeyError, TypeError, ValueError) as problem:
        return {"error": f"not a usable request ({type(problem).__name__})"}


def main():
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for line in sys.stdin.buffer:
        print(json.dumps(answer(line)), flush=True)


if __name__ == "__main__":
    main()
