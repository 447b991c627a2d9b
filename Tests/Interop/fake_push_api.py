# SPDX-License-Identifier: Apache-2.0
"""A stand-in for the API of personal notifications, for checks of the programs that call it.

It takes every request, checks nothing, and keeps what it gets. An answer or an acknowledgement comes when a test says
so; until then a read with `?wait=` is held.
"""

import http.server
import json
import threading
import urllib.parse
from dataclasses import dataclass, field

PLACEHOLDER = {"title": "Encrypted notification", "body": "End-to-end encrypted."}


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: dict
    headers: dict
    body: object


@dataclass
class State:
    requests: list = field(default_factory=list)
    answers: dict = field(default_factory=dict)
    receipts: dict = field(default_factory=dict)
    refusals: list = field(default_factory=list)


class FakePushAPI:
    """Listens at `url` from the start to `close()`."""

    def __init__(self, on_request=lambda request: None):
        self.state = State()
        self.changed = threading.Condition()
        self.on_request = on_request
        api = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                api.serve(self)

            do_POST = do_DELETE = do_GET

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    # What a test does.

    @property
    def requests(self):
        with self.changed:
            return list(self.state.requests)

    def wait_for(self, count, patience=60):
        """Waits until so many requests have come."""
        with self.changed:
            if not self.changed.wait_for(lambda: len(self.state.requests) >= count, patience):
                raise TimeoutError(f"{len(self.state.requests)} requests came, not {count}")
            return list(self.state.requests)

    def answer(self, number, action, text=None):
        with self.changed:
            self.state.answers[number] = {"action_id": action} | ({"text": text} if text else {})
            self.changed.notify_all()

    def end_receipt(self, number, **members):
        with self.changed:
            self.state.receipts[number] = members
            self.changed.notify_all()

    def refuse(self, status, **problem):
        """The next request is refused with this."""
        with self.changed:
            self.state.refusals.append((status, {"status": status} | problem))

    # What a server does.

    def serve(self, handler):
        length = int(handler.headers.get("Content-Length") or 0)
        text = handler.rfile.read(length)
        parts = urllib.parse.urlsplit(handler.path)
        request = Request(
            handler.command,
            parts.path,
            dict(urllib.parse.parse_qsl(parts.query)),
            {name.lower(): value for name, value in handler.headers.items()},
            json.loads(text) if text else None,
        )
        self.on_request(request)
        with self.changed:
            self.state.requests.append(request)
            self.changed.notify_all()
            refusal = self.state.refusals.pop(0) if self.state.refusals else None
        status, answer = refusal or self.respond(request)
        body = b"" if answer is None else json.dumps(answer).encode()
        try:
            handler.send_response(status)
            kind = "problem+json" if status >= 400 else "json"
            if answer is not None:
                handler.send_header("Content-Type", f"application/{kind}")
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body)
        except OSError:
            # The caller has left.
            handler.close_connection = True

    def respond(self, request):
        segments = request.path.strip("/").split("/")
        match (request.method, *segments):
            case ("POST", "notifications"):
                return 201, self.notification(4310, request.body) | {"pushed": True, "delivery": "all"}
            case ("POST", "notifications", "scheduled"):
                when = request.body.get("send_at", "2030-01-01T00:00:00Z")
                return 201, self.notification(77, request.body) | {"status": "scheduled", "send_at": when}
            case ("GET", "notifications", "scheduled"):
                return 200, {"items": [], "next_cursor": "more"}
            case ("GET", "notifications", "scheduled", number):
                return 200, {"id": int(number), "status": "scheduled", "title": "T", "body": "B"}
            case ("DELETE", "notifications", "scheduled", _):
                return 204, None
            case ("GET", "notifications", "answers", number):
                return 200, self.held(request, self.state.answers, int(number), "pending", "answered")
            case ("GET", "notifications", "receipts", number):
                return 200, self.held(request, self.state.receipts, int(number), "active", "acknowledged")
            case ("POST", "notifications", "receipts", "cancel"):
                return 200, {"canceled": 2}
            case ("POST", "notifications", "receipts", number, "cancel"):
                return 200, {"notification_id": int(number), "status": "canceled", "cancel_reason": "api"}
            case ("GET", "auth", "me"):
                return 200, {"id": "u1", "nickname": "me", "activity_count": 0, "subscribed": True}
        return 404, {"status": 404, "detail": "there is no such path"}

    def notification(self, number, body):
        stored = {key: value for key, value in body.items() if key not in ("acknowledge", "push")}
        if "encrypted" in body:
            stored = PLACEHOLDER | stored
        answerable = any("url" not in action for action in body.get("actions") or [])
        result = {"id": number, "created_at": "2026-10-20T07:00:00Z", "answerable": answerable} | stored
        if body.get("acknowledge") is not None:
            result["receipt"] = {"notification_id": number, "status": "active", "repeat_seconds": 60}
        return result

    def held(self, request, table, number, open_status, ended_status):
        with self.changed:
            self.changed.wait_for(lambda: number in table, float(request.query.get("wait", 0)))
            ended = table.get(number)
        if ended is None:
            return {"notification_id": number, "status": open_status}
        return {"notification_id": number, "status": ended_status} | ended
