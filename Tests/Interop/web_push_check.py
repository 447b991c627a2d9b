#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is the push service of a few browsers and opens with its own code what a running Waxwing posts to it.

    web_push_check.py BASE_URL LIVE_KEY [--pushes N] [--seed N]

The server must be one that may reach private addresses (--allow-private-targets). The check makes a push app with a
VAPID key, registers browsers, every other one with a key for the envelope, sends pushes of random text, and compares
what each browser opens with what was sent. It exits with 1 on a run in which anything differs, and prints the seed
that repeats it.
"""

import json
import random
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import hpke_check
import web_push
from push_content import PushContent, parse
from server_check import Mismatch, expect, run

BROWSERS = 4
PUSHES_AT_ONCE = 25


class PushService:
    """Takes pushes for subscriptions of its own at a port of the loopback address, and keeps them."""

    def __init__(self):
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with service.changed:
                    service.received.setdefault(self.path, []).append((dict(self.headers.items()), body))
                    service.changed.notify_all()
                self.send_response(201)
                self.send_header("Location", f"/message/{uuid.uuid4()}")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.received = {}
        self.changed = threading.Condition()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, path, count, patience=60):
        """The requests for a path once there are so many."""
        with self.changed:
            if not self.changed.wait_for(lambda: len(self.received.get(path, [])) >= count, patience):
                raise Mismatch(f"{len(self.received.get(path, []))} of {count} pushes came within {patience} s")
            return self.received.pop(path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Browser:
    def __init__(self, service, number):
        self.path = f"/push/{number}-{uuid.uuid4()}"
        self.subscription = web_push.Subscription(service.origin + self.path)
        self.private_key = None

    def register(self, client, app_id, has_key):
        fields = {
            "app_id": app_id,
            "platform": "web",
            "token": self.subscription.json(),
            "user_id": "anna",
        }
        if has_key:
            self.private_key, fields["encryption_public_key"], _ = hpke_check.generate_key()
        device = client.json("PUT", "/v1/push/devices", fields)
        expect(device["token_hint"], self.subscription.endpoint[-6:], "the hint of the token")

    def plaintext(self, headers, body, public_key, origin):
        """What the web app is given."""
        fields = {name.lower(): value for name, value in headers.items()}
        claims = web_push.check_authorization(fields.get("authorization"), public_key, origin, time.time())
        expect(claims["sub"], "mailto:push@example.com", "the subject")
        expect(fields.get("ttl"), "2419200", "TTL")
        expect(fields.get("urgency"), "high", "Urgency")
        expect(fields.get("content-encoding"), "aes128gcm", "Content-Encoding")
        opened = self.subscription.open(body)
        if self.private_key is None:
            return opened
        data = json.loads(opened)
        expect(set(data), {"hk"}, "the set of members of a sealed push")
        return hpke_check.open(self.private_key, data["hk"])


def check_server(client, service, pushes, seed):
    """Runs the whole check; returns how many pushes were opened, and the problems."""
    source = random.Random(seed)
    app = client.json(
        "POST", "/v1/push/apps", {"name": "web push check", "web_push": {"subject": "mailto:push@example.com"}}
    )
    public_key = app["web_push"]["public_key"]
    browsers = [Browser(service, number) for number in range(BROWSERS)]
    for number, browser in enumerate(browsers):
        browser.register(client, app["id"], has_key=number % 2 == 0)
    opened, problems, seen = 0, [], set()
    for start in range(0, pushes, PUSHES_AT_ONCE):
        contents = [PushContent.random(source) for _ in range(min(PUSHES_AT_ONCE, pushes - start))]
        for content in contents:
            client.send(content, app["id"], "anna")
        wanted = [content.plaintext() for content in contents]
        for browser in browsers:
            # Pushes overtake one another.
            missing = list(wanted)
            for headers, body in service.take(browser.path, len(contents)):
                if body[:16] in seen or body[21:86] in seen:
                    problems.append("a salt or a key came twice")
                seen.update((body[:16], body[21:86]))
                try:
                    found = parse(browser.plaintext(headers, body, public_key, service.origin).decode("utf-8"))
                    missing.remove(found)
                    opened += 1
                except (Mismatch, web_push.PushError, hpke_check.EnvelopeError, ValueError) as problem:
                    problems.append(f"{browser.path}: {problem}")
    return opened, problems


def check(client, pushes, seed):
    with PushService() as service:
        return check_server(client, service, pushes, seed)


if __name__ == "__main__":
    run("web_push_check", __doc__, "mk_live_", 100, check)
