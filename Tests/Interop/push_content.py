# SPDX-License-Identifier: Apache-2.0
"""Pushes of random text, and JSON compared by what was written: number text, member order, code points."""

import json
from dataclasses import dataclass

# One entry is drawn at a time, so a text mixes scripts and directions; each has its own trap on the way through JSON.
PIECES = (
    list("abcdefghij KLMNOP 0123456789 .,;:!?'<>&=+-_*%$#@~^|(){}[]")
    + ['"', "\\", "/", "\\/", "\n", "\t", "\r\n", "\u2028", "\u2029", "\u00a0", "\ufeff", "\u200b"]
    + list("éàüßøñçÆœŁžőığ")
    # Combining marks: equal to the eye and to canonical comparison, different in code points.
    + ["e\u0301", "u\u0308", "a\u030a\u0323", "a\u0323\u030a", "o\u0302\u0301", "z\u0351\u036b\u0343\u036a\u0302\u036b", "\u0301"]
    + ["\u1100\u1161\u11a8", "각", "が", "か\u3099"]
    # Right to left, with the marks and isolates that steer it.
    + list("שלום") + ["שָׁלוֹם", "مرحبا", "السَّلام", "\u200f", "\u202b", "\u202c", "\u2067", "\u2069", "لا", "۱۲۳"]
    + list("漢字日本語中文한국어") + ["ไทย", "हिन्दी", "தமிழ்", "𠮷", "𝒳", "\U0010fffd"]
    # Emoji: outside the basic plane, joined, toned, flags and keycaps.
    + ["🐦", "👩‍👩‍👧‍👦", "🧑🏽‍🚀", "🏳️‍🌈", "🇨🇦", "🇫🇷", "1️⃣", "❤️", "👍🏿", "🫱🏻‍🫲🏾"]
)

NUMBERS = ("0", "-0", "1", "-1", "42", "1.0", "1e2", "1E+2", "-0.0", "0.1", "3.14159265358979323846", "1e400")
NUMBERS += ("9007199254740993", "12345678901234567890", "-170141183460469231731687303715884105729", "1e-7", "5e-324")

# Bytes of plaintext: below what still fits into the 4096 bytes of Apple's payload, badge, sound and thread id counted.
LONGEST = 2700

# Members of a plaintext in the order in which the envelope has them.
MEMBERS = ("title", "body", "data", "badge", "sound", "thread_id")


@dataclass(frozen=True)
class Number:
    """A number by its text: 1.0, 1 and 1e0 differ."""

    text: str


@dataclass(frozen=True)
class Object:
    """An object by its members in order, doubles included."""

    members: tuple


def parse(text):
    """Reads JSON into values that are equal only if the texts say the same in the same order."""

    def refuse(constant):
        raise ValueError(f"{constant} is not JSON")

    return json.loads(
        text,
        parse_int=Number,
        parse_float=Number,
        parse_constant=refuse,
        object_pairs_hook=lambda pairs: Object(tuple(pairs)),
    )


class PushContent:
    """The content members of one push, each as JSON text."""

    def __init__(self, members):
        self.members = members

    @classmethod
    def random(cls, random):
        """Content that fits into every provider's limit once it is sealed."""
        while True:
            content = cls.random_of_any_size(random)
            # Counts escapes at their longest, so that a plaintext is never longer than this.
            if sum(len(name) + len(text.encode("utf-8")) + 4 for name, text in content.members.items()) <= LONGEST:
                return content

    @classmethod
    def random_of_any_size(cls, random):
        members = {}
        kind = random.randrange(6)
        if kind != 0:
            members["title"] = string(random, random_text(random, 1, 40))
        if kind != 1:
            members["body"] = string(random, random_text(random, 1, 60))
        if random.random() < 0.8:
            members["data"] = random_object(random, depth=0)
        if random.random() < 0.5:
            members["badge"] = str(random.choice((0, 1, 7, 99, 2**31 - 1)))
        if random.random() < 0.5:
            members["sound"] = string(random, random.choice(("default", "ping.caf", "glocke.wav")))
        if random.random() < 0.5:
            members["thread_id"] = string(random, random.choice(("orders", "fil-é", "🧵")))
        return cls(members)

    def request(self, **target):
        """The body of the request that sends this to `target`."""
        members = [f"{json.dumps(name)}:{json.dumps(value)}" for name, value in target.items()]
        members += [f"{json.dumps(name)}:{text}" for name, text in self.members.items()]
        return ("{" + ",".join(members) + "}").encode("utf-8")

    def value(self, name):
        """One member as a plain JSON value; None when it is not sent."""
        return json.loads(self.members[name]) if name in self.members else None

    def plaintext(self):
        """What every device must find in its envelope."""
        return Object(tuple((name, parse(self.members[name])) for name in MEMBERS if name in self.members))


def random_text(random, least, most):
    return "".join(random.choice(PIECES) for _ in range(random.randint(least, most)))


def string(random, text):
    """A string as JSON: escapes and raw characters mean the same and must arrive the same."""
    return json.dumps(text, ensure_ascii=random.random() < 0.2)


def random_object(random, depth):
    names = {random_text(random, 0, 5) for _ in range(random.randrange(5))}
    if random.random() < 0.3:
        # Two names that canonical comparison takes for one.
        names |= {"\u00e9", "e\u0301"}
    members = sorted(names)
    random.shuffle(members)
    return "{" + ",".join(f"{string(random, name)}:{random_value(random, depth + 1)}" for name in members) + "}"


def random_value(random, depth):
    kind = random.randrange(8 if depth < 3 else 6)
    if kind < 2:
        return string(random, random_text(random, 0, 12))
    if kind < 4:
        return random.choice(NUMBERS)
    if kind < 6:
        return random.choice(("true", "false", "null"))
    if kind == 6:
        return "[" + ",".join(random_value(random, depth + 1) for _ in range(random.randrange(4))) + "]"
    return random_object(random, depth + 1)
