# SPDX-License-Identifier: Apache-2.0
"""Holds document_check.py to what it must find: commands with their answers, and every way in which these differ."""

import unittest

from document_check import Command, Comparison, Mismatch, commands, programs, with_own_port

DOCUMENT = """
```sh
not run
```

```sh run
first
```

Words.

```http
HTTP/1.1 200 OK
```

```json
{}
```

```sh run
second --json x
```

```sh run
third
```

```swift
code
```
"""
FIRST, SECOND = "push_01M8NNG1XKDXEDY2RBDXMG382N", "push_01M8NP3E6B2C5D8F0G1H4J7K9M"
ANSWER = "HTTP/1.1 200 OK\r\nDate: today\r\nRetry-After: 1\r\n\r\n"


class Commands(unittest.TestCase):
    def test_commands_and_their_answers(self):
        self.assertEqual(
            [(command.script, command.line, command.kind, command.only_reads) for command in commands(DOCUMENT)],
            [("first\n", 6, "http", True), ("second --json x\n", 20, None, False), ("third\n", 24, None, True)],
        )
        self.assertEqual(commands(DOCUMENT)[0].answer, "HTTP/1.1 200 OK\n")

    def test_what_is_not_repeated(self):
        for script in ("curl -X PUT x", "curl x -d '{}'", "curl x \\\n    -d '{}'", "curl --json '{}' x", "pushward notify"):
            with self.subTest(script):
                self.assertFalse(Command(script, 1).only_reads)
        self.assertTrue(Command("curl x/notifications -H 'X-d: y'", 1).only_reads)


class Programs(unittest.TestCase):
    def test_what_is_started(self):
        self.assertEqual(programs(DOCUMENT), ["waxwing serve"])
        document = DOCUMENT + "\n```sh serve\none\ntwo\n```\n\n```sh serve\nthree\n```\n"
        self.assertEqual(programs(document), ["one", "two", "three"])
        self.assertEqual(commands(document)[-1].script, "third\n")

    def test_ports_of_their_own(self):
        for line, started, port in (
            ("env A=b waxwing serve --data d", "env A=b waxwing serve --data d --listen 127.0.0.1:0", "8080"),
            ("waxwing-simulator serve --port 9000", "waxwing-simulator serve --port 0", "9000"),
        ):
            with self.subTest(line):
                self.assertEqual(with_own_port(line), (started, port))


class Answers(unittest.TestCase):
    def test_equal(self):
        for kind, wanted, found in (
            ("text", "a … c\n", "a b c"),
            ("json", '{"a": 1, "…": "…"}', '{"a":1,"b":2}'),
            ("json", '["2026-11-30T07:25:19.155Z"]', '["2027-01-01T00:00:00.000Z"]'),
            ("json", f'["{FIRST}", "{FIRST}"]', f'["{SECOND}", "{SECOND}"]'),
            ("http", "HTTP/1.1 200 OK\n", ANSWER),
            ("http", 'HTTP/1.1 200 OK\nRetry-After: 1\n\n{"a": [null]}\n', ANSWER + '{"a":[null]}'),
        ):
            with self.subTest(wanted):
                Comparison().compare(kind, wanted, found)

    def test_different(self):
        for kind, wanted, found in (
            ("text", "a … c", "a b d"),
            ("json", '{"a": 1}', '{"a":1,"b":2}'),
            ("json", '{"a": 1, "…": "…"}', '{"b":2}'),
            ("json", '{"a": 1, "b": 2}', '{"b":2,"a":1}'),
            ("json", '{"a": 1}', '{"a":true}'),
            ("json", '{"a": null}', '{"a":"b"}'),
            ("json", "[1]", "[1,2]"),
            ("json", "{}", "no JSON"),
            ("json", '["2026-11-30T07:25:19.155Z"]', '["2026-11-30"]'),
            ("json", f'["{FIRST}", "{FIRST}"]', f'["{FIRST}", "{SECOND}"]'),
            ("json", f'["{FIRST}"]', '["pdev_01M8NNG1XKDXEDY2RBDXMG382N"]'),
            ("json", f'["{FIRST}"]', '["push"]'),
            ("http", "HTTP/1.1 204 No Content\n", ANSWER),
            ("http", "HTTP/1.1 200 OK\nRetry-After: 2\n", ANSWER),
            ("http", "HTTP/1.1 200 OK\nAllow: GET\n", ANSWER),
            ("http", "HTTP/1.1 200 OK\n", ANSWER + "{}"),
            ("http", "HTTP/1.1 200 OK\n", ""),
        ):
            with self.subTest(wanted=wanted, found=found), self.assertRaises(Mismatch):
                Comparison().compare(kind, wanted, found)

    def test_an_identifier_stands_for_one_other(self):
        comparison = Comparison()
        comparison.compare("text", FIRST, SECOND)
        with self.assertRaises(Mismatch):
            comparison.compare("text", FIRST, FIRST)


if __name__ == "__main__":
    unittest.main()
