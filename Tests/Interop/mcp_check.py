#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Speaks to `pushward mcp` as assistants do: with the official client of the Model Context Protocol.

    mcp_check.py PUSHWARD WAXWING

Every tool is listed and called over standard streams and over HTTP, by a handshake and without one, against a stand-in
for the API; then comes what no client would send, and at last a server that the program WAXWING runs.
"""

import argparse
import asyncio
import http.client
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from mcp import Client, StdioServerParameters

from expectation import Mismatch, expect
from fake_push_api import FakePushAPI
from pw1 import Key, opened
from schema_check import Server

TOKEN = "hlk_mcpcheck0123456789abcdef0123456"
KEY = "00112233445566778899aabbccddeeff" * 2
OPENING_KEY = Key(bytes.fromhex(KEY))
PATIENCE = 60

# Every tool with arguments, and the request that it must come to.
CALLS = {
    "create_notification": ({"title": "T", "body": "B", "level": "passive"}, ("POST", "/notifications")),
    "create_scheduled_notification": (
        {"title": "T", "body": "B", "recurrence": {"cron": "@daily", "timezone": "Europe/Paris"}},
        ("POST", "/notifications/scheduled"),
    ),
    "list_scheduled_notifications": ({"status": "all", "limit": 5}, ("GET", "/notifications/scheduled")),
    "get_scheduled_notification": ({"id": 77}, ("GET", "/notifications/scheduled/77")),
    "cancel_scheduled_notification": ({"id": 77, "purge": True}, ("DELETE", "/notifications/scheduled/77")),
    "get_notification_answer": ({"id": 1}, ("GET", "/notifications/answers/1")),
    "wait_for_answer": ({"notification_id": 1, "timeout_seconds": 600}, ("GET", "/notifications/answers/1")),
    "get_notification_receipt": ({"notification_id": 1, "wait_seconds": 1}, ("GET", "/notifications/receipts/1")),
    "wait_for_ack": ({"notification_id": 1, "timeout_seconds": 600}, ("GET", "/notifications/receipts/1")),
    "cancel_notification_receipt": ({"notification_id": 1}, ("POST", "/notifications/receipts/1/cancel")),
    "cancel_notification_receipts_by_tag": ({"tag": "x"}, ("POST", "/notifications/receipts/cancel")),
    "test_notification": ({}, ("POST", "/notifications")),
}
READERS = {name for name in CALLS if name.split("_")[0] in ("list", "get", "wait")}


def environment(api, key=None):
    variables = {"PUSHWARD_API_TOKEN": TOKEN, "PUSHWARD_API_URL": api.url, "PUSHWARD_CONFIG_DIR": "/nonexistent"}
    return variables | ({"PUSHWARD_E2E_KEY": key} if key else {})


# What the official client sees.


async def check_tools(client, api, is_sealed):
    listed = (await client.list_tools()).tools
    expect({tool.name for tool in listed} == set(CALLS), "the tools are not those of the contract")
    for tool in listed:
        expect(tool.annotations.read_only_hint == (tool.name in READERS), f"{tool.name}: readOnlyHint is wrong")
        destructive = tool.name.startswith("cancel")
        expect(bool(tool.annotations.destructive_hint) == destructive, f"{tool.name}: destructiveHint is wrong")
        expect(tool.input_schema["additionalProperties"] is False, f"{tool.name}: the schema is open")
        arguments, _ = CALLS[tool.name]
        expect(set(arguments) <= set(tool.input_schema["properties"]), f"{tool.name}: an argument is missing")
    api.answer(1, "yes", "sure")
    api.end_receipt(1, action_id="yes")
    for name, (arguments, (method, path)) in CALLS.items():
        before = len(api.requests)
        result = await client.call_tool(name, arguments)
        expect(not result.is_error, f"{name} failed: {result.content}")
        request = api.requests[before]
        expect((request.method, request.path) == (method, path), f"{name} called {request.method} {request.path}")
        expect(request.headers["authorization"] == f"Bearer {TOKEN}", f"{name} sent another key")
        text = json.loads(result.content[0].text)
        expect(result.structured_content == text, f"{name}: text and structured content differ")
        if name in ("create_notification", "create_scheduled_notification", "test_notification"):
            check_body(request.body, is_sealed)
    expect(text["id"] == 4310, "the answer of the API is not the result")
    await check_errors(client, api)


def check_body(body, is_sealed):
    texts = {"title", "subtitle", "body", "url"} & set(body)
    expect(("encrypted" in body) == is_sealed, "sealed, or not, against the key")
    expect(texts == (set() if is_sealed else {"title", "body"}), f"readable texts: {texts}")
    if is_sealed:
        expect(set(opened(OPENING_KEY, body["encrypted"])) == {"title", "body"}, "the envelope holds something else")


async def check_errors(client, api):
    api.refuse(422, detail="validation failed", errors=[{"message": "bad", "location": "body.url", "value": "private"}])
    result = await client.call_tool("create_notification", {"title": "T", "body": "B"})
    text = result.content[0].text
    expect(result.is_error and "422: validation failed" in text and "body.url: bad" in text, f"an error reads {text}")
    expect("private" not in text, "an error repeats a value")
    before = len(api.requests)
    result = await client.call_tool("create_notification", {"title": "", "body": "B"})
    expect(result.is_error and "title" in result.content[0].text, "an empty title passes")
    result = await client.call_tool("create_notification", {"title": "T", "body": "B", "sound": "x"})
    expect(result.is_error and len(api.requests) == before, "unknown arguments reach the server")


async def check_waits(client, api):
    """A wait holds nothing up, reports progress, and ends when it is cancelled."""
    reports = []

    async def progress(done, total, message):
        reports.append((done, total, message))

    waiting = asyncio.create_task(
        client.call_tool("wait_for_answer", {"notification_id": 5, "timeout_seconds": 600}, progress_callback=progress)
    )
    count = len(api.requests)
    await asyncio.to_thread(api.wait_for, count + 1)
    result = await client.call_tool("get_scheduled_notification", {"id": 77})
    expect(not result.is_error and not waiting.done(), "a wait holds another call up")
    api.answer(5, "no")
    result = await asyncio.wait_for(waiting, PATIENCE)
    expect(result.structured_content["action_id"] == "no", "the answer did not end the wait")
    count = len(api.requests)
    waiting = asyncio.create_task(client.call_tool("wait_for_ack", {"notification_id": 6, "timeout_seconds": 600}))
    await asyncio.to_thread(api.wait_for, count + 1)
    waiting.cancel()
    try:
        await waiting
    except asyncio.CancelledError:
        pass
    result = await client.call_tool("get_scheduled_notification", {"id": 77})
    expect(not result.is_error, "after a cancelled wait nothing works")
    return reports


async def check_client(make_server, modes):
    for mode in modes:
        for key in (None, KEY):
            api = FakePushAPI()
            try:
                with make_server(api, key) as server:
                    async with Client(server, mode=mode) as client:
                        await check_tools(client, api, is_sealed=key is not None)
                        reports = await check_waits(client, api)
                        expect(reports and reports[0][:2] == (0, 600), f"progress was {reports}")
            finally:
                api.close()
            print(f"  {mode}, {'with' if key else 'without'} a key: {len(CALLS)} tools")


# Over standard streams.


class Stdio:
    def __init__(self, pushward, api, key):
        self.parameters = StdioServerParameters(command=pushward, args=["mcp"], env=environment(api, key))

    def __enter__(self):
        return self.parameters

    def __exit__(self, *_):
        pass


class Lines:
    """The server, spoken to line by line."""

    def __init__(self, pushward, api, **variables):
        self.process = subprocess.Popen(
            [pushward, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment(api) | variables,
        )  # fmt: skip

    def send(self, message):
        text = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(text + b"\n")
        self.process.stdin.flush()

    def receive(self):
        return json.loads(self.process.stdout.readline())

    def end(self):
        """Closes the input; gives the rest of the output, what was said, and the exit status."""
        started = time.monotonic()
        output, errors = self.process.communicate(timeout=PATIENCE)
        return output, errors.decode(), self.process.returncode, time.monotonic() - started


def initialize(version="2025-06-18"):
    parameters = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}}
    return {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": parameters}


def call(number, tool, arguments):
    parameters = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": parameters}


def check_lines(pushward):
    api = FakePushAPI()
    server = Lines(pushward, api)
    unreadable = [b"{", b"\xff\xfe", b"x" * 2_000_000]
    for bad, code in [(text, -32700) for text in unreadable] + [(b"[]", -32600), (b"7", -32600)]:
        server.send(bad)
        answer = server.receive()
        expect(answer["error"]["code"] == code and answer["id"] is None, f"{bad[:9]} was answered {answer}")
    server.send(initialize())
    expect(server.receive()["result"]["protocolVersion"] == "2025-06-18", "initialize failed")
    server.send(call(1, "wait_for_answer", {"notification_id": 8, "timeout_seconds": 600}))
    api.wait_for(1)
    server.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    server.send(call(2, "wait_for_answer", {"notification_id": 8, "timeout_seconds": 600}))
    api.wait_for(2)
    server.send({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    expect(server.receive() == {"jsonrpc": "2.0", "id": 3, "result": {}}, "a cancelled call was answered")
    output, errors, status, seconds = server.end()
    expect((output, errors, status) == (b"", "", 0), f"the end said {output} {errors} {status}")
    expect(seconds < 20, f"the end took {seconds:.0f} s with a wait under way")
    api.close()


def check_start(pushward):
    api = FakePushAPI()
    for variables, status, word in [
        ({"PUSHWARD_E2E_KEY": "abc"}, 2, "PUSHWARD_E2E_KEY: the encryption key must be 64"),
        ({"PUSHWARD_E2E_KEY": TOKEN}, 2, "PUSHWARD_E2E_KEY: this is an API key"),
        ({"PUSHWARD_API_TOKEN": ""}, 3, "no API key"),
        ({"PUSHWARD_API_URL": "http://example.org"}, 2, "PUSHWARD_API_URL must begin with https://"),
        ({"PUSHWARD_MCP_TRANSPORT": "sse"}, 2, "PUSHWARD_MCP_TRANSPORT must be stdio or http"),
        ({"PUSHWARD_MCP_TRANSPORT": "http", "PUSHWARD_MCP_HTTP_AUTH": "oauth"}, 2, "HTTP_AUTH must be none"),
        ({"PUSHWARD_MCP_TRANSPORT": "http", "PUSHWARD_MCP_LISTEN_ADDR": "0.0.0.0:1"}, 2, "--allow-host"),
        ({"PUSHWARD_RELAY_TOKEN": "r"}, 0, "warning: PUSHWARD_RELAY_TOKEN is not used"),
    ]:
        output, errors, code, _ = Lines(pushward, api, **variables).end()
        expect((output, code) == (b"", status) and word in errors, f"{variables}: {code}, {errors}")
        expect(TOKEN not in errors, "an error repeats a key")
    api.close()


# Over HTTP.


class HTTPServer:
    def __init__(self, pushward, api, key=None):
        self.process = subprocess.Popen(
            [pushward, "mcp", "--http", "127.0.0.1:0"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL, env=environment(api, key), text=True,
        )  # fmt: skip
        line = self.process.stderr.readline()
        expect(line.startswith("listening at http://127.0.0.1:"), f"the server says {line!r}")
        self.url = line.removeprefix("listening at ").strip()
        self.port = int(self.url.split(":")[2].split("/")[0])

    def __enter__(self):
        return self.url

    def __exit__(self, failure, *_):
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        expect(failure or status == 0, f"told to stop, the server ends with {status}")

    def begin(self, method, body=None, **headers):
        """Sends a request; the connection has the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        text = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, "/mcp", text, {"Content-Type": "application/json"} | names)
        return connection

    def request(self, method, body=None, **headers):
        connection = self.begin(method, body, **headers)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response.status, response.headers, content


def check_http(pushward):
    api = FakePushAPI()
    server = HTTPServer(pushward, api)
    with server:
        expect(server.request("POST", initialize(), Origin="http://127.0.0.1")[0] == 403, "a page may call")
        expect(server.request("GET", Origin="null")[0] == 403, "a page may look")
        expect(server.request("POST", initialize(), Host="evil.example")[0] == 421, "another name is taken")
        expect(server.request("POST", b"{" + b" " * 2_000_000)[0] == 413, "a long body is taken")
        expect(server.request("POST", b"{")[0] == 400, "what is no JSON is taken")
        expect(server.request("GET")[0] == 405, "GET is not refused")
        session, waiting = begin_wait(server)
        api.wait_for(1)
        expect(server.request("DELETE", Mcp_Session_Id=session)[0] == 204, "a session cannot be ended")
        expect(waiting.getresponse().status == 200, "the end of a session leaves its waits")
        expect(server.request("DELETE", Mcp_Session_Id=session)[0] == 404, "a session ends twice")
        _, waiting = begin_wait(server)
        api.wait_for(2)
        # The server is told to stop while that wait is under way.
    waiting.close()
    api.close()


def begin_wait(server):
    status, headers, _ = server.request("POST", initialize())
    session = headers["Mcp-Session-Id"]
    expect(status == 200 and session, "there is no session")
    message = call(1, "wait_for_answer", {"notification_id": 9, "timeout_seconds": 600})
    return session, server.begin("POST", message, Mcp_Session_Id=session)


# With a server.


async def check_server(pushward, waxwing):
    """What the tools send, the real server takes; what it answers, they hand on."""
    with tempfile.TemporaryDirectory() as folder, Server(waxwing, pathlib.Path(folder)) as server:
        variables = {"PUSHWARD_API_TOKEN": server.personal_key("mcp"), "PUSHWARD_API_URL": server.url}
        variables |= {"PUSHWARD_CONFIG_DIR": folder, "PUSHWARD_E2E_KEY": KEY}
        parameters = StdioServerParameters(command=pushward, args=["mcp"], env=variables)
        async with Client(parameters) as client:

            async def call(name, **arguments):
                result = await client.call_tool(name, arguments)
                expect(not result.is_error, f"{name}: {result.content[0].text}")
                return result.structured_content

            actions = [{"id": "yes", "title": "Yes"}, {"id": "say", "title": "Say", "text_input": True}]
            sent = await call("create_notification", title="Secret", body="Secret", actions=actions)
            expect(sent["answerable"], f"stored is {sent}")
            expect(opened(OPENING_KEY, sent["encrypted"])["title"] == "Secret", "another text was sealed")
            answer = await call("get_notification_answer", id=sent["id"])
            expect(answer["status"] == "pending", f"the answer is {answer}")
            answer = await call("wait_for_answer", notification_id=sent["id"], timeout_seconds=1)
            expect(answer["status"] == "pending", f"the answer is {answer}")
            expect((await call("test_notification"))["title"] == "Encrypted notification", "the test is readable")
            result = await client.call_tool("get_notification_answer", {"id": 10**15})
            expect("404 notification_answer.not_found" in result.content[0].text, f"unknown: {result.content}")
            await check_schedules(call)
            await check_receipts(call)
    print("  the tools and the server agree")


async def check_schedules(call):
    when = {"cron": "0 9 * * 1", "timezone": "Europe/Paris", "count": 3}
    made = await call("create_scheduled_notification", title="Secret", body="Secret", recurrence=when)
    expect(opened(OPENING_KEY, made["encrypted"])["body"] == "Secret", "another text was sealed")
    expect(made["status"] == "scheduled", f"scheduled is {made}")
    listed = await call("list_scheduled_notifications", status="scheduled", limit=1)
    expect([item["id"] for item in listed["items"]] == [made["id"]], f"listed are {listed}")
    expect((await call("get_scheduled_notification", id=made["id"]))["id"] == made["id"], "another is read")
    expect((await call("cancel_scheduled_notification", id=made["id"]))["canceled"], "it is not cancelled")


async def check_receipts(call):
    sent = await call("create_notification", title="T", body="B", acknowledge={"repeat_seconds": 60}, tags=["check"])
    number = sent["receipt"]["notification_id"]
    expect((await call("get_notification_receipt", notification_id=number))["status"] == "active", "it is not active")
    waited = await call("wait_for_ack", notification_id=number, timeout_seconds=1)
    expect((waited["acknowledged"], waited["reason"]) == (False, "timeout"), f"the wait ended with {waited}")
    expect((await call("cancel_notification_receipts_by_tag", tag="check"))["canceled"] == 1, "the tag is unknown")
    ended = await call("cancel_notification_receipt", notification_id=number)
    expect(ended["status"] == "canceled", f"it ended with {ended}")


async def check(pushward, waxwing):
    print("standard streams")
    await check_client(lambda api, key: Stdio(pushward, api, key), ["legacy", "auto"])
    check_lines(pushward)
    check_start(pushward)
    print("HTTP")
    await check_client(lambda api, key: HTTPServer(pushward, api, key), ["legacy", "auto"])
    check_http(pushward)
    print("a server")
    await check_server(pushward, waxwing)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pushward", metavar="PUSHWARD", help="the program")
    parser.add_argument("waxwing", metavar="WAXWING", help="the server")
    arguments = parser.parse_args()
    mismatches = []
    try:
        asyncio.run(check(arguments.pushward, arguments.waxwing))
    # What is raised while a client is open comes out in groups.
    except* Mismatch as group:
        mismatches = group.exceptions
    for mismatch in mismatches:
        print(f"mcp_check: {mismatch}", file=sys.stderr)
    if not mismatches:
        print("the MCP server does what its clients expect")
    return len(mismatches) > 0


if __name__ == "__main__":
    sys.exit(main())
