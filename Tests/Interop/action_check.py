#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the step of action.yml as GitHub's runner does, and looks for what must not be seen.

    action_check.py PUSHWARD

The `run` lines of action.yml run unchanged in the shell that they name, with the environment that their expressions
give. While the program waits for a stand-in of the API, the arguments of every process on the machine are searched for
keys and texts; so are the log, the outputs and the summary afterwards.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

from expectation import Mismatch, expect
from fake_push_api import FakePushAPI
from pw1 import Key, opened

ROOT = pathlib.Path(__file__).parent.parent.parent
ACTION = ROOT / "action.yml"
DOCUMENTS = [ROOT / f"docs/{language}/github-action.md" for language in ("en", "fr")]
TOKEN = "hlk_actioncheck0123456789abcdef01234"
KEY = "8899AABBCCDDEEFF0011223344556677" * 2
OPENING_KEY = Key(bytes.fromhex(KEY))
PATIENCE = 120
# How the runner starts `shell: bash`.
SHELL = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]
TEXTS = {"title": "Secret Title", "body": "Secret\nBody", "subtitle": "Secret Subtitle"}
SECRETS = [TOKEN, KEY, KEY.lower(), *TEXTS.values()]


class Step:
    """One run of the step, and what came of it."""

    def __init__(self, pushward, api, inputs, folder, variables=None):
        action = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
        (step,) = action["runs"]["steps"]
        expect(action["runs"]["using"] == "composite" and step["shell"] == "bash", "the step is no shell step")
        expect("${{" not in step["run"], "an expression stands in the script, where its value would be code")
        values = {name: str(entry.get("default", "")) for name, entry in action["inputs"].items()}
        expect(set(inputs) <= set(values), f"action.yml lacks {set(inputs) - set(values)}")
        self.values = values | inputs
        self.folder = folder
        self.workspace = folder / "workspace"
        self.workspace.mkdir(exist_ok=True)
        self.summary, self.output = folder / "summary", folder / "output"
        for file in (self.summary, self.output):
            file.write_text("")
        environment = {
            "PATH": f"{pathlib.Path(pushward).resolve().parent}:{os.environ['PATH']}",
            "HOME": str(folder),
            "RUNNER_TEMP": str(folder),
            "GITHUB_ACTIONS": "true",
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_SERVER_URL": "https://git.example",
            "GITHUB_REPOSITORY": "me/app",
            "GITHUB_RUN_ID": "42",
        } | ({"PUSHWARD_API_URL": api.url} if variables is None else variables) | {name: self.expand(text) for name, text in step["env"].items()}
        script = folder / "script.sh"
        script.write_text(step["run"])
        run = subprocess.run(
            [*SHELL, script], cwd=self.workspace, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=PATIENCE,
        )  # fmt: skip
        self.status, self.log, self.errors = run.returncode, run.stdout, run.stderr

    def expand(self, text):
        return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: self.values[match[1]], text)

    @property
    def outputs(self):
        """As GitHub reads the file."""
        lines, outputs = iter(self.output.read_text().split("\n")), {}
        for line in lines:
            if not line:
                continue
            name, delimiter = line.split("<<", 1)
            value = []
            while (part := next(lines)) != delimiter:
                value.append(part)
            outputs[name] = "\n".join(value)
        return outputs

    @property
    def masks(self):
        return [line.removeprefix("::add-mask::") for line in self.log.splitlines() if line.startswith("::add-mask::")]

    @property
    def visible(self):
        """What people can see: all but the masks themselves."""
        lines = [line for line in self.log.splitlines() if not line.startswith("::add-mask::")]
        return "\n".join(lines) + self.errors + self.output.read_text() + self.summary.read_text()


def leaks(text):
    """What stands in a text, whole or, of the keys, in so large a part that it tells something."""
    parts = [key[start : start + 16] for key in (TOKEN, KEY, KEY.lower()) for start in range(len(key) - 15)]
    return [secret for secret in SECRETS + parts if secret in text or secret.replace("\n", "%0A") in text]


class Watcher:
    """Searches the arguments of all processes each time the stand-in is called."""

    def __init__(self):
        self.found, self.count = [], 0

    def __call__(self, _request):
        seen = False
        for file in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                text = file.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            seen = seen or text.strip().endswith(" gha")
            self.found += leaks(text)
        self.count += seen


def check_sealed(pushward, folder):
    watcher = Watcher()
    api = FakePushAPI(on_request=watcher)
    step = Step(pushward, api, {"token": TOKEN, "e2e-key": KEY, "encrypt": "true", **TEXTS}, folder)
    expect(step.status == 0, f"the step failed: {step.log}")
    (request,) = api.requests
    expect(watcher.count == 1, "the program was not among the processes")
    expect(not watcher.found, f"arguments of a process hold {watcher.found}")
    expect(not leaks(step.visible), f"people can see {leaks(step.visible)}")
    expect({TOKEN, KEY, KEY.lower()} <= set(step.masks), f"masked is only {step.masks}")
    expect(step.log.splitlines()[0].startswith("::add-mask::"), "something is written before the masks")
    content = opened(OPENING_KEY, request.body["encrypted"])
    page = "https://git.example/me/app/actions/runs/42"
    expect(content == TEXTS | {"url": page}, f"sealed is {content}")
    expect(request.body["thread_id"] == "me/app" and request.body["source"] == "github-actions", "defaults are missing")
    expect(step.outputs["id"] == "4310", f"outputs are {step.outputs}")
    expect(json.loads(step.outputs["response"])["encrypted"] == request.body["encrypted"], "the response is another")
    expect(set(step.outputs) <= set(yaml.safe_load(ACTION.read_text())["outputs"]), "an output is not declared")
    api.close()


def check_file(pushward, folder):
    """The sample of the documentation: the text comes from a file, so that GitHub does not print it."""
    api = FakePushAPI()
    (folder / "workspace").mkdir()
    (folder / "workspace/body.json").write_text(json.dumps({"title": "Credentials rotated", "body": "Secret Title"}))
    inputs = {"token": TOKEN, "e2e-key": KEY, "encrypt": "true", "json": "@body.json"}
    step = Step(pushward, api, inputs, folder)
    expect(step.status == 0, f"the step failed: {step.log}")
    content = opened(OPENING_KEY, api.requests[0].body["encrypted"])
    expect(content["body"] == "Secret Title", "the file is lost")
    expect(not leaks(step.visible), f"people can see {leaks(step.visible)}")
    api.close()


def check_wait(pushward, folder):
    api = FakePushAPI()
    api.answer(4310, "yes", "go\nahead")
    inputs = {"token": TOKEN, "title": "T", "body": "B", "actions": "yes=Yes\nno=No", "wait": "1m"}
    step = Step(pushward, api, inputs, folder)
    expect(step.status == 0, f"the step failed: {step.log}")
    expected = {"id": "4310", "answer": "yes", "answer-text": "go\nahead", "status": "answered"}
    expect(expected.items() <= step.outputs.items(), f"outputs are {step.outputs}")
    expect("go" not in step.log, "a reply stands in the log")
    api.close()


def steps_of(document):
    """The inputs of each step of a document that uses the action, as texts, in order."""
    fences = re.findall(r"^ *```yaml\n(.*?)^ *```$", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    # Whatever looks like a truth value is text to an action.
    steps = [step for text in fences for step in yaml.load(text, Loader=yaml.BaseLoader)]
    return [step["with"] for step in steps if step.get("uses", "").startswith("OWNER/waxwing@")]


def check_documents(pushward, folder):
    """Each step of the documents, with nothing but its own inputs: it sends, sealed, and to the server that it names."""
    (folder / "workspace").mkdir()
    (folder / "workspace/body.json").write_text(json.dumps({"title": "Credentials rotated", "body": "B"}))
    expressions = {"secrets.PUSHWARD_TOKEN": TOKEN, "secrets.PUSHWARD_E2E_KEY": KEY, "github.repository": "me/app"}
    count = 0
    for document in DOCUMENTS:
        for inputs in steps_of(document):
            api = FakePushAPI()
            api.answer(4310, "yes")
            expect(inputs.pop("api-url", "").startswith("https://"), f"{document}: a step names no server")
            for name, value in inputs.items():
                inputs[name] = re.sub(r"\$\{\{ (.*?) \}\}", lambda match: expressions[match[1]], value)
            step = Step(pushward, api, inputs | {"api-url": api.url}, folder, variables={})
            expect(step.status == 0, f"{document}: a step fails: {step.log}")
            body = api.requests[0].body
            expect("encrypted" in body and "title" not in body, f"{document}: a step sends readable text")
            api.close()
            count += 1
    expect(count == 6, f"the documents have {count} steps")


ERROR, WARNING = "::error title=PushWard::", "::warning title=PushWard::"
# Inputs, the exit status, and what the log ends with; nothing may reach the server.
REFUSALS = [
    ({"title": "T", "body": "B"}, 3, ERROR + "the input token is required"),
    ({"token": TOKEN, "encrypt": "true", **TEXTS}, 2, ERROR + "no encryption key"),
    ({"token": TOKEN, "e2e-key": "8899", **TEXTS}, 2, ERROR + "PUSHWARD_E2E_KEY: the encryption key"),
    ({"token": TOKEN, "e2e-key": KEY, "body": "x" * 3000, "title": "T"}, 2, ERROR + "cannot encrypt"),
    ({"token": TOKEN, "command": "auth login"}, 2, ERROR + "the input command cannot be"),
    ({"token": TOKEN, "command": "notify --api-url https://evil.example"}, 2, ERROR + "the input command cannot name"),
    ({"token": TOKEN, "command": "api /NOTIFICATIONS -d {}", "e2e-key": KEY}, 2, ERROR + "'api' never"),
    ({"token": TOKEN, "command": "me", "encrypt": "true"}, 2, ERROR + "encrypt is true, but 'me'"),
    ({"token": TOKEN, "binary": "no-such-program"}, 1, ERROR + "the program is not on this runner: see the input binary"),
    # A secret in the wrong place: nothing masks a part of it, and this before the masks.
    ({"token": TOKEN, "binary": KEY}, 1, ERROR + "the program is not on this runner"),
    ({"token": TOKEN, "binary-url": "https://a", "binary-sha256": KEY[1:]}, 1, ERROR + "binary-sha256 must be 64"),
    ({"token": TOKEN, "level": KEY, "title": "T", "body": "B"}, 2, ERROR + "--level must be"),
    ({"token": TOKEN, "command": f"e2e {KEY}"}, 2, ERROR + "unknown command"),
    ({"token": TOKEN, "command": "notify --level active", "level": "active"}, 2, ERROR + "the input level and"),
    ({"token": TOKEN, "binary-url": "http://a"}, 1, ERROR + "binary-url must begin with https://"),
    ({"token": TOKEN, "binary-url": "https://a"}, 1, ERROR + "binary-sha256 must be 64"),
    ({"token": TOKEN, "binary": "no-such-program", "fail-on-error": "false"}, 0, WARNING + "the program is not on"),
    ({"token": TOKEN, "command": "me", "encrypt": "true", "fail-on-error": "false"}, 0, WARNING + "encrypt is true"),
]


def check_refusals(pushward, folder):
    for inputs, status, line in REFUSALS:
        api = FakePushAPI()
        step = Step(pushward, api, inputs, folder)
        expect(step.status == status, f"{inputs.keys()} ended with {step.status}: {step.log} {step.errors}")
        expect(step.log.splitlines()[-1].startswith(line), f"{inputs.keys()}: {step.log}")
        expect(api.requests == [], f"{inputs.keys()} reached the server")
        expect(not leaks(step.visible), f"people can see {leaks(step.visible)}")
        api.close()
    api = FakePushAPI()
    step = Step(pushward, api, {"token": TOKEN, "title": "T", "body": "B"}, folder, variables={})
    line = ERROR + "no server: give the input api-url, or set PUSHWARD_API_URL"
    expect(step.status == 2 and step.log.splitlines()[-1] == line, f"without a server: {step.log}")
    api.close()


def check_download(pushward, folder):
    """A program that is downloaded is run only when it is the right one."""
    api = FakePushAPI()
    digest = hashlib.sha256(pathlib.Path(pushward).read_bytes()).hexdigest()
    tools = folder / "tools"
    tools.mkdir()
    # In place of a download over the network: the same arguments, a file of this machine.
    curl = tools / "curl"
    curl.write_text(f'#!/bin/sh\nwhile [ "$1" != --output ]; do shift; done\ncp {pushward} "$2"\n')
    curl.chmod(0o755)
    path = os.environ["PATH"]
    os.environ["PATH"] = f"{tools}:{path}"
    try:
        inputs = {"token": TOKEN, "title": "T", "body": "B", "binary-url": "https://files.example/pushward"}
        step = Step("/nonexistent/pushward", api, inputs | {"binary-sha256": digest.upper()}, folder)
        expect(step.status == 0 and len(api.requests) == 1, f"the download does not run: {step.log}")
        step = Step("/nonexistent/pushward", api, inputs | {"binary-sha256": "0" * 64}, folder)
        expect(step.status == 1 and "is not what binary-sha256 says" in step.log, f"a wrong download ran: {step.log}")
        expect(len(api.requests) == 1, "a wrong download reached the server")
        expect(not list(folder.glob("pushward.*")), "a download is left behind")
    finally:
        os.environ["PATH"] = path
    api.close()


def check_inputs():
    """Every input reaches the program, under the name that it reads."""
    action = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    variables = action["runs"]["steps"][0]["env"]
    for name in action["inputs"]:
        expression = f"${{{{ inputs.{name} }}}}"
        if not name.startswith("binary"):
            expect(variables.get(f"INPUT_{name.upper()}") == expression, f"the input {name} is lost")
        expect(expression in variables.values(), f"the input {name} is lost")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pushward", metavar="PUSHWARD", help="the program")
    pushward = shutil.which(parser.parse_args().pushward) or sys.exit("action_check: there is no such program")
    pushward = str(pathlib.Path(pushward).resolve())
    try:
        check_inputs()
        for check in (check_sealed, check_file, check_wait, check_documents, check_refusals, check_download):
            with tempfile.TemporaryDirectory() as folder:
                check(pushward, pathlib.Path(folder))
            print(f"  {check.__name__.removeprefix('check_')}")
    except Mismatch as error:
        print(f"action_check: {error}", file=sys.stderr)
        return 1
    print("the step does what its inputs say, and shows nothing that it must not")
    return 0


if __name__ == "__main__":
    sys.exit(main())
