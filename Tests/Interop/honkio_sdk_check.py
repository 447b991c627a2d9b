#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives the webhooks of a server with the Python package `honkio`, unchanged, and verifies with it what arrives.

    honkio_sdk_check.py WAXWING

Starts the program WAXWING on an empty directory with a port of its own, and an endpoint on this machine. Every call of
the package's `webhooks` is made, every answer compared with the members that the package declares, and each signature
checked twice: by the package's `verify_webhook`, and by the steps of the Standard Webhooks specification.
"""

import argparse
import asyncio
import base64
import hashlib
import hmac
import http.server
import pathlib
import queue
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

import honkio
from honkio.types import Webhook, WebhookDeadLetter, WebhookDelivery
from schema_check import Server

PATIENCE = 60
EVENTS = ["push.scheduled", "push.failed"]


class Mismatch(Exception):
    """The server did something else than it must; the message says what."""


@dataclass(frozen=True)
class Delivery:
    body: bytes
    headers: dict

    def header(self, name):
        return next((value for key, value in self.headers.items() if key.lower() == name), None)


class Receiver:
    """An endpoint that keeps what it gets, and answers with the status that it was given last."""

    def __init__(self):
        self.status = 204
        self.deliveries = queue.Queue()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = receiver.status
                receiver.deliveries.put(Delivery(body, dict(self.headers.items())))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}/hooks?from=waxwing"

    def next(self):
        try:
            return self.deliveries.get(timeout=PATIENCE)
        except queue.Empty:
            raise Mismatch(f"no webhook came within {PATIENCE} s") from None


def expect(found, wanted, what):
    if found != wanted:
        raise Mismatch(f"{what} is {found!a}, not {wanted!a}")


def expect_members(value, declared, what, *more):
    expect(set(value), {*declared.__annotations__, *more}, f"the set of members of {what}")


def refused(error, code, call):
    """The call must be refused with this exception of the package, and with this code."""
    try:
        call()
    except error as refusal:
        expect(refusal.code, code, "the code of a refusal")
    else:
        raise Mismatch(f"a call was not refused with {code}")


def eventually(look, what):
    deadline = time.monotonic() + PATIENCE
    while not (found := look()):
        if time.monotonic() > deadline:
            raise Mismatch(f"{what} did not come")
        time.sleep(0.01)
    return found


def standard_code(secret, delivery):
    """One code of the header `webhook-signature`, by the steps of the specification."""
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    if not 24 <= len(key) <= 64:
        raise Mismatch(f"the secret has {len(key)} bytes")
    parts = [delivery.header("webhook-id").encode(), delivery.header("webhook-timestamp").encode(), delivery.body]
    return "v1," + base64.b64encode(hmac.new(key, b".".join(parts), hashlib.sha256).digest()).decode()


def verify(delivery, secrets):
    """Checks both signatures; `secrets` are all that are valid, the newest first. Returns the event."""
    event = honkio.verify_webhook(delivery.body, delivery.headers, secrets[0])
    expect(delivery.header("webhook-id"), event["id"], "webhook-id")
    codes = [standard_code(secret, delivery) for secret in secrets]
    expect(delivery.header("webhook-signature").split(" "), codes, "webhook-signature")
    for body, secret in ((delivery.body + b" ", secrets[0]), (delivery.body, secrets[0][:-1] + "A")):
        try:
            honkio.verify_webhook(body, delivery.headers, secret)
        except honkio.InvalidSignatureError:
            continue
        raise Mismatch("a wrong signature was taken for a right one")
    return event


class Check:
    def __init__(self, server, receiver, client):
        self.server, self.receiver, self.client = server, receiver, client
        self.app = server.call("POST", "/v1/push/apps", {"name": "honkio check"})["id"]

    def fail_a_push(self):
        """Sends a push to nobody, which is an event of the type push.failed."""
        fields = {"app_id": self.app, "user_id": "nobody", "title": "Hello"}
        return self.server.call("POST", "/v1/push", fields)["id"]

    def objects(self):
        """Makes a webhook and looks at it in every way; returns its id and its secret."""
        webhooks = self.client.webhooks
        made = webhooks.create(url=self.receiver.url, events=EVENTS)
        expect_members(made, Webhook, "a new webhook", "secret")
        expect(made["url"], self.receiver.url, "the address")
        expect(sorted(made["events"]), sorted(EVENTS), "the events")
        expect(made["active"], True, "active")
        shown = webhooks.get(made["id"])
        expect_members(shown, Webhook, "a webhook")
        listed = webhooks.list()
        expect((listed["data"], listed["has_more"]), ([shown], False), "the list")
        changed = webhooks.update(made["id"], events=["push.failed"])
        expect(changed["events"], ["push.failed"], "the changed events")
        expect(asyncio.run(self.read_asynchronously(made["id"])), changed, "the webhook read asynchronously")
        return made["id"], made["secret"]

    async def read_asynchronously(self, webhook):
        client = honkio.AsyncHonkio(api_key=self.server.key, base_url=self.server.url)
        try:
            return await client.webhooks.get(webhook)
        finally:
            await client.aclose()

    def refusals(self, webhook):
        webhooks = self.client.webhooks
        invalid = honkio.UnprocessableEntityError
        refused(invalid, "VALIDATION_ERROR", lambda: webhooks.create(url="nowhere", events=EVENTS))
        refused(invalid, "VALIDATION_ERROR", lambda: webhooks.create(url=self.receiver.url, events=["message.sent"]))
        refused(invalid, "VALIDATION_ERROR", lambda: webhooks.update(webhook, url=None))
        refused(honkio.NotFoundError, "NOT_FOUND", lambda: webhooks.get("wh_" + 26 * "0"))
        refused(honkio.NotFoundError, "NOT_FOUND", lambda: webhooks.replay("dl_" + 26 * "0"))
        with honkio.Honkio(api_key=self.server.key[:-1], base_url=self.server.url) as stranger:
            refused(honkio.AuthenticationError, "UNAUTHENTICATED", stranger.webhooks.list)

    def delivery(self, webhook, secret):
        push = self.fail_a_push()
        event = verify(self.receiver.next(), [secret])
        expect((event["type"], event["mode"], event["data"]["id"]), ("push.failed", "TEST", push), "the event")
        attempts = eventually(
            lambda: self.client.webhooks.deliveries(webhook, limit=5)["data"], "the record of an attempt"
        )
        attempt = attempts[0]
        expect_members(attempt, WebhookDelivery, "an attempt")
        found = (attempt["event_id"], attempt["success"], attempt["http_status"], attempt["attempt"])
        expect(found, (event["id"], True, 204, 1), "the record of an attempt")

    def rotation(self, webhook, older):
        rotated = self.client.webhooks.rotate_secret(webhook)
        expect_members(rotated, Webhook, "a webhook with a new secret", "secret")
        self.fail_a_push()
        verify(self.receiver.next(), [rotated["secret"], older])
        return [rotated["secret"], older]

    def dead_letters(self, webhook, secrets):
        webhooks = self.client.webhooks
        self.receiver.status = 410
        self.fail_a_push()
        first = self.receiver.next()
        letter = eventually(lambda: webhooks.dead_letters(webhook)["data"], "a dead letter")[0]
        expect_members(letter, WebhookDeadLetter, "a dead letter")
        expect(letter["payload"], verify(first, secrets), "the payload of a dead letter")
        off = webhooks.get(webhook)
        expect((off["active"], off["deactivated_reason"]), (False, "ENDPOINT_GONE"), "a webhook that is gone")
        refused(honkio.ConflictError, "WEBHOOK_INACTIVE", lambda: webhooks.replay(letter["id"]))

        self.receiver.status = 204
        expect(webhooks.reactivate(webhook)["active"], True, "active after reactivate")
        replayed = webhooks.replay(letter["id"])
        if replayed["replayed_at"] is None:
            raise Mismatch("a replayed dead letter has no replayed_at")
        expect(self.receiver.next().body, first.body, "the body of a replay")
        expect(webhooks.dead_letters(webhook, limit=5)["data"], [], "the list after a replay")
        listed = webhooks.dead_letters(webhook, include_replayed=True)["data"]
        expect(listed, [replayed], "the list with what was replayed")
        expect(webhooks.discard(letter["id"]), None, "the answer to discard")
        expect(webhooks.dead_letters(webhook, include_replayed=True)["data"], [], "the list after discard")

    def run(self):
        webhook, secret = self.objects()
        self.refusals(webhook)
        self.delivery(webhook, secret)
        secrets = self.rotation(webhook, secret)
        self.dead_letters(webhook, secrets)
        off = self.client.webhooks.update(webhook, active=False)
        expect((off["active"], off["deactivated_reason"]), (False, "DISABLED"), "a webhook that was turned off")
        expect(self.client.webhooks.remove(webhook), None, "the answer to remove")
        refused(honkio.NotFoundError, "NOT_FOUND", lambda: self.client.webhooks.get(webhook))
        if not self.receiver.deliveries.empty():
            raise Mismatch("more webhooks came than events happened")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="WAXWING", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        with Server(options.program.resolve(), pathlib.Path(directory), "--allow-private-targets") as server:
            server.start()
            with honkio.Honkio(api_key=server.key, base_url=server.url, max_retries=0) as client:
                try:
                    Check(server, Receiver(), client).run()
                except (Mismatch, honkio.HonkioError) as problem:
                    sys.exit(f"honkio_sdk_check: {problem}\n{server.lines()}")
    print("honkio_sdk_check: every call of honkio's webhooks, and every signature, as the package expects it")


if __name__ == "__main__":
    main()
