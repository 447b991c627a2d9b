# SPDX-License-Identifier: Apache-2.0
"""How a check says what is not as it must be."""


class Mismatch(Exception):
    """Something was done otherwise than it must be; the message says what."""


def expect(condition, what):
    if not condition:
        raise Mismatch(what)
