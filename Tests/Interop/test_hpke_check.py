# SPDX-License-Identifier: Apache-2.0
"""Holds hpke_check.py to published vectors, and to what it must refuse."""

import base64
import json
import pathlib
import subprocess
import sys
import unittest

import hpke_check
from hpke_check import EnvelopeError

# The published test vector of the envelope.
PRIVATE_KEY = "_nrSUmsffUCgaGb5gmqkRLXCc_-ls5Dh6sm2Bu6OA3M"
PUBLIC_KEY = "BFGHw33ou72Yj1eGoA53xqL29aB_tk5aVfF2PiySBv06hugrUUHAOoXyzC6xpLBnjBfu8DS3Phd3ascQSTTrYPc"
KID = "cHRL-UfvREIeEx3Q"
EPHEMERAL_KEY = "caYVkHrwUWToc_5RTA3WOsBb5AyhoC3HVD1H955zz8Q"
PLAINTEXT = b'{"title":"Your code","body":"123456","data":{"order":"42"},"badge":1,"sound":"default"}'
ENVELOPE = {
    "v": 2,
    "kid": KID,
    "enc": "BPDblkoWAGabKxtOrs52tL2JaFkPPoqNVP8104Q3C7SwOj8mbh1bw7iLBpr7tWEPglEt4X_DX9Y8BVJnrHo1-wg",
    "ct": "SK86q5n7JJTP_HjhHm_7WGk0g2mgJSjE4UyRTnjlQqObn8ntlLw8IJgQ5UasGWOTNuWwmlhl6o-wbXOB9lse8pkvaOlV7SNKs4p54P5n"
    "VzLtMoJsp8t8gD1t_m0Y3jSxhoCsRMV-pg",
}

# RFC 9180, appendix A.3.1 (base mode of the same suite with another info).
RFC_INFO = bytes.fromhex("4f6465206f6e2061204772656369616e2055726e")
RFC_EPHEMERAL = bytes.fromhex("4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb")
RFC_RECIPIENT = bytes.fromhex("f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2")
RFC_KEY = "868c066ef58aae6dc589b6cfdd18f97e"
RFC_NONCE = "4e0bc5018beba4bf004cca59"


class Vectors(unittest.TestCase):
    def test_the_published_envelope_opens(self):
        self.assertEqual(hpke_check.open(PRIVATE_KEY, ENVELOPE), PLAINTEXT)

    def test_the_published_envelope_is_sealed_byte_for_byte(self):
        self.assertEqual(hpke_check.seal(PUBLIC_KEY, PLAINTEXT, ephemeral=EPHEMERAL_KEY), ENVELOPE)

    def test_rfc_9180(self):
        ephemeral = hpke_check.private_from(RFC_EPHEMERAL)
        recipient = hpke_check.private_from(RFC_RECIPIENT)
        encapsulated = hpke_check.point_of(ephemeral.public_key())
        public = hpke_check.point_of(recipient.public_key())
        for private, peer in ((ephemeral, recipient), (recipient, ephemeral)):
            key, nonce = hpke_check.key_and_nonce(private, peer.public_key(), encapsulated, public, RFC_INFO)
            self.assertEqual((key.hex(), nonce.hex()), (RFC_KEY, RFC_NONCE))


class RoundTrips(unittest.TestCase):
    def test_every_size(self):
        private, public, kid = hpke_check.generate_key()
        for size in (0, 1, 15, 16, 17, 2892, 2952):
            envelope = hpke_check.seal(public, b"x" * size)
            self.assertEqual(envelope["kid"], kid)
            self.assertEqual(hpke_check.open(private, envelope), b"x" * size)

    def test_no_envelope_is_made_twice(self):
        _, public, _ = hpke_check.generate_key()
        self.assertNotEqual(hpke_check.seal(public, b"same")["enc"], hpke_check.seal(public, b"same")["enc"])


class Refusals(unittest.TestCase):
    def refused(self, reason, private=PRIVATE_KEY, **changes):
        with self.assertRaisesRegex(EnvelopeError, reason):
            hpke_check.open(private, {**ENVELOPE, **changes})

    def test_envelopes(self):
        other_private, other_public, _ = hpke_check.generate_key()
        self.refused("another version", v=1)
        self.refused("another version", v=True)
        self.refused("another version", v="2")
        self.refused("another key", kid="AAAAAAAAAAAAAAAA")
        self.refused("another key", private=other_private)
        self.refused("members", more=1)
        self.refused("not base64url", ct=ENVELOPE["ct"] + "=")
        self.refused("not base64url", enc=None)
        self.refused("shorter than a tag", ct="AAAA")
        self.refused("uncompressed", enc=hpke_check.encode(b"\x02" + bytes(64)))
        self.refused("uncompressed", enc=ENVELOPE["enc"][:-4])
        self.refused("curve", enc=hpke_check.encode(b"\x04" + bytes(64)))
        self.refused("does not open", enc=other_public)

    def test_a_changed_bit(self):
        sealed = bytearray(hpke_check.decode(ENVELOPE["ct"], "ct"))
        for position in range(len(sealed)):
            sealed[position] ^= 1
            self.refused("does not open", ct=hpke_check.encode(bytes(sealed)))
            sealed[position] ^= 1

    def test_unused_bits(self):
        self.assertEqual(hpke_check.decode("AA", "x"), b"\0")
        with self.assertRaisesRegex(EnvelopeError, "canonical"):
            hpke_check.decode("AB", "x")

    def test_keys(self):
        for scalar in (bytes(32), hpke_check.ORDER.to_bytes(32, "big"), bytes(31), b"\xff" * 32):
            with self.assertRaises(EnvelopeError):
                hpke_check.open(hpke_check.encode(scalar), ENVELOPE)
        for public in (PUBLIC_KEY[:-1], PUBLIC_KEY + "A", "", None, hpke_check.encode(b"\x04" + b"\xff" * 64)):
            with self.assertRaises(EnvelopeError):
                hpke_check.seal(public, b"")


class Filter(unittest.TestCase):
    def test_a_conversation(self):
        text = "Grüße 🐦".encode()
        generated = hpke_check.answer('{"op":"generate"}')
        lines = [
            {"op": "seal", "public_key": generated["public_key"], "plaintext_b64": base64.b64encode(text).decode()},
            {"op": "open", "private_key": PRIVATE_KEY, "envelope": ENVELOPE},
            {"op": "open", "private_key": PRIVATE_KEY, "envelope": {**ENVELOPE, "kid": "x"}},
            {"op": "close"},
            ["op"],
        ]
        run = subprocess.run(
            [sys.executable, pathlib.Path(hpke_check.__file__)],
            input="".join(json.dumps(line) + "\n" for line in lines) + "not JSON\n\xff\n",
            capture_output=True, text=True, encoding="utf-8", check=True, timeout=60,
        )
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual(hpke_check.open(generated["private_key"], answers[0]["envelope"]), text)
        self.assertEqual(base64.b64decode(answers[1]["plaintext_b64"]), PLAINTEXT)
        self.assertEqual([list(answer) for answer in answers[2:]], [["error"]] * 5)


if __name__ == "__main__":
    unittest.main()
