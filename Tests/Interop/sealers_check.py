#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seals with implementations in four languages that share no code with this project, and opens with ours.

    sealers_check.py PUSHWARD WAXWING

Those of Tests/Interop/sealers were written from the description of the format. When WAXWING_SEED_DOCS names a folder
with the page end-to-end-encryption.txt, the samples printed there run too, unchanged, and what they seal is sent to a
server that the program WAXWING runs; so is the page's own call of curl.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

from expectation import Mismatch, expect
from schema_check import Server

SEALERS = pathlib.Path(__file__).parent / "sealers"
KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
KEY_ID = "767c0806"
PATIENCE = 300
PLACEHOLDER = "Encrypted notification"

TEXTS = [
    {"title": "Disk full", "body": "/var at 97%"},
    {"title": "T", "subtitle": "S", "body": "B", "url": "https://example.org/a?b=c&d=%20#e"},
    {"title": "Été 😀 <&>", "body": 'line\nbreak\ttab "quotes" \\ / \u2028 \u007f \u0001', "url": "myapp://open"},
    {"title": "x" * 256, "subtitle": "é" * 256, "body": "y"},
    {"title": "T", "body": "😀" * 500},
    # The longest plaintext: 2 266 bytes with {"title":"T","body":""} taken off, and the longest that is padded.
    {"title": "T", "body": "z" * (2266 - 23)},
    {"title": "T", "body": "z" * (2240 - 23)},
    {"title": " ", "body": " "},
]
REFUSED = [
    {"title": "", "body": "B"},
    {"title": "T", "body": ""},
    {"title": "x" * 257, "body": "B"},
    {"title": "T", "subtitle": "x" * 257, "body": "B"},
    {"title": "T", "body": "z" * (2267 - 23)},
    {"title": "T", "body": "B", "url": "javascript:alert(1)"},
    {"title": "T", "body": "B", "url": "data:text/plain,x"},
    {"title": "T", "body": "B", "url": "https://"},
    {"title": "T", "body": "B", "url": "no scheme"},
]
BAD_KEYS = ["", KEY[1:], KEY + "00", "g" + KEY[1:], "hlk_" + KEY[4:]]


def run(command, text="", **options):
    result = subprocess.run(command, input=text, capture_output=True, text=True, timeout=PATIENCE, **options)
    expect(result.returncode == 0, f"{command[0]} failed: {result.stderr}")
    return result.stdout


def tool(name):
    """A program where the pinned packages put it, beside this interpreter, or else of the machine."""
    beside = pathlib.Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    expect(found, f"there is no {name}; see Tests/Interop/requirements.txt")
    return found


def go_environment(folder):
    return os.environ | {"GOCACHE": f"{folder}/cache", "GOPROXY": "off", "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local"}


def build_go(folder, source):
    program = f"{folder}/sealer"
    run([tool("go"), "build", "-o", program, "."], cwd=source, env=go_environment(folder))
    return [program]


class Opener:
    """Our code, which opens what others sealed."""

    def __init__(self, pushward):
        self.pushward = pushward

    def open(self, envelope):
        expect(re.fullmatch(r"pw1\.[0-9a-f]{8}\.[A-Za-z0-9_-]{40,}", envelope), f"no envelope: {envelope[:60]}")
        expect(len(envelope) <= 3072 and envelope.split(".")[1] == KEY_ID, "length or key id")
        environment = {"PUSHWARD_E2E_KEY": KEY, "PUSHWARD_CONFIG_DIR": "/nonexistent"}
        return json.loads(run([self.pushward, "e2e", "decrypt"], envelope, env=environment))


def check_sealer(name, command, opener):
    lines = [json.dumps({"key": KEY} | text) for text in TEXTS]
    lines.append(json.dumps({"key": f" {KEY[:20]}\n{KEY[20:].upper()} ", "title": "T", "body": "B"}))
    envelopes = run(command, "\n".join(lines) + "\n").splitlines()
    for text, envelope in zip(TEXTS + [{"title": "T", "body": "B"}], envelopes, strict=True):
        opened = opener.open(envelope)
        expect(opened == text, f"{name}: {text} came back as {opened}")
    expect(len(envelopes[0]) == len(envelopes[7]), f"{name}: short texts differ in length")
    expect(len(envelopes[5]) == 3072, f"{name}: the longest envelope has {len(envelopes[5])} characters")
    expect(envelopes[0] != run(command, lines[0] + "\n").strip(), f"{name}: two seals are alike")
    refused = [{"key": KEY} | text for text in REFUSED]
    refused += [{"key": key, "title": "T", "body": "B"} for key in BAD_KEYS]
    answers = run(command, "".join(json.dumps(text) + "\n" for text in refused)).splitlines()
    for text, answer in zip(refused, answers, strict=True):
        expect(answer.startswith("error: ") and KEY[4:] not in answer, f"{name}: {text} became {answer[:60]}")
    print(f"  {name}: {len(envelopes)} opened, {len(refused)} refused")


# The samples of the page.

HARNESSES = {
    "python": """import json, sys
from sample import seal
for line in sys.stdin:
    print(seal(**json.loads(line)))
""",
    "node": """import { createInterface } from 'node:readline';
import { seal } from './sample.mjs';
for await (const line of createInterface({ input: process.stdin })) {
  const { key_hex, ...text } = JSON.parse(line);
  console.log(await seal(key_hex, text));
}
""",
    "go": """package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sample/e2e"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var text struct {
			Key string `json:"key_hex"`
			e2e.Message
		}
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			panic(err)
		}
		envelope, err := e2e.Seal(text.Key, text.Message)
		if err != nil {
			panic(err)
		}
		fmt.Println(envelope)
	}
}
""",
}


def part(page, first, last):
    """The page from the line `first` to the line `last` after it."""
    found = re.search(rf"^{re.escape(first)}.*?^{re.escape(last)}$", page, re.MULTILINE | re.DOTALL)
    expect(found, f"the page has no sample that begins with {first}")
    return found[0] + "\n"


def samples(page, folder):
    """The samples of the page, as commands that read one JSON object a line."""
    python, node, web, go = (folder / name for name in ("python", "node", "webcrypto", "go"))
    for place in (python, node, web, go / "e2e"):
        place.mkdir(parents=True)
    (python / "sample.py").write_text(part(page, "import base64, json, os", "    return envelope"))
    (python / "main.py").write_text(HARNESSES["python"])
    yield "Python", [sys.executable, str(python / "main.py")]
    for place, first in [(node, "import { createCipheriv"), (web, "const utf8 = new TextEncoder();")]:
        text = part(page, first, "  return envelope;") + "}\n"
        (place / "sample.mjs").write_text(text)
        (place / "main.mjs").write_text(HARNESSES["node"])
        yield place.name, [tool("node"), str(place / "main.mjs")]
    (go / "e2e/seal.go").write_text(part(page, "package e2e", "	return envelope, nil") + "}\n")
    (go / "main.go").write_text(HARNESSES["go"])
    (go / "go.mod").write_text("module sample\n\ngo 1.24\n")
    yield "Go", build_go(folder, go)


def post(url, token, body):
    request = urllib.request.Request(
        f"{url}/notifications",
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return response.status, json.load(response)


def check_sample(name, command, opener, url, token):
    texts = TEXTS[:2] + TEXTS[4:7]
    envelopes = run(command, "".join(json.dumps({"key_hex": KEY} | text) + "\n" for text in texts)).splitlines()
    for text, envelope in zip(texts, envelopes, strict=True):
        expect(opener.open(envelope) == text, f"the sample in {name} sealed another text")
        status, answer = post(url, token, {"encrypted": envelope, "level": "time-sensitive", "source": "monitoring"})
        expect(status == 201, f"the server answered the sample in {name} with {status}")
        expect(answer["encrypted"] == envelope and answer["title"] == PLACEHOLDER, f"{name}: stored is {answer}")
    print(f"  the page's sample in {name}: {len(envelopes)} opened and sent")


def check_curl(page, url, token):
    call = part(page, "curl -X POST https://api.pushward.app/notifications", "  }'").replace("\u00a0", " ")
    call = call.replace("https://api.pushward.app", url).replace("hlk_YOUR_TOKEN", token)
    answer = json.loads(run(["sh", "-c", call.replace("curl ", f"{tool('curl')} --silent --show-error ", 1)]))
    printed = json.loads(part(page, "{", "}"))
    for name in ("title", "encrypted", "level", "source"):
        expect(answer.get(name) == printed[name], f"the answer to the page's curl has {name} {answer.get(name)}")
    print("  the page's call of curl")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pushward", metavar="PUSHWARD", help="the program that opens")
    parser.add_argument("waxwing", metavar="WAXWING", help="the server that the page's samples are sent to")
    arguments = parser.parse_args()
    opener = Opener(arguments.pushward)
    try:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for name, command in [
                ("Python", [sys.executable, str(SEALERS / "seal.py")]),
                ("Node", [tool("node"), str(SEALERS / "seal_node.mjs")]),
                ("WebCrypto", [tool("node"), str(SEALERS / "seal_webcrypto.mjs")]),
                ("Go", build_go(folder, SEALERS / "go")),
            ]:
                check_sealer(name, command, opener)
            if seeds := os.environ.get("WAXWING_SEED_DOCS"):
                page = (pathlib.Path(seeds) / "end-to-end-encryption.txt").read_text(encoding="utf-8")
                with Server(arguments.waxwing, folder) as server:
                    url, token = server.url, server.personal_key("sealers")
                    for name, command in samples(page, folder):
                        check_sample(name, command, opener, url, token)
                    check_curl(page, url, token)
    except Mismatch as error:
        print(f"sealers_check: {error}", file=sys.stderr)
        return 1
    print("what others seal, we open")
    return 0


if __name__ == "__main__":
    sys.exit(main())
