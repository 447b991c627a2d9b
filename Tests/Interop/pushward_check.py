#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses `pushward` as a person does, against a real server.

    pushward_check.py WAXWING PUSHWARD

Starts WAXWING on an empty directory, makes an account and keys, and goes through the commands of PUSHWARD: logging in,
sending readable and sealed, waiting for answers and acknowledgements, scheduling. It exits with 1 at the first that
does something else than docs/en/cli.md says, and prints how many commands there were.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from schema_check import Server

ROOT = pathlib.Path(__file__).parent.parent.parent
# The sections of each document whose commands are run, one after the other.
SECTIONS = {"docs/en/cli.md": ("Sending", "Afterwards"), "docs/fr/cli.md": ("Envoyer", "Ensuite")}
NO_DEVICE = "warning: delivery none (no_apns_token): no device is registered\n"
KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
PLACEHOLDER = "Encrypted notification"


class Person:
    """Somebody with a directory for the configuration, at first an empty one."""

    def __init__(self, program, directory):
        self.program = program
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(directory), "PUSHWARD_CONFIG_DIR": str(directory)}
        self.runs = 0

    def start(self, *arguments):
        return subprocess.Popen(
            [self.program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment
        )

    def run(self, *arguments, code=0, given="", says=""):
        """What a command prints; it has to end with `code` and to say what was told on standard error."""
        self.runs += 1
        run = subprocess.run(
            [self.program, *arguments], input=given, capture_output=True, text=True, timeout=120, env=self.environment
        )
        if run.returncode != code or says not in run.stderr or (not says and code == 0 and run.stderr):
            sys.exit(f"pushward {' '.join(arguments)}: {run.returncode}, not {code}\n{run.stdout}{run.stderr}")
        return run.stdout

    def json(self, *arguments, **expected):
        return json.loads(self.run(*arguments, **expected))


def expect(condition, what):
    if not condition:
        sys.exit(f"not so: {what}")


def log_in(person, server, key):
    person.run("me", code=2, says="no server")
    person.run("auth", "login", "--api-url", server.url, given="hlk_" + "0" * 32, code=3, says="401 token.invalid")
    person.run("me", code=2, says="no server")
    person.run("auth", "login", "--api-url", server.url, given=key + "\n")
    expect(person.json("me")["integration_key"]["name"], "the account names the key")
    expect(person.run("health", "--jq", ".status") == "ok\n", "the server is well")


def send(person):
    # No device is registered, so nothing is delivered; that is a warning and no failure.
    sent = person.json("notify", "--title", "Disk full", "--body", "/var at 97%", says=NO_DEVICE)
    expect(sent["title"] == "Disk full" and "encrypted" not in sent, "a notification is readable without a key")
    person.run("notify", "--title", "t", "--body", "b", "--encrypt", code=2, says="no encryption key")
    person.run("notify", "--title", "t", code=1, says="422")
    person.run("notify", "--title", "t", "--body", "b", "-F", "nonsense=1", code=1, says="422")
    person.run("notify", "--title", "t", "--body", "b", "--url", "javascript:1", code=1, says="400 notification.invalid")


def seal(person):
    person.run("e2e", "import", given=KEY)
    sealed = person.json(
        "notify", "--title", "Prod DB password rotated", "--body", "New one is in the vault under db/prod",
        "--url", "https://vault.example.org", "--level", "time-sensitive", "--no-push",
        says="delivery none (push_disabled)",
    )  # fmt: skip
    expect(sealed["title"] == PLACEHOLDER and sealed["level"] == "time-sensitive", "the server shows placeholders")
    expect(
        person.json("e2e", "decrypt", given=json.dumps(sealed))
        == {
            "title": "Prod DB password rotated",
            "body": "New one is in the vault under db/prod",
            "url": "https://vault.example.org",
        },
        "the envelope comes back as it was",
    )
    readable = person.json("notify", "--title", "t", "--body", "b", "--no-encrypt", "--no-push", says="delivery none")
    expect(readable["title"] == "t", "--no-encrypt sends it readable")
    envelope = person.run("e2e", "encrypt", "--title", "t", "--body", "b", "--jq", ".encrypted").strip()
    passed = person.json("notify", "-f", f"encrypted={envelope}", "--no-push", says="delivery none")
    expect(passed["encrypted"] == envelope, "an envelope goes through")


def answer(person, app):
    sent = person.json("notify", "--title", "Deploy?", "--body", "b", "--action", "yes=Yes", "--no-push", says="delivery")
    number = str(sent["id"])
    expect(sent["answerable"], "an action without a url is answered")
    expect(person.json("notification", "answer", number)["status"] == "pending", "there is no answer yet")
    pending = person.json("notification", "answer", number, "--wait", "1s", code=7, says="no answer to notification")
    expect(pending["status"] == "pending", "the last state is printed")
    shown = person.run(
        "notification", "answer", number, "--wait", "1s", "--jq", ".action_id", code=7, says="no answer to notification")
    expect(shown == "null\n", "of a pending answer there is no action")
    waiting = person.start("notification", "answer", number, "--wait", "60s", "--jq", ".action_id")
    app.run("api", f"/notifications/answers/{number}", "-f", "action_id=yes")
    output, errors = waiting.communicate(timeout=60)
    expect((waiting.returncode, output) == (0, "yes\n"), f"the answer ends the wait: {errors}")
    person.run("notification", "answer", "999999", code=4, says="404 notification_answer.not_found")


def acknowledge(person, app):
    first = str(person.json("notify", "--title", "t", "--body", "b", "--ack", "--tag", "x", says="delivery")["id"])
    expect(person.json("receipt", first)["status"] == "active", "the receipt is active")
    expect(person.json("receipt", "cancel", first)["status"] == "canceled", "it can be canceled")
    person.run("receipt", first, "--wait", "5s", code=7, says="is canceled")
    second = str(person.json("notify", "--title", "t", "--body", "b", "--ack", "--tag", "x", says="delivery")["id"])
    app.run("api", f"/notifications/answers/{second}", "-f", "action_id=pw_ack")
    expect(person.json("receipt", second, "--wait", "30s")["status"] == "acknowledged", "a tap acknowledges")
    expect(person.json("receipt", "cancel", "--tag", "x") == {"canceled": 0}, "nothing is left to cancel")
    person.run("notify", "--title", "t", "--body", "b", "--ack-repeat", "5s", code=1, says="422")


def schedule(person):
    later = person.json("schedule", "create", "--in", "2h", "--title", "Later", "--body", "b")
    expect(later["title"] == PLACEHOLDER and later["status"] == "scheduled", "a schedule is sealed")
    number = str(later["id"])
    got = person.run("schedule", "get", number)
    expect(person.json("e2e", "decrypt", given=got)["title"] == "Later", "a schedule can be opened")
    weekly = person.json(
        "schedule", "create", "--cron", "0 19 * * 2", "--tz", "Europe/Paris", "--count", "3", "--title", "t",
        "--body", "b",
    )  # fmt: skip
    expect(weekly["recurrence"]["count"] == 3, "a series is scheduled")
    listed = person.json("schedule", "list", "--all")["items"]
    expect({item["id"] for item in listed} == {later["id"], weekly["id"]}, "both are listed")
    person.run("schedule", "cancel", number)
    expect(person.json("schedule", "get", number)["status"] == "canceled", "it is canceled")
    person.run("schedule", "cancel", number, "--purge")
    person.run("schedule", "get", number, code=4, says="404 scheduled_notification.not_found")
    person.run(
        "schedule", "create", "--at", "2020-01-01T00:00:00Z", "--title", "t", "--body", "b", code=1,
        says="400 scheduled_notification.invalid",
    )  # fmt: skip


def commands_of(document, title):
    """The lines of the first fence of a section."""
    text = (ROOT / document).read_text(encoding="utf-8")
    section = re.search(rf"^## {title}\n.*?^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    expect(section, f"{document} has the section {title}")
    return section[1].splitlines()


def run_line(person, document, line, says=("",)):
    """Runs a line of a document, which must succeed and say nothing else than one of these on standard error."""
    path = f"{pathlib.Path(person.program).parent}:{person.environment['PATH']}"
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=120, env=person.environment | {"PATH": path},
    )  # fmt: skip
    expect(run.returncode == 0 and run.stderr in says, f"{document}: {line}: {run.returncode} {run.stderr}")
    person.runs += 1


def sending(person, document, title):
    """The commands of a document that send and do not wait for somebody."""
    lines = [line for line in commands_of(document, title) if "--wait" not in line]
    for line in lines:
        run_line(person, document, line, says=("", NO_DEVICE))
    expect(len(lines) > 4, f"{document} shows the commands")
    for item in person.json("schedule", "list", "--status", "scheduled")["items"]:
        person.run("schedule", "cancel", str(item["id"]))


def afterwards(person, app, key, document, title):
    """The commands of a document, with the numbers of a notification and of a schedule that are there."""
    sent = person.json(
        "notify", "--title", "t", "--body", "b", "--ack", "--action", "yes=Yes", says="delivery")["id"]
    app.run("api", f"/notifications/answers/{sent}", "-f", "action_id=yes")
    later = person.json("schedule", "create", "--in", "2h", "--title", "t", "--body", "b")["id"]
    lines = commands_of(document, title)
    for line in lines:
        run_line(person, document, re.sub(r"\b77\b", str(later), re.sub(r"\b4310\b", str(sent), line)))
    expect(len(lines) > 8, f"{document} shows the commands")
    person.run("me", code=3, says="no API key")
    person.run("auth", "login", given=key + "\n")


def organization(person, key):
    person.run("auth", "login", given=key + "\n")
    person.run(
        "notify", "--title", "t", "--body", "b", code=1, says="422 notification.encryption_unavailable")
    person.run("notify", "--title", "t", "--body", "b", "--no-encrypt", says="delivery none")


def main():
    waxwing, pushward = map(os.path.abspath, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder, Server(waxwing, pathlib.Path(folder)) as server:
        server.port()
        key = server.personal_key("ann")
        server.command("accounts", "create", "club", "--organization")
        person = Person(pushward, pathlib.Path(folder) / "person")
        app = Person(pushward, pathlib.Path(folder) / "app")
        token = server.command("accounts", "token", "ann")[0]
        app.environment |= {"PUSHWARD_API_URL": server.url, "PUSHWARD_API_TOKEN": token}
        log_in(person, server, key)
        send(person)
        seal(person)
        answer(person, app)
        acknowledge(person, app)
        schedule(person)
        for document, (first, then) in SECTIONS.items():
            sending(person, document, first)
            afterwards(person, app, key, document, then)
        organization(person, server.personal_key("club"))
        print(f"{person.runs + app.runs} commands")


if __name__ == "__main__":
    main()
