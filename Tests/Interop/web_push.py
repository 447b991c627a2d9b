# SPDX-License-Identifier: Apache-2.0
"""The receiving side of Web Push: RFC 8291 over RFC 8188, and RFC 8292, written from their text.

It stands on ECDH, HMAC, AES-GCM and ECDSA alone, and shares nothing with the code under test.
"""

import base64
import hashlib
import hmac
import json
import os
import re

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LONGEST_BODY = 4096
HEADER_SIZE = 16 + 4 + 1 + 65
DAY = 24 * 3600


class PushError(ValueError):
    """A message or a token that a browser or its push service would not take."""


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode(text):
    if not re.fullmatch("[A-Za-z0-9_-]*", text):
        raise PushError("it is not base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(public_key):
    return public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def hmac_sha256(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


class Subscription:
    """A browser's keys; `endpoint` is where its pushes go."""

    def __init__(self, endpoint, private_key=None, auth=None):
        self.endpoint = endpoint
        self.private_key = private_key or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or os.urandom(16)

    def json(self):
        return {
            "endpoint": self.endpoint,
            "p256dh": encode(point(self.private_key.public_key())),
            "auth": encode(self.auth),
        }

    def open(self, body):
        """The plaintext of a message."""
        if not HEADER_SIZE + 17 <= len(body) <= LONGEST_BODY:
            raise PushError(f"a body of {len(body)} bytes")
        salt, record_size, id_size = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        record = body[HEADER_SIZE:]
        if id_size != 65 or len(record) > record_size or record_size < 18:
            raise PushError("the header of the coding is wrong")
        sender = body[21:HEADER_SIZE]
        try:
            secret = self.private_key.exchange(
                ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
            )
        except ValueError:
            raise PushError("the sender's key is no point") from None
        receiver = point(self.private_key.public_key())
        input_key = hmac_sha256(
            hmac_sha256(self.auth, secret), b"WebPush: info\x00" + receiver + sender + b"\x01"
        )
        pseudo_random_key = hmac_sha256(salt, input_key)
        key = hmac_sha256(pseudo_random_key, b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = hmac_sha256(pseudo_random_key, b"Content-Encoding: nonce\x00\x01")[:12]
        try:
            padded = AESGCM(key).decrypt(nonce, record, None)
        except InvalidTag:
            raise PushError("it does not open") from None
        content, delimiter = padded.rstrip(b"\x00")[:-1], padded.rstrip(b"\x00")[-1:]
        if delimiter != b"\x02":
            raise PushError("the last record does not end as one")
        return content


def check_authorization(authorization, public_key, origin, now):
    """Holds a VAPID token to RFC 8292; returns its claims."""
    match = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)", authorization or "", re.ASCII)
    if not match:
        raise PushError("no VAPID authorization")
    header, claims = (json.loads(decode(part)) for part in match.group(1, 2))
    signature = decode(match.group(3))
    if match.group(4) != public_key:
        raise PushError("another key than the app's")
    if header.get("alg") != "ES256" or len(signature) != 64:
        raise PushError("not signed by ES256")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(public_key))
    halves = (int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    try:
        signed = f"{match.group(1)}.{match.group(2)}".encode("ascii")
        key.verify(encode_dss_signature(*halves), signed, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise PushError("the signature is not the key's") from None
    if claims.get("aud") != origin:
        raise PushError("another audience")
    if not now < claims.get("exp", 0) <= now + DAY:
        raise PushError("it ends too late or is over")
    if not re.match("mailto:|https://", claims.get("sub", "")):
        raise PushError("no subject")
    return claims
