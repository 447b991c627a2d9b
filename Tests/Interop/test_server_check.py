# SPDX-License-Identifier: Apache-2.0
"""Holds server_check.py to a fake server: it must pass the right one and find every fault of the others."""

import pathlib
import random
import subprocess
import sys
import unittest

import fake_waxwing
import server_check
from fake_waxwing import FakeWaxwing
from push_content import LONGEST, MEMBERS, PushContent, parse


def check(fault, pushes=12):
    # Faults show only in content that has something to spoil: the seed is fixed.
    with FakeWaxwing(fault) as server:
        patience = 1 if fault == "never final" else 60
        return server_check.check_server(server_check.Client(server.url, fake_waxwing.KEY, patience), pushes, seed=7)


class Checker(unittest.TestCase):
    def test_passes_a_right_server(self):
        self.assertEqual(check(None, pushes=60), (120, []))

    def test_finds_each_fault(self):
        for fault in (*fake_waxwing.PLAINTEXT_FAULTS, *fake_waxwing.REQUEST_FAULTS, *fake_waxwing.RECORD_FAULTS):
            with self.subTest(fault):
                try:
                    _, problems = check(fault)
                except server_check.Mismatch as problem:
                    problems = [problem]
                self.assertTrue(problems)

    def test_a_refused_key(self):
        with FakeWaxwing() as server, self.assertRaisesRegex(server_check.Mismatch, "UNAUTHENTICATED"):
            server_check.check_server(server_check.Client(server.url, "mk_test_other"), 1, seed=1)

    def test_no_server(self):
        with FakeWaxwing() as server:
            url = server.url
        with self.assertRaisesRegex(server_check.Mismatch, "no answer"):
            server_check.check_server(server_check.Client(url, fake_waxwing.KEY), 1, seed=1)

    def test_command_line(self):
        def run(url, key, *more):
            script = pathlib.Path(server_check.__file__)
            return subprocess.run(
                [sys.executable, script, url, key, *more], capture_output=True, text=True, encoding="utf-8", timeout=60
            )

        with FakeWaxwing() as server:
            right = run(server.url, fake_waxwing.KEY, "--pushes", "3", "--seed", "5")
            live = run(server.url, "mk_live_key")
        with FakeWaxwing("changed bit") as server:
            wrong = run(server.url, fake_waxwing.KEY, "--pushes", "3", "--seed", "5")
        self.assertEqual(
            (right.returncode, right.stdout, right.stderr),
            (0, "server_check: 3 pushes, 6 deliveries opened, all as sent (seed 5)\n", ""),
        )
        self.assertEqual(live.returncode, 2)
        self.assertEqual((wrong.returncode, wrong.stdout), (1, ""))
        self.assertIn("6 of 6 deliveries differ (seed 5)", wrong.stderr)


class Content(unittest.TestCase):
    def test_fits_and_can_be_sent(self):
        source = random.Random(3)
        for _ in range(500):
            content = PushContent.random(source)
            fields = dict(parse(content.request(app_id="a").decode("utf-8")).members)
            self.assertTrue(fields.get("title") or fields.get("body"))
            self.assertLessEqual(len(fake_waxwing.write(content.plaintext()).encode("utf-8")), LONGEST)
            wanted = tuple((name, fields[name]) for name in MEMBERS if name in fields)
            self.assertEqual(content.plaintext().members, wanted)

    def test_what_differs_in_writing_differs(self):
        for one, other in (
            ("1", "1.0"),
            ("1", '"1"'),
            ("1", "true"),
            ('{"a":1}', '[["a",1]]'),
            ('{"a":1,"b":2}', '{"b":2,"a":1}'),
            ('{"a":1,"a":1}', '{"a":1}'),
            ('"\u00e9"', '"e\u0301"'),
        ):
            with self.subTest(one):
                self.assertNotEqual(parse(one), parse(other))
        self.assertEqual(parse('"\\ud83d\\udc26\\/"'), parse('"🐦/"'))
        for text in ("NaN", "-Infinity", "[1,]", ""):
            with self.assertRaises(ValueError):
                parse(text)


if __name__ == "__main__":
    unittest.main()
