# SPDX-License-Identifier: Apache-2.0
"""Seals each line of standard input, an object, with the `seal` of the module in the file that is named."""

import importlib.util
import json
import sys

spec = importlib.util.spec_from_file_location("sealer", sys.argv[1])
sealer = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sealer)

for line in sys.stdin.buffer:
    message = json.loads(line)
    try:
        answer = {
            "envelope": sealer.seal(
                message["key"], message["title"], message["body"], message["subtitle"], message["url"]
            )
        }
    except ValueError:
        answer = {"refused": True}
    print(json.dumps(answer))
