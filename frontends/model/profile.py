"""The time of each stage of a model, beside what this machine could do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter, sleep
from typing import Any, Literal

import numpy as np
from xdsl.dialects.builtin import ModuleOp, StringAttr

from ...dialect.annotations import LOGICAL, STAGE, argument_attributes, buffer_name
from ...dialect.attributes import layout_of
from ...dialect.ir.memory_access import buffer_of, is_load, is_store
from ...dialect.text import parse_module
from ...passes.common.diagnostics import collect_remarks
from ...runtime.call.kernel import Kernel
from ...runtime.host.compiler import compile
from ...runtime.signature import find_function
from .machine_limits import flops_a_second, seconds_to_copy, seconds_to_read
from .stage_clock import OTHER, StageClock
from .stage_work import StageWork, work_of

_MOSTLY_READ = 8
"""Bytes read for one written, from which on reading is what the limit is about."""
_SETTLING, _LEAST_SECONDS = 3, 0.02
_FEWEST, _MOST = 5, 500


@dataclass(frozen=True)
class StageProfile:
    """A stage of one call."""

    name: str
    seconds: float
    """The median of several calls."""
    runs: int
    """How often it ran in a call."""
    limit: Literal["FMA", "copy", "read"] | None
    """Which limit of the machine counts; None for what only prepares, as padding does."""
    limit_seconds: float
    """The time that a loop takes which does only that: so many operations, or so many bytes."""
    layouts: Mapping[str, str]
    """The layouts of the buffers that it accesses; without those that have none."""

    @property
    def share_of_limit(self) -> float | None:
        """How near it is to what this machine can do: 1.0 is as fast."""
        if self.limit is None or self.seconds <= 0:
            return None
        return self.limit_seconds / self.seconds


@dataclass(frozen=True)
class Profile:
    """The stages of a model, in their order; `print(profile)` is a table."""

    stages: tuple[StageProfile, ...]
    seconds: float
    """Of a whole call, without what a clock between stages costs."""
    calls: int

    def __iter__(self) -> Iterator[StageProfile]:
        return iter(self.stages)

    def __str__(self) -> str:
        total = sum(stage.seconds for stage in self.stages) or 1.0
        rows = [("stage", "us", "share", "of limit", "layouts")]
        for stage in self.stages:
            share = stage.share_of_limit
            limit = "-" if share is None else f"{share:.0%} of {stage.limit}"
            runs = f" x{stage.runs}" if stage.runs > 1 else ""
            layouts = "; ".join(f"{name}: {text}" for name, text in stage.layouts.items())
            time, part = f"{stage.seconds * 1e6:.1f}", f"{stage.seconds / total:.0%}"
            rows.append((f"{stage.name}{runs}", time, part, limit, layouts or "-"))
        rows.append(("a call", f"{self.seconds * 1e6:.1f}", "", "", ""))
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        lines = list[str]()
        for name, *numbers, layouts in rows:
            columns = [n.rjust(width) for n, width in zip(numbers, widths[1:], strict=True)]
            lines.append("  ".join([name.ljust(widths[0]), *columns, layouts]).rstrip())
        return "\n".join(lines)


def profile(
    kernel: Kernel,
    text: str,
    source: str,
    arguments: Sequence[Any],
    packed: Sequence[str],
) -> Profile:
    """
    Time the stages of a function in calls with these arguments.

    `text` is what `kernel` was compiled of, `source` the program before any layout: what its stages
    have to do is what the machine's limits are about.
    """
    module = parse_module(text)
    function = find_function(module, None)
    clock = StageClock(function)
    clock.insert()
    with collect_remarks():
        timed = compile(module, packed=[*packed], target_cpu="native")
    times = np.zeros(clock.room, np.int64)
    calls = _repeated(lambda: timed(*arguments, times))
    found = list[np.ndarray[Any, Any]]()
    for _ in range(calls):
        times[...] = 0
        timed(*arguments, times)
        found.append(times.copy())
    cycle = _cycle_seconds(lambda: timed(*arguments, times), times)
    cycles = np.median(np.array(found), axis=0) * cycle
    runs = found[-1]
    whole = list[float]()
    for _ in range(calls):
        start = perf_counter()
        kernel(*arguments)
        whole.append(perf_counter() - start)
    shapes = [np.shape(argument) for argument in arguments]
    work = work_of(find_function(parse_module(source), None), shapes)
    layouts = _layouts(module)
    stages = list[StageProfile]()
    for number, name in enumerate(clock.names):
        if name == OTHER:
            continue
        seconds, often = float(cycles[1 + 2 * number]), int(runs[2 + 2 * number])
        limit, least = _limit(work.get(name), often)
        stages.append(StageProfile(name, seconds, often, limit, least, layouts.get(name, {})))
    between = float(cycles[1])
    stages.append(StageProfile(OTHER, between, 1, None, 0.0, {}))
    return Profile(tuple(stages), median(whole), calls)


def _limit(
    work: StageWork | None, runs: int
) -> tuple[Literal["FMA", "copy", "read"] | None, float]:
    """The limit that counts for so many runs of a stage, and the time that it takes at least."""
    if work is None or not runs:
        return None, 0.0
    is_read = work.read > _MOSTLY_READ * work.written
    moved = seconds_to_read(work.read) if is_read else seconds_to_copy(work.read + work.written)
    computed = 0.0
    if work.flops and work.element in ("f32", "f64"):
        computed = work.flops / flops_a_second(work.element)
    if computed >= moved:
        return "FMA", computed * runs
    return "read" if is_read else "copy", moved * runs


def _repeated(call: Any) -> int:
    """How many calls are timed: for some 20 ms, after some that settle caches."""
    start = perf_counter()
    for _ in range(_SETTLING):
        call()
    once = (perf_counter() - start) / _SETTLING
    return int(min(max(_LEAST_SECONDS / max(once, 1e-7), _FEWEST), _MOST))


def _cycle_seconds(call: Any, times: np.ndarray[Any, Any]) -> float:
    """The time of a cycle of the clock: of what it counts between the ends of two calls."""
    call()
    first, start = int(times[0]), perf_counter()
    sleep(_LEAST_SECONDS)
    call()
    last, end = int(times[0]), perf_counter()
    return (end - start) / max(last - first, 1)


def _layouts(module: ModuleOp) -> Mapping[str, dict[str, str]]:
    """The layouts of the buffers of each stage."""
    found = dict[str, dict[str, str]]()
    for stage in module.walk():
        name = stage.attributes.get(STAGE)
        if not isinstance(name, StringAttr):
            continue
        own = found.setdefault(name.data, {})
        for op in stage.walk():
            if not is_load(op) and not is_store(op):
                continue
            buffer = buffer_of(op)
            owner = buffer.owner
            attributes = getattr(owner, "attributes", None) or argument_attributes(buffer)
            if LOGICAL in attributes and (layout := layout_of(attributes[LOGICAL])) is not None:
                own[buffer_name(buffer) or "?"] = str(layout.layout)
    return found
