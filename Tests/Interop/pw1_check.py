#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds `pushward e2e` to a second implementation of the `pw1` envelope: pw1.py, and sealers/seal.py.

    pw1_check.py PUSHWARD [COUNT [SEED]]

Each of COUNT messages (500 unless given) is sealed by the program and opened here, and sealed here and opened by the
program. Most are random; every limit is among them: one code point and the most of each text, no link and the longest,
every size of the plaintext around the end of padding, the largest envelope. What is beyond a limit must be refused.
Prints the seed of the random numbers, and exits with 1 after the first message that does not come through as it was.
"""

import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile

from expectation import Mismatch
from pw1 import Key, open_plaintext, opened
from sealers.seal import LONGEST_PLAINTEXT, seal

FIELDS = ("title", "subtitle", "body", "url")
LIMITS = {"title": 256, "subtitle": 256, "body": 4096, "url": 2048}
# One of each length in UTF-8, what JSON escapes, what joins with its neighbour, what is no space to a shell.
ALPHABET = "aZ09 /\"\\'\n\t\x01éß€漢\u0301\u2028😀\u00a0"

# The example of the document on encryption, sealed with the public test key.
EXAMPLE_KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
EXAMPLE = (
    "pw1.767c0806.oKGio6Slpqeoqaqr-DhDOK4k53I0XIqFXerStl8L5wgFH2EUp_HSYIhOtPQU6R9X6oBtcwaIVw6kyen5OK3Vm_WWiP9w4ooFbGhar_"
    "XGOj1J"
)


def plaintext_of(message):
    fields = {name: message[name] for name in FIELDS if message.get(name)}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def text(numbers, length, alphabet=ALPHABET):
    return "".join(numbers.choice(alphabet) for _ in range(length))


def random_message(numbers):
    message = {"title": text(numbers, numbers.randint(1, 60)), "body": text(numbers, numbers.randint(1, 300))}
    if numbers.random() < 0.5:
        message["subtitle"] = text(numbers, numbers.randint(1, 60))
    if numbers.random() < 0.5:
        message["url"] = "https://example.org/" + text(numbers, numbers.randint(0, 60), "abc123-_~")
    return message


def of_size(size):
    """A message whose JSON has so many bytes."""
    message = {"title": "t", "body": ""}
    message["body"] = "b" * (size - len(plaintext_of({"title": "t", "body": "x"})) + 1)
    assert len(plaintext_of(message)) == size
    return message


def limits(numbers):
    """Messages at every limit, from below."""
    yield {"title": " ", "body": " "}
    yield {"title": text(numbers, 256, "é"), "body": "b"}
    yield {"title": "t", "subtitle": text(numbers, 256, "漢"), "body": "b"}
    yield {"title": text(numbers, 256, "😀"), "subtitle": text(numbers, 256, "ß"), "body": "b"}
    yield {"title": "t", "body": "b", "url": "https://example.org/" + "u" * (2048 - 20)}
    yield {"title": "t", "body": "b", "url": "TEL:+33"}
    for size in (63, 64, 65, 127, 128, 2175, 2176, 2177, 2239, 2240, *range(2241, LONGEST_PLAINTEXT + 1)):
        yield of_size(size)


def beyond():
    """Messages that must not be sealed."""
    yield {"title": "", "body": "b"}
    yield {"title": "t", "body": ""}
    yield {"title": "é" * 257, "body": "b"}
    yield {"title": "t", "subtitle": "s" * 257, "body": "b"}
    yield {"title": "t", "body": "b" * 4097}
    yield {"title": "t", "body": "b", "url": "https://example.org/" + "u" * (2049 - 20)}
    yield {"title": "t", "body": "b", "url": "javascript:alert(1)"}
    yield {"title": "t", "body": "b" * 4096}
    yield of_size(LONGEST_PLAINTEXT + 1)


class Program:
    def __init__(self, path, folder):
        self.path = path
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder, "PUSHWARD_CONFIG_DIR": folder}

    def run(self, key, *arguments, given):
        return subprocess.run(
            [self.path, "e2e", *arguments], input=given.encode(), capture_output=True, timeout=120,
            env=self.environment | {"PUSHWARD_E2E_KEY": key.text},
        )  # fmt: skip

    def encrypt(self, key, message):
        return self.run(key, "encrypt", "--jq", ".encrypted", given=json.dumps(message))

    def check(self, key, message):
        """Nothing when a message comes through both ways, otherwise what went wrong."""
        sealed = self.encrypt(key, message)
        if sealed.returncode:
            return f"not sealed: {sealed.stderr.decode()}"
        try:
            plaintext = open_plaintext(key, sealed.stdout.decode().removesuffix("\n"))
        except Mismatch as mismatch:
            return str(mismatch)
        expected = {name: message[name] for name in FIELDS if message.get(name)}
        if json.loads(plaintext) != expected:
            return "another text was sealed"
        size = len(plaintext.rstrip(b" "))
        if len(plaintext) != (size + -size % 64 if size <= 2240 else size):
            return f"{size} bytes were padded to {len(plaintext)}"
        opened = self.run(key, "decrypt", given=seal(key.secret, message))
        if opened.returncode:
            return f"not opened: {opened.stderr.decode()}"
        if list(json.loads(opened.stdout).items()) != list(expected.items()):
            return "another text was opened"
        return None


def main():
    path = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    numbers = random.Random(seed)
    example = Key(bytes.fromhex(EXAMPLE_KEY))
    assert opened(example, EXAMPLE), "the published example does not open"
    messages = list(limits(numbers))
    messages += [random_message(numbers) for _ in range(count - len(messages))]
    keys = [Key(numbers.randbytes(32)) for _ in range(8)]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        program = Program(path, folder)
        jobs = [pool.submit(program.check, keys[index % 8], message) for index, message in enumerate(messages)]
        for index, job in enumerate(jobs):
            if problem := job.result():
                pool.shutdown(cancel_futures=True)
                sys.exit(f"message {index}: {problem}")
        refused = 0
        for message in beyond():
            if program.encrypt(keys[0], message).returncode != 2:
                lengths = ", ".join(f"{name} of {len(text)}" for name, text in message.items())
                sys.exit(f"sealed beyond a limit: {lengths}")
            refused += 1
    print(f"{len(messages)} messages sealed and opened both ways, {refused} refused")


if __name__ == "__main__":
    main()
