"""Times kernels against their guarded twins, numpy, C compilers, TVM and the machine's limits."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from kernels.catalogue import fresh, problems, twins
from kernels.chart import bar_chart
from kernels.machine import this_machine
from kernels.measure import Result, measure, runs_of
from kernels.report import markdown, of_limit

DOCS = Path(__file__).parents[1] / "docs"
HEADING = "## Speed of kernels (`benchmarks/bench_kernels.py`)"
ROUNDS, ROUND_TIME = 15, 0.02
QUICK = (3, 0.005)


def main() -> None:
    """Writes docs/benchmarks.*; with --only or --quick prints the tables instead."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="NAME", help="kernels that have this in their name")
    parser.add_argument("--quick", action="store_true", help="few rounds, for development")
    options = parser.parse_args()
    every = [*problems(), *fresh()]
    chosen = [p for p in every if options.only is None or options.only in p.name]
    if not chosen:
        parser.error(f"no kernel has '{options.only}' in its name")
    runs_of(twins()[0])  # loads what is loaded once
    rounds, round_time = QUICK if options.quick else (ROUNDS, ROUND_TIME)
    results: list[Result] = []
    for problem in chosen:
        with_tvm = problem.family not in {p.family for p in fresh()}
        results.append(measure(problem, rounds, round_time, with_tvm=with_tvm))
        print(f"{problem.name:<48}{_summary(results[-1])}", flush=True)
    if options.only is None and not options.quick:
        write(results)
    else:
        print(f"\n{markdown(results, this_machine())}")


def write(results: Sequence[Result]) -> None:
    """The results as JSON, the chart, and the section of the page, which is replaced."""
    machine = this_machine()
    record = {"machine": asdict(machine), "kernels": [asdict(result) for result in results]}
    (DOCS / "benchmarks.json").write_text(json.dumps(record, indent=1) + "\n")
    groups = {result.name: of_limit(result) for result in results if of_limit(result)}
    ways = list(dict.fromkeys(way for parts in groups.values() for way in parts))
    (DOCS / "benchmarks.svg").write_text(bar_chart(groups, ways))
    page = DOCS / "benchmarks.md"
    section = f"{HEADING}\n\n{markdown(results, machine)}\n"
    pattern = re.compile(rf"{re.escape(HEADING)}\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
    text, count = pattern.subn(lambda _: section, page.read_text())
    page.write_text(text if count else f"{text.rstrip()}\n\n{section}")


def _summary(result: Result) -> str:
    parts = of_limit(result)
    return ", ".join(f"{way} {100 * part:.0f} %" for way, part in parts.items()) or "no limit"


if __name__ == "__main__":
    main()
