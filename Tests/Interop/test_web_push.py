# SPDX-License-Identifier: Apache-2.0
"""Holds web_push.py to the message of RFC 8291 and to damaged ones."""

import json
import time
import unittest

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

import web_push
from web_push import PushError, decode, encode

# RFC 8291 section 5 and appendix A.
MESSAGE = decode(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
ORIGIN = "https://push.example.net"


def subscription():
    private = int.from_bytes(decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    key = ec.derive_private_key(private, ec.SECP256R1())
    return web_push.Subscription(ORIGIN + "/push", key, decode("BTBZMqHH6r4Tts7J_aSIgg"))


class Message(unittest.TestCase):
    def test_the_message_of_the_rfc(self):
        self.assertEqual(subscription().open(MESSAGE), b"When I grow up, I want to be a watermelon")
        self.assertEqual(
            subscription().json()["p256dh"],
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        )

    def test_damaged_messages(self):
        for place in (0, 20, 21, 30, 86, len(MESSAGE) - 1):
            damaged = bytearray(MESSAGE)
            damaged[place] ^= 1
            with self.subTest(place), self.assertRaises(PushError):
                subscription().open(bytes(damaged))
        for body in (b"", MESSAGE[:102], MESSAGE + bytes(4096)):
            with self.subTest(len(body)), self.assertRaises(PushError):
                subscription().open(body)


class Authorization(unittest.TestCase):
    def setUp(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.public_key = encode(web_push.point(self.key.public_key()))
        self.now = time.time()
        self.claims = {"aud": ORIGIN, "exp": int(self.now) + 3600, "sub": "mailto:push@example.com"}

    def authorization(self, **changes):
        parts = [{"typ": "JWT", "alg": "ES256"}, {**self.claims, **changes}]
        text = ".".join(encode(json.dumps(part).encode()) for part in parts)
        halves = decode_dss_signature(self.key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        signature = b"".join(half.to_bytes(32, "big") for half in halves)
        return f"vapid t={text}.{encode(signature)}, k={self.public_key}"

    def check(self, authorization):
        return web_push.check_authorization(authorization, self.public_key, ORIGIN, self.now)

    def test_a_right_one(self):
        self.assertEqual(self.check(self.authorization()), self.claims)

    def test_wrong_ones(self):
        right = self.authorization()
        wrong = [
            None,
            "",
            "Bearer x",
            right.replace("k=B", "k=A"),
            right.replace("t=e", "t=f"),
            self.authorization(aud=ORIGIN + "/"),
            self.authorization(exp=int(self.now) - 1),
            self.authorization(exp=int(self.now) + 86402),
            self.authorization(sub="push@example.com"),
        ]
        for authorization in wrong:
            with self.subTest(authorization), self.assertRaises(ValueError):
                self.check(authorization)


if __name__ == "__main__":
    unittest.main()
