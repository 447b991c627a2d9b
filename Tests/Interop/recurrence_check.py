#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds recurring schedules to croniter and zoneinfo: 200 random expressions in ten time zones over two years.

    recurrence_check.py PROGRAM [--seed N]     PROGRAM is waxwing-recurrence

croniter lists the matches by the clock on the wall. On days without a change of the clocks each is one instant, which
must be a send, and nothing else may be one. Around a change the rule is applied here once more, written from its text
and not from the code under test: a time of day that is skipped counts as the first instant after the gap, one that
comes twice counts the first time, and an expression for every hour goes by real time.
"""

import argparse
import bisect
import datetime
import random
import subprocess
import sys
import zoneinfo

from croniter import croniter

ZONES = (
    "Africa/Casablanca",
    "America/New_York",
    "America/Santiago",
    "America/St_Johns",
    "Antarctica/Troll",
    "Asia/Beirut",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "Pacific/Chatham",
)
EXPRESSIONS = 200
FIRST = datetime.datetime(2026, 1, 1)
LAST = datetime.datetime(2027, 12, 31, 23, 59)
EPOCH = datetime.datetime(1970, 1, 1)
DAY = 86_400
MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()
WEEKDAYS = "sun mon tue wed thu fri sat".split()


def item(rng, low, high, names=None):
    """One member of a list: a number, a range or a range with a step."""
    start = rng.randint(low, high - 1)
    end = rng.randint(start + 1, high)
    write = (lambda number: names[number - low] if names and rng.random() < 0.5 else str(number))
    return rng.choice(
        (
            lambda: write(rng.randint(low, high)),
            lambda: f"{write(start)}-{write(end)}",
            lambda: f"{start}-{end}/{rng.randint(2, 6)}",
            lambda: f"{start}/{rng.randint(2, 6)}",
        )
    )()


def field(rng, low, high, names=None, star=0.0):
    if rng.random() < star:
        return "*"
    if rng.random() < 0.2:
        return f"*/{rng.randint(2, high // 2)}"
    return ",".join(item(rng, low, high, names) for _ in range(rng.choice((1, 1, 1, 2, 3))))


def minutes(rng):
    """Minutes at least 15 apart."""
    start = rng.randint(0, 14)
    return rng.choice(
        (str(rng.randint(0, 59)), "0", f"{start},{start + rng.randint(15, 44)}", "*/30", f"{start}/{rng.randint(25, 45)}")
    )


def expression(rng):
    if rng.random() < 0.04:
        return rng.choice(("@hourly", "@daily", "@weekly", "@monthly", "@yearly"))
    return " ".join(
        (
            minutes(rng),
            field(rng, 0, 23, star=0.1),
            field(rng, 1, 28, star=0.3),
            field(rng, 1, 12, MONTHS, star=0.3),
            field(rng, 0, 6, WEEKDAYS, star=0.3),
        )
    )


def matches(cron):
    """The matches by the clock on the wall, in seconds as if the clock showed UTC; some days more on either side."""
    margin = datetime.timedelta(days=3)
    times = croniter(cron, FIRST - margin)
    found = []
    while not found or found[-1] < (LAST + margin - EPOCH).total_seconds():
        found.append(int((times.get_next(datetime.datetime) - EPOCH).total_seconds()))
    return found


def offset_at(zone, second):
    moment = datetime.datetime.fromtimestamp(second, tz=zone)
    return int(moment.utcoffset().total_seconds())


def segments(zone, first, last):
    """The spans of one offset each: start, end, offset."""
    start, offset = first, offset_at(zone, first)
    for second in range(first, last, 3600):
        if offset_at(zone, second + 3600) == offset:
            continue
        low, high = second, second + 3600
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset_at(zone, middle) == offset else (low, middle)
        yield start, high, offset
        start, offset = high, offset_at(zone, high)
    yield start, last, offset


def sends(wall, spans, hourly, first, last):
    """The instants of a series, by the rule."""
    found = []
    shown = None
    for start, end, offset in spans:
        # What the clocks show in this span; what they showed before does not count again, unless every hour counts.
        low = start + offset
        if not hourly and shown is not None:
            if any(True for _ in wall[bisect.bisect_left(wall, shown) : bisect.bisect_left(wall, low)]):
                found.append(start)
            low = max(low, shown)
        part = wall[bisect.bisect_left(wall, low) : bisect.bisect_left(wall, end + offset)]
        found.extend(time - offset for time in part)
        shown = end + offset if shown is None else max(shown, end + offset)
    # A gap may end with a match of its own.
    return [second for second in sorted(set(found)) if first <= second <= last]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    zoneinfo.reset_tzpath(["/usr/share/zoneinfo"])
    rng = random.Random(arguments.seed)

    first, last = (int((time - EPOCH).total_seconds()) for time in (FIRST, LAST))
    spans = {name: list(segments(zoneinfo.ZoneInfo(name), first - 3 * DAY, last + 3 * DAY)) for name in ZONES}
    expressions = [expression(rng) for _ in range(EXPRESSIONS)]
    questions = [(name, cron) for cron in expressions for name in ZONES]
    lines = "".join(f"{name}\t{first}\t{last}\t{cron}\n" for name, cron in questions)
    answers = subprocess.run(
        [arguments.program], input=lines, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    if len(answers) != len(questions):
        sys.exit(f"{len(questions)} questions, {len(answers)} answers")

    wrong = total = at_changes = 0
    walls = {cron: matches(cron) for cron in expressions}
    for (name, cron), answer in zip(questions, answers):
        hourly = len({second // 3600 % 24 for second in walls[cron]}) == 24
        expected = sends(walls[cron], spans[name], hourly, first, last)
        found = [int(second) for second in answer.split()] if not answer.startswith("error") else answer
        total += len(expected)
        changes = [end for _, end, _ in spans[name][:-1]]
        at_changes += sum(1 for change in changes for second in expected if abs(second - change) < DAY // 2)
        if found != expected:
            wrong += 1
            print(f"{cron} in {name}: ", end="")
            if isinstance(found, str):
                print(found)
            else:
                difference = sorted(set(found) ^ set(expected))[:5]
                print(", ".join(f"{EPOCH + datetime.timedelta(seconds=second)}Z" for second in difference))
    print(f"{len(questions)} series, {total} sends, {at_changes} of them within half a day of a change: {wrong} series differ")
    if not total or not at_changes or wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
