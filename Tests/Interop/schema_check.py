#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds a server to its descriptions in docs: no answer of 5xx, and none that the document does not describe.

    schema_check.py WAXWING [--cases N] [--seed N]

Starts the program WAXWING on an empty directory with a port of its own, and lets Schemathesis send it thousands of
requests, valid ones and others, made from openapi.yaml and openapi-notifications.yaml. A seed repeats a run. It exits
with 1 when an answer is wrong, or when there were fewer than N requests.
"""

import argparse
import base64
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

FOLDER = pathlib.Path(__file__).parent
DOCUMENTS = FOLDER.parent.parent / "docs"
SCHEMATHESIS = pathlib.Path(sys.executable).parent / "schemathesis"
EXAMPLES = 60
LONGEST_RUN = 600

SETTINGS = """
headers = {{ Authorization = "Bearer {key}" }}
"""
TOKEN_SETTINGS = """
[[operations]]
include-path = "/v1/oauth/token"
headers = {{ Authorization = "{client}" }}
"""


class Server:
    """A server of its own, and what a run has to know of it."""

    def __init__(self, program, directory, *more):
        self.program, self.data = program, directory / "data"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("WAXWING_")}
        self.log = directory / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [program, "serve", "--data", self.data, "--listen", "127.0.0.1:0", "--rate-limits", "off", *more],
                stderr=log,
                env=self.environment,
            )

    def start(self):
        """Waits until it takes requests, and makes a key."""
        self.port()
        self.key = self.command("keys", "create")[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)

    @functools.cached_property
    def url(self):
        """Where it listens, as soon as it takes requests."""
        return f"http://127.0.0.1:{self.port()}"

    def port(self):
        for _ in range(600):
            if match := re.search(r"listening at 127\.0\.0\.1:(\d+)\n", self.lines()):
                return match[1]
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        sys.exit(f"schema_check: the server does not start\n{self.lines()}")

    def lines(self):
        return self.log.read_text(encoding="utf-8")

    def command(self, *arguments):
        """The lines that a command on the same directory prints, with test mode unless it is about an account."""
        mode = [] if "accounts" in arguments or "--personal" in arguments else ["--mode", "test"]
        command = [self.program, *arguments, "--data", self.data, *mode]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=self.environment)
        return run.stdout.splitlines()

    def personal_key(self, account):
        """A key that sends notifications to an account, which is made if it is not there."""
        return self.command("keys", "create", "--personal", "--account", account)[0]

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.url + path, method=method, data=body and json.dumps(body).encode())
        request.add_header("Authorization", f"Bearer {self.key}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as response:
            return json.loads(response.read())

    def known(self):
        """Objects that are there, so that generated requests find some."""
        app = self.call("POST", "/v1/push/apps", {"name": "schema check"})["id"]
        device = self.call("PUT", "/v1/push/devices", {"app_id": app, "platform": "ios", "token": "test_accept"})["id"]
        push = self.call("POST", "/v1/push", {"app_id": app, "device_id": device, "title": "Hello"})["id"]
        webhook = {"url": "https://waxwing.invalid/", "events": ["push.scheduled"]}
        client = [line.partition("=")[2] for line in self.command("oauth", "create", "--scope", "push:read")]
        return {
            "app": app,
            "device": device,
            "push": push,
            "delivery": self.delivery(push),
            "webhook": self.call("POST", "/v1/webhooks", webhook)["id"],
            "key": self.call("GET", "/v1/api-keys")["data"][0]["id"],
            "client": "Basic " + base64.b64encode(":".join(client).encode()).decode(),
        }

    def delivery(self, push):
        """The one delivery of a push, once it was sent."""
        for _ in range(600):
            deliveries = self.call("GET", f"/v1/push/{push}/deliveries")["data"]
            if deliveries and deliveries[0]["status"] == "sent":
                return deliveries[0]["id"]
            time.sleep(0.1)
        sys.exit("schema_check: the first push is not sent")


def check_push_service(server, seed):
    known = server.known()
    settings = SETTINGS.format(key=server.key) + TOKEN_SETTINGS.format(client=known["client"])
    return run_schemathesis(server, "openapi.yaml", settings, known, seed)


def check_notifications(server, seed):
    server.personal_key("home")
    token = server.command("accounts", "token", "home")[0]
    return run_schemathesis(server, "openapi-notifications.yaml", SETTINGS.format(key=token), {}, seed)


def run_schemathesis(server, document, settings, known, seed):
    command = [
        SCHEMATHESIS,
        "--no-color",
        "run",
        (DOCUMENTS / document).resolve(),
        "--url",
        server.url,
        "--max-examples",
        str(EXAMPLES),
        "--seed",
        str(seed),
        "--checks",
        "all",
        # What only the server can know, such as whether a key lies on the curve, no document can say.
        "--exclude-checks",
        "positive_data_acceptance",
        "--warnings",
        "off",
        "--continue-on-failure",
        "--generation-database",
        "none",
    ]
    environment = {
        **os.environ,
        "PYTHONPATH": str(FOLDER),
        "PYTHONDONTWRITEBYTECODE": "1",
        "SCHEMATHESIS_HOOKS": "schema_hooks",
        "WAXWING_CHECK": json.dumps(known),
    }
    # It reads its settings from the present folder, and leaves what failed there.
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, "schemathesis.toml").write_text(settings, encoding="utf-8")
        return subprocess.run(
            command,
            env=environment,
            cwd=directory,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LONGEST_RUN,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="WAXWING", type=pathlib.Path)
    parser.add_argument("--cases", type=int, default=2000, metavar="N", help="how many at least (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="repeats a run (default %(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        with Server(options.program.resolve(), pathlib.Path(directory)) as server:
            server.start()
            runs = [check_push_service(server, options.seed), check_notifications(server, options.seed)]
            is_alive = server.process.poll() is None
            failures = [line for line in server.lines().splitlines() if " error " in line]
    cases = [int(number) for run in runs for number in re.findall(r"^ *([0-9]+) generated", run.stdout, re.MULTILINE)]
    if any(run.returncode != 0 for run in runs) or failures or not is_alive:
        print(*[run.stdout for run in runs if run.returncode != 0], *failures, sep="\n")
        sys.exit(f"schema_check: the server does not do what its descriptions say (seed {options.seed})")
    if len(cases) != len(runs) or sum(cases) < options.cases:
        sys.exit(f"schema_check: {sum(cases)} requests, fewer than {options.cases}")
    print(f"schema_check: {sum(cases)} requests, every answer as the descriptions say (seed {options.seed})")


if __name__ == "__main__":
    main()
