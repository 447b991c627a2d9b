# SPDX-License-Identifier: Apache-2.0
"""Runs the samples of docs/*/webhooks.md against signatures that are known to be right."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import unittest.mock

DOCS = pathlib.Path(__file__).parent.parent.parent / "docs"
DOCUMENTS = [DOCS / "en/webhooks.md", DOCS / "fr/webhooks.md"]

# The same as in Tests/WaxWebhooksTests/Attempts/WebhookSignatureTests.swift.
SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
OLDER_SECRET = "whsec_ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7"
ID = "evt_01ARZ3NDEKTSV4RRFFQ69G5FAV"
TIMESTAMP = 1_800_000_000
BODY = '{"type":"push.sent","name":"é"}'.encode()
SIGNATURES = "v1,MHJJfQGHYX7QqX9qBH476aDxDe4u9TyLfTbzcoBIyNI= v1,tQfkJ5qLgfVqdpRl+C0maHWU9ij3T1/W5Hfp6gNKPgU="


def samples(document, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


class Samples(unittest.TestCase):
    def test_python(self):
        for document in DOCUMENTS:
            sample = {}
            exec("".join(samples(document, "python")), sample)

            def verify(secret=SECRET, signatures=SIGNATURES, body=BODY, now=TIMESTAMP, timestamp=TIMESTAMP):
                headers = {"webhook-id": ID, "webhook-timestamp": str(timestamp), "webhook-signature": signatures}
                with unittest.mock.patch("time.time", return_value=now):
                    return sample["verify"](secret, headers, body)

            self.assertTrue(verify())
            self.assertTrue(verify(secret=OLDER_SECRET))
            self.assertTrue(verify(now=TIMESTAMP + 300))
            self.assertFalse(verify(now=TIMESTAMP + 301))
            self.assertFalse(verify(now=TIMESTAMP - 301))
            self.assertFalse(verify(body=BODY + b" "))
            self.assertFalse(verify(secret="whsec_" + "A" * 32))
            self.assertFalse(verify(signatures=SIGNATURES.split()[1]))
            self.assertFalse(verify(timestamp="soon"))

    def test_shell(self):
        for document in DOCUMENTS:
            (sample,) = [text for text in samples(document, "sh") if "openssl" in text]
            words = re.findall(r'echo "(.*)"', sample)
            for secret, body, word in [
                (SECRET, BODY, words[0]),
                (OLDER_SECRET, BODY, words[0]),
                (SECRET, BODY + b"\n", words[1]),
                ("whsec_" + "A" * 32, BODY, words[1]),
            ]:
                self.assertEqual(self.run_shell(sample, secret, body), word + "\n")

    @staticmethod
    def run_shell(sample, secret, body):
        with tempfile.NamedTemporaryFile() as file:
            file.write(body)
            file.flush()
            values = {"SECRET": secret, "ID": ID, "TIMESTAMP": str(TIMESTAMP), "SIGNATURE": SIGNATURES}
            environment = {**os.environ, **values, "BODY": file.name}
            run = subprocess.run(["sh", "-eu"], input=sample, capture_output=True, text=True, env=environment)
        return run.stdout + run.stderr

    def test_both_languages_list_the_same(self):
        english, french = (self.first_cells(document) for document in DOCUMENTS)
        self.assertGreater(len(english), 20)
        self.assertEqual(english, french)

    @staticmethod
    def first_cells(document):
        cells = re.findall(r"^\| (`.*?) \|", document.read_text(encoding="utf-8"), re.MULTILINE)
        return [re.findall(r"`(.*?)`", cell) for cell in cells]


if __name__ == "__main__":
    unittest.main()
