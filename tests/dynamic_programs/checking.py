"""One program through one random pipeline, and what is wrong with the result."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Any

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.runtime import KernelError, compile
from pad_mlir.tools.tv import KnownRoles, Status, size_names, validate

from ..programs.applying import Failure, Refusal, read_again, transformed
from .arithmetic import Inexact
from .calling import Code, Trial, trials
from .layouts import LaidOut, random_layouts
from .pipelines import MOST_LINES, pad_writes, random_step
from .program import Program, random_program
from .refusing import accepted

VALIDATED = int(os.environ.get("PAD_DYNAMIC_PROGRAMS_VALIDATED", "10"))
"""The steps of one program of so many are validated."""
READ = int(os.environ.get("PAD_DYNAMIC_PROGRAMS_READ", "5"))
"""One program of so many is printed and read again after each step, the others at the end."""
MOST_STEPS = 6
Say = Callable[[str], None]


@dataclass
class Record:
    """What was done with a program, and the failure, if there was one."""

    seed: int
    text: str = ""
    pipeline: list[str] = field(default_factory=list[str])
    refused: list[str] = field(default_factory=list[str])
    silent: str = ""
    calls: int = 0
    kind: str = ""
    failure: str = ""


def check(seed: int, say: Say) -> dict[str, Any]:
    """The record of a seed's program, as data."""
    record = Record(seed)
    _check(record, say)
    return asdict(record)


def _check(record: Record, say: Say) -> None:
    random = Random(f"check {record.seed}")
    say("generating")
    program = random_program(record.seed)
    layouts = random_layouts(program, random)
    record.text = "\n".join([program.text, *(layout.function for layout in layouts)])
    tiles = tuple(sorted({int(t) for la in layouts for t in _tiles(la)}))
    try:
        wanted = trials(program, program.some_sizes(random, tiles), record.seed)
    except Inexact:
        record.silent = "inexact"
        return
    module = _transformed(record, program, layouts, random, say)
    if module is None:
        return
    packed = random.random() < 0.7 and not any("layouts=auto" in s for s in record.pipeline)
    say(f"compiling, packed={packed} {record.pipeline}")
    try:
        kernel = compile(module, function="f", packed=packed)
    except KernelError as error:
        record.silent = f"not compiled: {error}"
        return
    relaxed = any("fp=relaxed" in step for step in record.pipeline)
    if relaxed and any("inf" in kind.text for each in layouts for kind in each.kinds):
        record.silent = "infinite under fp=relaxed"
        return
    applied = {each.buffer.name: taken for each in layouts if (taken := _taken(each, record))}
    code = Code(program, kernel, module, applied, packed, relaxed)
    _call(record, code, wanted, random, say)


def _taken(layout: LaidOut, record: Record) -> LaidOut | None:
    """The layout by those of its steps that were not refused."""
    done = [each in record.pipeline for each in layout.passes()]
    count = done.index(False) if False in done else len(done)
    if any(done[count:]) or not count:
        return None
    return replace(layout, steps=layout.steps[:count], kinds=layout.kinds[:count])


def _tiles(layout: LaidOut) -> list[str]:
    words = layout.steps[0].map.replace(",", " ").replace(")", " ").split()
    return [tile for word, tile in pairwise(words) if word == "floordiv"]


def _transformed(
    record: Record, program: Program, layouts: list[LaidOut], random: Random, say: Say
) -> ModuleOp | None:
    first = parse_module(record.text)
    first.verify()
    names = [buffer.name for buffer in program.laid_out]
    required = [each for layout in layouts for each in layout.passes()]
    fixed = [*required, pad_writes(random)]
    early = [""] if random.random() < 0.15 else []
    steps = [*early, *fixed, *[""] * random.choice((0, 1, 2, 3, 4, MOST_STEPS))]
    validated = (
        VALIDATED and record.seed % VALIDATED == 0 and not any("value(" in s for s in required)
    )
    reads = READ and record.seed % READ == 0
    module, text = first, str(record.text)
    for number, step in enumerate(steps):
        chosen = step or random_step(text, names, random, early=number < len(early))
        say(f"{chosen} after {record.pipeline}")
        result = transformed(module, chosen)
        if isinstance(result, Refusal):
            record.refused.append(f"{chosen}: {result.text}")
            if chosen in fixed[-1:]:
                record.silent = f"refused: {result.text}"
                return None
            continue
        record.pipeline.append(chosen)
        if isinstance(result, Failure):
            record.kind, record.failure = result.kind, result.text
            return None
        again = read_again(result.text) if reads else result.module
        if isinstance(again, Failure):
            record.kind, record.failure = again.kind, again.text
            return None
        assert again is not None, "one pass makes a module"
        if validated and (wrong := _refuted(program, module, again, chosen, tiles_of(layouts))):
            record.kind, record.failure = "refuted", wrong
            return None
        module, text = again, result.text
        if text.count("\n") > MOST_LINES:
            break
    last = read_again(text)
    if isinstance(last, Failure):
        record.kind, record.failure = last.kind, last.text
        return None
    return last


def tiles_of(layouts: list[LaidOut]) -> int:
    """The largest tile."""
    return max((int(tile) for layout in layouts for tile in _tiles(layout)), default=1)


def _refuted(
    program: Program, before: ModuleOp, after: ModuleOp, step: str, tile: int
) -> str | None:
    if tile > 4:
        return None
    random = Random(step)
    names, known = size_names(_function(before)), KnownRoles()
    for drawn in program.some_sizes(random, (tile,))[:8]:
        if max(drawn.values()) > 6:
            continue
        shapes = {b.name: program.shape(b, drawn) for b in program.buffers}
        given: dict[str, int] = {}
        for name in names:
            buffer, dot, axis = name.partition(".")
            if dot and buffer in shapes:
                given[name] = shapes[buffer][int(axis)]
            elif name in drawn:
                given[name] = drawn[name]
        given |= {
            n: s
            for n, s in Code(program, None, before, {}, False, False).sizes(shapes).items()
            if n in names
        }
        fp = "relaxed" if "fp=relaxed" in step else "strict"
        verdict = validate(before, after, fp=fp, sizes=given, known=known)
        for answer in verdict.functions:
            for finding in answer.findings:
                if finding.status is Status.REFUTED:
                    return f"at {given}: {finding.text}"
    return None


def _function(module: ModuleOp) -> func.FuncOp:
    return next(op for op in module.ops if isinstance(op, func.FuncOp) and op.sym_name.data == "f")


def _call(record: Record, code: Code, wanted: list[Trial], random: Random, say: Say) -> None:
    for number, trial in enumerate(wanted):
        at_end = random.random() < 0.6
        say(f"call {trial.sizes}, packed={code.packed}, {record.pipeline}")
        try:
            wrong = code.call(trial, random, at_end=at_end)
        except KernelError as error:
            record.kind, record.failure = "refused call", f"{trial.sizes}: {error}"
            return
        record.calls += 1
        if wrong is not None:
            record.kind = "wrong code"
            record.failure = f"packed={code.packed} at {trial.sizes}: {wrong}"
            return
        if number in (0, len(wanted) - 1):
            say(f"refusals {trial.sizes}, packed={code.packed}, {record.pipeline}")
            wrong = accepted(code, trial, random)
            if wrong is not None:
                record.kind, record.failure = "accepted call", f"packed={code.packed}: {wrong}"
                return
