"""The results as Markdown: ratios of one run, and what they do not say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from .machine import Machine
from .measure import C_COMPILERS, LIMIT, NUMPY, Result
from .problem import GUARDED, INSIDE, MASKED, OURS

NOTES = Path(__file__).with_name("notes.md")


def markdown(results: Sequence[Result], machine: Machine) -> str:
    """The whole section but its heading."""
    compilers = ", ".join(
        machine.compilers.get(name, f"{name} (not installed)") for name in C_COMPILERS
    )
    tvm = machine.tvm or "TVM (not installed)"
    parts = [
        f"`make bench` on {machine.day}: {machine.cpu}; {machine.packages}; {compilers}, `-O3 "
        f"-march=native`; {tvm}. One thread, medians of calls in turns in one process, results "
        "checked first.",
        "Our time on resident padded data, its part of the machine's limit, and how many times as "
        "long the others take:",
        _table(_SPEED, [_speed(result, machine) for result in results]),
        "![Parts of the limit](benchmarks.svg)",
        NOTES.read_text().rstrip(),
    ]
    packing = [_inside(result) for result in results if INSIDE in result.seconds]
    if packing:
        parts[3:3] = [
            "Logical arrays in and out, packed and unpacked inside the call, and vector masks "
            "instead of padding; microseconds, and how many times as long numpy takes:",
            _table(("kernel", OURS, INSIDE, MASKED, NUMPY), packing),
        ]
    return "\n\n".join(parts) + "\n"


def best(result: Result, way: str) -> float | None:
    """The least seconds of a way in all its forms."""
    return min((t for name, t in result.seconds.items() if name.startswith(way)), default=None)


def best_tvm(result: Result) -> str | None:
    """The name of TVM's fastest schedule."""
    if result.tvm is None or not result.tvm.seconds:
        return None
    seconds = result.tvm.seconds
    return min(seconds, key=lambda name: seconds[name])


def of_limit(result: Result) -> dict[str, float]:
    """The part of the limit that each way reaches; empty if there is no limit."""
    if LIMIT not in result.seconds:
        return {}
    ways = {
        "ours": result.seconds[OURS],
        "gcc or clang, padded": _least(best(result, f"{name}, padded") for name in C_COMPILERS),
        "gcc or clang, logical": _least(best(result, f"{name}, logical") for name in C_COMPILERS),
        "numpy": result.seconds[NUMPY],
        "guarded twin": result.seconds[GUARDED],
    }
    parts = {way: result.seconds[LIMIT] / t for way, t in ways.items() if t is not None}
    name = best_tvm(result)
    if result.tvm is not None and name is not None:
        parts["TVM, best"] = result.tvm.limit / result.tvm.seconds[name]
    return parts


_COLUMNS: dict[str, str] = {
    "guarded twin": GUARDED,
    NUMPY: NUMPY,
    **{
        f"{name} {kind}": f"{name}, {kind}"
        for name in C_COMPILERS
        for kind in ("logical", "padded")
    },
}
_TVM = ("default", "padding flow")
_SPEED = ("kernel", "us", "rate", "of limit", *_COLUMNS, *(f"TVM {n}" for n in _TVM), "TVM best")


def _speed(result: Result, machine: Machine) -> list[str]:
    ours = result.seconds[OURS]
    part = of_limit(result).get("ours")
    cells = [result.name, _microseconds(ours), _rate(result)]
    cells.append("-" if part is None else f"{100 * part:.0f} % of {result.bound}")
    for column, way in _COLUMNS.items():
        time = best(result, way)
        missing = column.split()[0] in C_COMPILERS and column.split()[0] not in machine.compilers
        cells.append("not installed" if missing else "-" if time is None else f"{time / ours:.2f}")
    return cells + _tvm_cells(result, machine)


def _tvm_cells(result: Result, machine: Machine) -> list[str]:
    if machine.tvm is None:
        return ["not installed"] * 3
    if result.tvm is None:
        return ["-"] * 3
    known = result.tvm
    scale = result.seconds[LIMIT] / result.seconds[OURS] / known.limit

    def ratio(name: str) -> str:
        return f"{known.seconds[name] * scale:.2f}" if name in known.seconds else "-"

    fastest = best_tvm(result)
    return [*map(ratio, _TVM), "-" if fastest is None else f"{ratio(fastest)} ({fastest})"]


def _inside(result: Result) -> list[str]:
    times = [result.seconds.get(way) for way in (OURS, INSIDE, MASKED)]
    numpy = result.seconds[NUMPY]
    cells = ["-" if t is None else f"{_microseconds(t)} ({numpy / t:.2f})" for t in times]
    return [result.name, *cells, _microseconds(numpy)]


def _rate(result: Result) -> str:
    if result.bound in ("copy", "read"):
        return f"{result.bytes / result.seconds[OURS] / 1e9:.1f} GB/s"
    return f"{result.flops / result.seconds[OURS] / 1e9:.1f} Gop/s"


def _microseconds(seconds: float) -> str:
    return f"{1e6 * seconds:,.1f}" if seconds < 1e-3 else f"{1e6 * seconds:,.0f}"


def _least(times: Iterable[float | None]) -> float | None:
    return min((t for t in times if t is not None), default=None)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
