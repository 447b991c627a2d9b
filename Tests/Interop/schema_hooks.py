# SPDX-License-Identifier: Apache-2.0
"""What schema_check.py tells Schemathesis about the server it runs against, by the variable WAXWING_CHECK."""

import itertools
import json
import os
import re

import schemathesis

KNOWN = json.loads(os.environ["WAXWING_CHECK"])
NUMBERS = itertools.count()
PARAMETERS = {
    "/v1/push/apps/{id}": {"id": "app"},
    "/v1/push/devices/{id}": {"id": "device"},
    "/v1/push/{id}": {"id": "push"},
    "/v1/push/{id}/deliveries": {"id": "push"},
    "/v1/push/{id}/deliveries/{delivery_id}": {"id": "push", "delivery_id": "delivery"},
    "/v1/webhooks/{id}": {"id": "webhook"},
    "/v1/webhooks/{id}/deliveries": {"id": "webhook"},
    "/v1/webhooks/{id}/dead-letters": {"id": "webhook"},
    "/v1/webhooks/{id}/reactivate": {"id": "webhook"},
    "/v1/webhooks/{id}/rotate-secret": {"id": "webhook"},
}


def is_chosen(value):
    """Whether a generated identifier gives way to a known one: half of them, and the same ones in each run."""
    return isinstance(value, str) and re.fullmatch("[a-z]+_[0-9A-Z]{25}[0-9A-F]", value) is not None


@schemathesis.hook
def map_path_parameters(context, parameters):
    for name, kind in PARAMETERS.get(context.operation.path, {}).items():
        if parameters and is_chosen(parameters.get(name)):
            parameters[name] = KNOWN[kind]
    return parameters


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict) or not KNOWN:
        return body
    if isinstance(body.get("app_id"), str):
        body["app_id"] = KNOWN["app"]
    if isinstance(body.get("device_id"), str):
        body["device_id"] = KNOWN["device"]
    if isinstance(body.get("token"), str) and body["token"]:
        # One of a few devices that take every push.
        body["token"] = f"test_accept-{len(body['token']) % 8 + 2}"
    if isinstance(body.get("token"), dict) and isinstance(body["token"].get("endpoint"), str):
        body["token"]["endpoint"] = f"https://push.example/test_accept-{len(body['token']['endpoint']) % 8 + 2}"
    if isinstance(body.get("url"), str) and re.match("https?://[!-~]", body["url"]):
        # A name that never resolves: nobody is to be called.
        body["url"] = f"https://waxwing.invalid/{len(body['url'])}"
    return body


@schemathesis.hook
def map_headers(context, headers):
    # With one key twice, the second answer would tell of an object that another request has deleted since.
    if headers and re.fullmatch("[ -~]{1,200}", str(headers.get("Idempotency-Key", ""))):
        headers["Idempotency-Key"] += f" {next(NUMBERS)}"
    return headers


@schemathesis.hook
def before_call(context, case, kwargs):
    # A run that deletes what is known, or ends its own key, learns nothing more.
    known = case.path_parameters.get("id")
    is_threatened = case.method.upper() == "DELETE" or case.operation.path == "/v1/api-keys/{id}"
    if is_threatened and known in KNOWN.values():
        case.path_parameters["id"] = known.partition("_")[0] + "_" + 26 * "0"
