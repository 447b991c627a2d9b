# SPDX-License-Identifier: Apache-2.0
"""What schema_check.py tells Schemathesis about the server it runs against, by the variable WAXWING_CHECK."""

import json
import os

import schemathesis

KNOWN = json.loads(os.environ["WAXWING_CHECK"])
PARAMETERS = {
    "/v1/push/apps/{id}": {"id": "app"},
    "/v1/push/devices/{id}": {"id": "device"},
    "/v1/push/{id}": {"id": "push"},
    "/v1/push/{id}/deliveries": {"id": "push"},
    "/v1/push/{id}/deliveries/{delivery_id}": {"id": "push", "delivery_id": "delivery"},
}


def is_chosen(value):
    """Whether a generated identifier gives way to a known one: half of them, and the same ones in each run."""
    return isinstance(value, str) and len(value) == len(KNOWN["app"]) and value[-1] < "G"


@schemathesis.hook
def map_path_parameters(context, parameters):
    for name, kind in PARAMETERS.get(context.operation.path, {}).items():
        # Nothing else may be deleted: the others need it.
        if parameters and is_chosen(parameters.get(name)) and context.operation.method.upper() != "DELETE":
            parameters[name] = KNOWN[kind]
    return parameters


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict):
        return body
    if isinstance(body.get("app_id"), str):
        body["app_id"] = KNOWN["app"]
    if isinstance(body.get("device_id"), str):
        body["device_id"] = KNOWN["device"]
    if isinstance(body.get("token"), str) and body["token"]:
        # One of a few devices that take every push.
        body["token"] = f"test_accept-{len(body['token']) % 8 + 2}"
    return body


@schemathesis.hook
def before_call(context, case, kwargs):
    # A run that revokes its own key learns nothing more.
    if "/api-keys/" in case.operation.path and case.path_parameters.get("id") == KNOWN["key"]:
        case.path_parameters["id"] = "key_00000000000000000000000000"
