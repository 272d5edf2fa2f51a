"""Times `optimize` alone beside twelve schedules that a person would try, of untuned kernels."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from bench_untuned import ALONE, OURS, checked_run, geometric_mean
from kernels.measure import WrongResult
from kernels.native import Run
from kernels.native import seconds_in_turns as in_turns
from untuned.catalogue import UNTUNED
from untuned.kernel import Kernel
from untuned.tries import MOST, tries

from pad_mlir.schedule import Schedule, ScheduleError

ROUNDS, ROUND_TIME = 5, 0.02


def measure(kernel: Kernel, rounds: int) -> dict[str, float]:
    """
    The median seconds of `optimize` alone and of twelve tries, in turns, each checked.

    A try that ends in the same code as one before it is none.
    """
    runs, made = dict[str, Run](), set[str]()

    def add(name: str, schedule: Callable[[Schedule], None]) -> None:
        def once(s: Schedule) -> None:
            schedule(s)
            text = str(s)
            if text in made:
                raise ValueError("the same code as before")
            made.add(text)

        runs[name] = checked_run(kernel, name, once)[0]

    add(ALONE, OURS[ALONE])
    for each in tries(kernel):
        if len(runs) > MOST:
            break
        try:
            add(f"try: {each.name}", each.schedule)
        except (ScheduleError, ValueError):
            continue  # it is not legal, or nothing new
        except WrongResult as wrong:
            # Of padding that is to hold 0, a product with infinity, or a maximum, is another one.
            print(f"  {wrong}")
    return in_turns(runs, rounds, ROUND_TIME)


def line(name: str, seconds: Mapping[str, float]) -> str:
    """Microseconds alone and of the best try, and its time over the other one."""
    best = min(seconds.keys() - {ALONE}, key=seconds.__getitem__)
    alone, other = 1e6 * seconds[ALONE], 1e6 * seconds[best]
    return f"{name:<24}{alone:>9.1f}{other:>9.1f}  {best:<34}{other / alone:>6.2f}{len(seconds):>4}"


def main() -> None:
    """Prints a line for each kernel as it is measured, then the geometric mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="NAME", help="kernels that have this in their name")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", type=Path, metavar="FILE", help="where the results go too")
    options = parser.parse_args()
    found = dict[str, dict[str, float]]()
    for name in (n for n in UNTUNED if options.only is None or options.only in n):
        found[name] = measure(UNTUNED[name].make(), options.rounds)
        print(line(name, found[name]), flush=True)
    if not found:
        parser.error(f"no kernel has '{options.only}' in its name")
    ratios = [
        min(s for w, s in each.items() if w != ALONE) / each[ALONE] for each in found.values()
    ]
    print(f"geometric mean of the ratios: {geometric_mean(ratios):.2f}")
    if options.json is not None:
        options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
