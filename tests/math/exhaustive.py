"""
All f32 through each formula of one operand: `make math`, or `python -m tests.math.exhaustive exp`.

It goes on where it was ended, by what it keeps in a file, and prints a line a function.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TypedDict, cast

import numpy as np

from .errors import AFN, UNARY, Found, has_fast_formula, measure, number, slices

_SAVED_EACH = 256


class _Entry(TypedDict):
    """What is kept of one function: the slices that are done, and what was found in them."""

    done: int
    error: float
    at: int
    falls: int


def run(name: str, flags: str, state: Path) -> Found:
    """Measure all numbers that the state does not have yet; return what was found of all."""
    text = state.read_text() if state.exists() else "{}"
    kept = cast("dict[str, _Entry]", json.loads(text))
    key = f"{name} {flags}".strip()
    entry = kept.get(key, _Entry(done=0, error=0.0, at=0, falls=0))
    found = Found(entry["error"], entry["at"], entry["falls"])
    for place, bits in enumerate(slices()):
        if place < entry["done"]:
            continue
        found.add(measure(name, flags, bits))
        is_last = int(bits[-1]) == (1 << 32) - 1
        if place % _SAVED_EACH == _SAVED_EACH - 1 or is_last:
            kept[key] = _Entry(done=place + 1, error=found.error, at=found.at, falls=found.falls)
            state.write_text(json.dumps(kept, indent=1))
    return found


def main() -> int:
    """Run the functions that are named, all of them by default, with and without afn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("functions", nargs="*", default=UNARY)
    parser.add_argument("--state", type=Path, default=Path(".math.json"))
    options = parser.parse_args()
    with np.errstate(all="ignore"):
        for flags in ("", AFN):
            for name in options.functions:
                if flags and not has_fast_formula(name):
                    continue
                began = time.perf_counter()
                found = run(name, flags, options.state)
                taken = time.perf_counter() - began
                at = f"{number(found.at)!r} ({found.at:#010x})"
                line = f"{name} {flags}: {found.error:.4f} ulp at {at}, {found.falls} falls"
                print(f"{line}, {taken:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
