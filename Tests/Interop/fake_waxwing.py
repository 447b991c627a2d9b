# SPDX-License-Identifier: Apache-2.0
"""As much of Waxwing's interface as server_check.py calls, with faults to order: what the checker is held to."""

import itertools
import json
import threading
import unicodedata
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import hpke_check
from push_content import MEMBERS, Number, Object, parse

KEY = "mk_test_fake"


def write(value):
    """Compact JSON of a parsed value, its number text and member order kept."""
    if isinstance(value, Number):
        return value.text
    if isinstance(value, Object):
        return "{" + ",".join(f"{write(name)}:{write(member)}" for name, member in value.members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def change(value, strings=lambda text: text, numbers=lambda number: number, members=lambda pairs: pairs):
    """A parsed value with every string, number and list of members passed through a function."""
    if isinstance(value, str):
        return strings(value)
    if isinstance(value, Number):
        return numbers(value)
    if isinstance(value, list):
        return [change(item, strings, numbers, members) for item in value]
    if isinstance(value, Object):
        pairs = ((strings(name), change(member, strings, numbers, members)) for name, member in value.members)
        return Object(tuple(members(tuple(pairs))))
    return value


# Faults in what is sealed.
PLAINTEXT_FAULTS = {
    "composed": lambda value: change(value, strings=lambda text: unicodedata.normalize("NFC", text)),
    "numbers through a double": lambda value: change(value, numbers=lambda number: Number(repr(float(number.text)))),
    "members in another order": lambda value: change(value, members=lambda pairs: pairs[::-1]),
    "last byte lost": lambda value: change(value, strings=lambda text: text[:-1]),
}

# Faults in what is given to Apple or Google, made by `FakeWaxwing.provider_request`, and in the record of a delivery.
REQUEST_FAULTS = ("title beside the envelope", "notification block", "another device's key", "changed bit", "token shown")
RECORD_FAULTS = ("device of another user", "delivery twice", "not sent", "said to be plain", "never final")


class FakeWaxwing(ThreadingHTTPServer):
    """A server on a free port of the loopback address; `fault` names what it does wrong, None for nothing."""

    daemon_threads = True

    def __init__(self, fault=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.fault = fault
        self.numbers = itertools.count(1)
        self.lock = threading.Lock()
        self.devices = {}
        self.deliveries = {}
        self.polls = 0
        self.refusals = 0

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def __enter__(self):
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.thread.join()
        self.server_close()

    def register(self, fields):
        device = {name: fields[name] for name in ("platform", "user_id")}
        device["id"] = f"pdev_{next(self.numbers)}"
        device["encryption_key_id"] = hpke_check.key_id(hpke_check.decode(fields["encryption_public_key"], "key"))
        self.devices[device["id"]] = {**device, "public_key": fields["encryption_public_key"]}
        return device

    def send(self, body):
        fields = dict(parse(body).members)
        content = Object(tuple((name, fields[name]) for name in MEMBERS if name in fields))
        push_id = f"push_{next(self.numbers)}"
        records = []
        for device in self.devices.values():
            if device["user_id"] != fields["user_id"]:
                continue
            record = {"id": f"pdlv_{next(self.numbers)}", "device_id": device["id"], "platform": device["platform"]}
            record["encrypted"] = self.fault != "said to be plain"
            record["test_request"] = self.provider_request(content, device)
            record["status"] = {"not sent": "failed", "never final": "sending"}.get(self.fault, "sent")
            records.append(record)
        if self.fault == "device of another user":
            records[1]["device_id"] = "pdev_0"
        if self.fault == "delivery twice":
            records.append(dict(records[0], id=f"pdlv_{next(self.numbers)}"))
        self.deliveries[push_id] = records
        return {"id": push_id}

    def provider_request(self, content, device):
        public_key = device["public_key"]
        if self.fault == "another device's key":
            public_key = next(other["public_key"] for other in self.devices.values() if other["id"] != device["id"])
        plaintext = PLAINTEXT_FAULTS.get(self.fault, lambda value: value)(content)
        envelope = hpke_check.seal(public_key, write(plaintext).encode("utf-8"))
        envelope["kid"] = device["encryption_key_id"]
        if self.fault == "changed bit":
            envelope["ct"] = ("B" if envelope["ct"][0] == "A" else "A") + envelope["ct"][1:]
        headers = {"authorization": "bearer eyJ" if self.fault == "token shown" else "bearer …"}
        members = dict(content.members)
        if device["platform"] == "android":
            message = {"token": "test", "data": {"hk": json.dumps(envelope)}, "android": {"priority": "HIGH"}}
            if self.fault == "notification block":
                message["notification"] = {"title": "New notification"}
            return {"provider": "fcm", "headers": headers, "body": {"message": message}}
        title = members.get("title", "") if self.fault == "title beside the envelope" else "New notification"
        aps = {"alert": {"title": title, "body": ""}, "mutable-content": 1}
        for member, name in (("badge", "badge"), ("sound", "sound"), ("thread_id", "thread-id")):
            if member in members:
                value = members[member]
                aps[name] = int(value.text) if isinstance(value, Number) else value
        return {"provider": "apns", "headers": headers, "body": {"aps": aps, "hk": envelope}}

    def listed(self, push_id):
        """The deliveries as a list shows them; the first look at a push finds them still on their way."""
        self.polls += 1
        page = [dict(record, test_request=None) for record in self.deliveries[push_id]]
        return [dict(record, status="sending") for record in page] if self.polls % 5 == 1 else page


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value, **headers):
        body = json.dumps(value).encode("utf-8")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(body)

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.partition("?")[0].strip("/").split("/")
        server = self.server
        with server.lock:
            if self.headers.get("Authorization") != f"Bearer {KEY}":
                self.answer(401, {"code": "UNAUTHENTICATED"})
            elif (self.command, path) == ("POST", ["v1", "push", "apps"]):
                self.answer(201, {"id": f"papp_{next(server.numbers)}"})
            elif (self.command, path) == ("PUT", ["v1", "push", "devices"]):
                self.answer(201, server.register(json.loads(body)))
            elif (self.command, path) == ("POST", ["v1", "push"]):
                if server.refusals == 0:
                    server.refusals += 1
                    self.answer(429, {"code": "RATE_LIMITED"}, Retry_After="0")
                else:
                    self.answer(202, server.send(body.decode("utf-8")))
            elif self.command == "GET" and len(path) == 4:
                self.answer(200, {"data": server.listed(path[2]), "has_more": False, "next_cursor": None})
            elif self.command == "GET" and len(path) == 5:
                self.answer(200, next(record for record in server.deliveries[path[2]] if record["id"] == path[4]))
            else:
                self.answer(404, {"code": "NOT_FOUND"})

    do_GET = do_POST = do_PUT = handle_any
