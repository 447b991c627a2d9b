# SPDX-License-Identifier: Apache-2.0
"""Apple, Google and Google's token service on one port, over an HTTP/2 server that others wrote (hypercorn).

    provider_stand_in.py --certificate FILE --key FILE [--requests N]

It listens on a free port of the loopback address and says so in its first line. Every push is accepted, unless its
device token begins with the status that is to be answered: 400, 410 and 503 always, 429 the first time only. A
connection serves N requests and then goes away (GOAWAY); hypercorn leaves those unanswered that are open at that
moment, at most STREAMS. `GET /received` tells how often each token was served.
"""

import argparse
import asyncio
import json
import socket
import uuid
from collections import Counter

from hypercorn.asyncio import serve
from hypercorn.config import Config

APPLE = {
    "400": (400, {"reason": "BadDeviceToken"}),
    "410": (410, {"reason": "Unregistered"}),
    "429": (429, {"reason": "TooManyRequests"}),
    "503": (503, {"reason": "ServiceUnavailable"}),
}


def google(status, code, message=""):
    """An error of FCM's with its own detail."""
    detail = {"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code}
    return status, {"error": {"code": status, "message": message, "status": code, "details": [detail]}}


GOOGLE = {
    "400": google(400, "INVALID_ARGUMENT", "The registration token is not a valid FCM registration token"),
    "410": google(404, "UNREGISTERED"),
    "429": google(429, "QUOTA_EXCEEDED"),
    "503": google(503, "UNAVAILABLE"),
}

STREAMS = 20

received = Counter()


def refusal(token, refusals):
    """What a token is refused with now; None when it is not."""
    if token.startswith("429") and received[token] > 1:
        return None
    return refusals.get(token[:3])


def answer(path, headers, body):
    """The status, the header fields and the body for one request."""
    if path == "/token":
        return 200, [], {"access_token": "stand-in", "expires_in": 3600, "token_type": "Bearer"}
    if path == "/received":
        return 200, [], received
    if path.startswith("/3/device/"):
        token = path.removeprefix("/3/device/")
        received[token] += 1
        fields = [(b"apns-id", headers.get(b"apns-id") or str(uuid.uuid4()).encode())]
        status, content = refusal(token, APPLE) or (200, None)
        return status, fields, content
    if path.startswith("/v1/projects/") and path.endswith("/messages:send"):
        token = json.loads(body)["message"]["token"]
        received[token] += 1
        project = path.split("/")[3]
        accepted = 200, {"name": f"projects/{project}/messages/0:{received.total()}"}
        status, content = refusal(token, GOOGLE) or accepted
        return status, [], content
    return 404, [], {"reason": "BadPath"}


async def app(scope, receive, send):
    """The ASGI application."""
    if scope["type"] != "http":
        raise NotImplementedError(scope["type"])
    body = b""
    message = {"more_body": True}
    while message.get("more_body"):
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body += message["body"]
    status, fields, content = answer(scope["path"], dict(scope["headers"]), body)
    if content is not None:
        fields.append((b"content-type", b"application/json"))
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": b"" if content is None else json.dumps(content).encode()})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--certificate", required=True)
    parser.add_argument("--key", required=True)
    parser.add_argument("--requests", type=int, default=1000)
    arguments = parser.parse_args()
    listener = socket.create_server(("127.0.0.1", 0), backlog=100)
    config = Config()
    config.bind = [f"fd://{listener.fileno()}"]
    config.certfile, config.keyfile = arguments.certificate, arguments.key
    config.alpn_protocols = ["h2", "http/1.1"]
    config.h2_max_concurrent_streams = STREAMS
    config.keep_alive_max_requests = arguments.requests
    config.loglevel = "ERROR"
    print(f"listening at {listener.getsockname()[1]}", flush=True)
    asyncio.run(serve(app, config))


if __name__ == "__main__":
    main()
