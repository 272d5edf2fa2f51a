"""
Programs by their seeds, in child processes, so that what dies or hangs is found as well.

`python -m tests.dynamic_programs.run SEED COUNT` prints the failures and a summary.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

from ..programs.guarded import Died, in_child
from .checking import check

TOGETHER = 20
"""Programs in one process: what it makes once is a third of the time of one alone."""
SECONDS = 300
"""Of the clock, on a machine that others use as well."""


def record_of(seed: int) -> dict[str, Any]:
    """What was done with a seed's program."""
    found = in_child(lambda say: check(seed, say), SECONDS)
    if isinstance(found, Died):
        kind = "traceback" if found.is_raised else "hang" if "no end" in found.reason else "death"
        return {"seed": seed, "kind": kind, "failure": f"{found.reason}\nat {found.stage}"}
    return found


def records_of(seeds: Sequence[int]) -> list[dict[str, Any]]:
    """
    What was done with the programs of some seeds, in one child process, which begins with nothing
    in its caches; each in its own where that one dies.
    """
    found = in_child(lambda say: [check(seed, say) for seed in seeds], SECONDS)
    if not isinstance(found, Died):
        return found
    records = [record_of(seed) for seed in seeds]
    if not any(record["kind"] for record in records):
        text = f"only after those before it: {found.reason}\nat {found.stage}"
        records[-1] |= {"kind": "death", "failure": text}
    return records


def told(record: dict[str, Any]) -> str:
    """A failure in words."""
    lines = [f"seed {record['seed']}: {record['kind']}: {record['failure']}"]
    lines += [record.get("text", ""), ",".join(record.get("pipeline", ()))]
    return "\n".join(lines)


def main() -> int:
    """Run COUNT programs from SEED."""
    first, count = int(sys.argv[1]), int(sys.argv[2])
    kinds, silent, refused, applied = (Counter[str]() for _ in range(4))
    calls = 0
    seeds = range(first, first + count)
    batches = (seeds[k : k + TOGETHER] for k in range(0, count, TOGETHER))
    for record in chain.from_iterable(map(records_of, batches)):
        if record["kind"]:
            kinds[record["kind"]] += 1
            print(told(record), flush=True)
        silent[record.get("silent", "")[:150]] += 1
        calls += record.get("calls", 0)
        refused.update(text.split("{")[0].split(":")[0] for text in record.get("refused", ()))
        applied.update(step.split("{")[0] for step in record.get("pipeline", ()))
    print(f"{count} programs, {calls} calls, failures: {dict(kinds) or 'none'}")
    for name in sorted(applied.keys() | refused.keys()):
        print(f"  {name}: {applied[name]} applied, {refused[name]} refused")
    for reason, number in silent.most_common():
        print(f"  silent {number}: {reason}")
    return bool(kinds)


if __name__ == "__main__":
    sys.exit(main())
