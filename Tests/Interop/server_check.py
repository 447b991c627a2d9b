#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives a running Waxwing over HTTP and opens with its own code what Apple and Google would have been given.

    server_check.py BASE_URL TEST_KEY [--pushes N] [--seed N]

With a test key it makes a push app, registers iOS and Android devices with keys that it made itself, sends pushes of
random text and compares each opened envelope with what was sent: number text, member order and code points included.
It exits with 1 on the first run in which anything differs, and prints the seed that repeats it. The app stays there
to be looked at.
"""

import argparse
import http.client
import json
import random
import re
import sys
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass

import hpke_check
from push_content import PushContent, parse

PAIRS_OF_DEVICES = 4
PUSHES_AT_ONCE = 25
FINAL = {"sent", "failed", "refused", "expired", "cancelled"}
PLATFORMS = {"ios": "apns", "android": "fcm"}


class Mismatch(Exception):
    """The server did something else than it must; the message says what."""


@dataclass(frozen=True)
class Device:
    id: str
    platform: str
    private_key: str
    kid: str


class Client:
    """The few calls that are needed, over one account's test key."""

    def __init__(self, base_url, key, patience=60):
        self.base_url = base_url.rstrip("/")
        self.key = key
        self.patience = patience
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def call(self, method, path, body=None, headers=None):
        """The JSON of a 2xx answer; waits as long as a 429 asks. A repeat is safe: each send has a key of its own."""
        request = urllib.request.Request(self.base_url + path, data=body, method=method, headers=headers or {})
        request.add_header("Authorization", f"Bearer {self.key}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
        deadline = time.monotonic() + self.patience
        while True:
            try:
                with self.opener.open(request, timeout=self.patience) as response:
                    return json.loads(response.read())
            except urllib.error.HTTPError as error:
                answer = error.read().decode("utf-8", "replace")
                wait = error.headers.get("Retry-After", "")
                if error.code != 429 or not wait.isdecimal() or time.monotonic() + int(wait) > deadline:
                    raise Mismatch(f"{method} {path} answered {error.code}: {answer[:500]}") from None
                time.sleep(int(wait))
            except (OSError, http.client.HTTPException) as error:
                raise Mismatch(f"{method} {path} had no answer: {error}") from None
            except ValueError:
                raise Mismatch(f"{method} {path} did not answer with JSON") from None

    def json(self, method, path, value):
        return self.call(method, path, json.dumps(value).encode("utf-8"))

    def create_app(self):
        return self.json("POST", "/v1/push/apps", {"name": "interop check", "require_encryption": True})["id"]

    def register(self, app_id, platform, number):
        private_key, public_key, kid = hpke_check.generate_key()
        fields = {
            "app_id": app_id,
            "platform": platform,
            "token": f"test_accept-{number}",
            "user_id": f"user_{number}",
            "encryption_public_key": public_key,
        }
        if platform == "ios":
            fields["apns_environment"] = "sandbox"
        device = self.json("PUT", "/v1/push/devices", fields)
        expect(device["encryption_key_id"], kid, f"the key id of {device['id']}")
        if public_key in json.dumps(device):
            raise Mismatch(f"the answer for {device['id']} holds its public key")
        return Device(device["id"], platform, private_key, kid)

    def send(self, content, app_id, user_id):
        return self.call(
            "POST",
            "/v1/push",
            content.request(app_id=app_id, user_id=user_id),
            {"Idempotency-Key": str(uuid.uuid4())},
        )["id"]

    def deliveries(self, push_id, count):
        """The deliveries of a push once all of them are final."""
        deadline, pause = time.monotonic() + self.patience, 0.01
        while True:
            page = self.call("GET", f"/v1/push/{push_id}/deliveries?limit=100")["data"]
            if len(page) >= count and all(delivery["status"] in FINAL for delivery in page):
                return page
            if time.monotonic() > deadline:
                states = ", ".join(sorted(delivery["status"] for delivery in page)) or "none"
                raise Mismatch(f"the deliveries of {push_id} are not final after {self.patience} s: {states}")
            time.sleep(pause)
            pause = min(pause * 2, 0.5)

    def test_request(self, push_id, delivery_id):
        return self.call("GET", f"/v1/push/{push_id}/deliveries/{delivery_id}")["test_request"]


def expect(found, wanted, what):
    # `1 == True` in Python, and not in JSON.
    if found != wanted or type(found) is not type(wanted):
        raise Mismatch(f"{what} is {found!a}, not {wanted!a}")


def apple_envelope(body, content):
    """The envelope in what Apple was given, after a look that nothing else of the content stands beside it."""
    expect(set(body), {"aps", "hk"}, "the set of members for Apple")
    wanted = {"alert": {"title": "New notification", "body": ""}, "mutable-content": 1}
    for member, name in (("badge", "badge"), ("sound", "sound"), ("thread_id", "thread-id")):
        if content.value(member) is not None:
            wanted[name] = content.value(member)
    expect(body["aps"], wanted, "aps")
    return body["hk"]


def google_envelope(body):
    """The envelope in what Google was given: one data string, and nothing that Google would show itself."""
    message = body["message"]
    if "notification" in message or "notification" in message.get("android", {}):
        raise Mismatch("the message for Google has a notification block")
    expect(set(message["data"]), {"hk"}, "the set of data members for Google")
    expect(type(message["data"]["hk"]), str, "the type of data.hk")
    return json.loads(message["data"]["hk"])


def check_delivery(delivery, request, device, content):
    expect(delivery["status"], "sent", "the status")
    expect(delivery["encrypted"], True, "encrypted")
    expect(delivery["platform"], device.platform, "the platform")
    expect(request["provider"], PLATFORMS[device.platform], "the provider")
    for name, value in dict(request["headers"]).items():
        if name.lower() == "authorization" and not re.fullmatch(r"[Bb]earer …", value):
            raise Mismatch("the authorization header is not hidden")
    body = json.loads(request["body"]) if isinstance(request["body"], str) else request["body"]
    envelope = apple_envelope(body, content) if device.platform == "ios" else google_envelope(body)
    expect(envelope["kid"], device.kid, "the envelope's key id")
    opened = hpke_check.open(device.private_key, envelope)
    found, wanted = parse(opened.decode("utf-8")), content.plaintext()
    if found != wanted:
        raise Mismatch(f"opened to\n    {ascii(found)}\n  and not to\n    {ascii(wanted)}")


def check_push(client, push_id, content, devices):
    """Checks every delivery of one push; returns the problems."""
    problems = []
    missing = {device.id: device for device in devices}
    for delivery in client.deliveries(push_id, len(devices)):
        try:
            device = missing.pop(delivery["device_id"], None)
            if device is None:
                raise Mismatch("it is for a device that was not meant, or the second for one that was")
            check_delivery(delivery, client.test_request(push_id, delivery["id"]), device, content)
        except (Mismatch, hpke_check.EnvelopeError, UnicodeDecodeError, ValueError) as problem:
            problems.append(f"{push_id} {delivery['id']} ({delivery['platform']}): {problem}")
        except (KeyError, TypeError, AttributeError) as problem:
            problems.append(f"{push_id} {delivery['id']}: a member is missing or of another type: {problem!r}")
    return problems + [f"{push_id}: no delivery for {device_id}" for device_id in missing]


def check_server(client, pushes, seed):
    """Runs the whole check; returns how many deliveries were looked at, and the problems."""
    source = random.Random(seed)
    app_id = client.create_app()
    users = {
        f"user_{number}": [client.register(app_id, platform, number) for platform in PLATFORMS]
        for number in range(1, PAIRS_OF_DEVICES + 1)
    }
    deliveries, problems = 0, []
    for start in range(0, pushes, PUSHES_AT_ONCE):
        sent = []
        for _ in range(min(PUSHES_AT_ONCE, pushes - start)):
            content, user_id = PushContent.random(source), source.choice(sorted(users))
            sent.append((client.send(content, app_id, user_id), content, users[user_id]))
        for push_id, content, devices in sent:
            problems += check_push(client, push_id, content, devices)
            deliveries += len(devices)
    return deliveries, problems


def run(name, description, key_prefix, pushes, check):
    """The command line of a check that sends pushes of random text.

    check(client, pushes, seed) returns how many deliveries were opened, and the problems. The run fails with 1 if there
    are any, or on a Mismatch, and says the seed that repeats it.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url", metavar="BASE_URL")
    parser.add_argument("key", metavar="KEY", help=f"begins with {key_prefix}")
    parser.add_argument("--pushes", type=int, default=pushes, metavar="N", help="how many to send (default %(default)s)")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="repeats the pushes of an earlier run")
    options = parser.parse_args()
    if not options.key.startswith(key_prefix):
        parser.error(f"the key does not begin with {key_prefix}")
    if options.pushes < 1:
        parser.error("--pushes must be at least 1")
    seed = random.SystemRandom().getrandbits(32) if options.seed is None else options.seed
    try:
        deliveries, problems = check(Client(options.base_url, options.key), options.pushes, seed)
    except Mismatch as problem:
        sys.exit(f"{name}: {problem} (seed {seed})")
    if problems:
        for problem in problems[:10]:
            print(f"  {problem}", file=sys.stderr)
        sys.exit(f"{name}: {len(problems)} of {deliveries} deliveries differ (seed {seed})")
    print(f"{name}: {options.pushes} pushes, {deliveries} deliveries opened, all as sent (seed {seed})")


if __name__ == "__main__":
    run("server_check", __doc__, "mk_test_", 200, check_server)
