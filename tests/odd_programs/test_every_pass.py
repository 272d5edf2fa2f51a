"""
Each pass with each of its options on each odd program, and all ways to code: no internal errors.

`PAD_ODD_PAIRS` says which part of the pairs of passes and programs is tried: 1, all of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import MISSING, fields
from itertools import product
from typing import Any, cast

import pytest

from pad_mlir.dialect.annotations import AnnotationError
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module, verify_operations
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import PipelineError, parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.ahead_of_time import emit
from pad_mlir.schedule import Schedule
from pad_mlir.tools.tv.verdict.validator import validate

from .fixed_programs import PROGRAMS

PART = int(os.environ.get("PAD_ODD_PAIRS", "40"))
TILES = '"(a) -> (a floordiv 4, a mod 4)"'
LAID_OUT = f"pad-transform-layout{{buffer=A map={TILES} pad=0.0}},pad-apply-layouts,"
VALUES = {
    "stage": ["s0"],
    "loop": ["i", "j"],
    "loops": ["i", "j,i"],
    "at": ["i"],
    "buffer": ["A", "B", "T"],
    "factor": ["4", "20"],
    "factors": ["4"],
    "map": [TILES],
    "pad": ["0.0", "undef"],
    "target_cpu": ["haswell"],
    "layouts": ["auto"],
    "function": ["f"],
}
REFUSALS = (PadError, AnnotationError)


def _steps() -> Iterator[str]:
    """Each pass alone, with each option, and with each and a stage."""
    for name in sorted(ALL_PASSES):
        required, optional = list[str](), list[str]()
        for option in fields(cast("Any", ALL_PASSES[name]())):
            is_needed = option.default is MISSING and option.default_factory is MISSING
            if is_needed or option.name in VALUES:
                (required if is_needed else optional).append(option.name)
        if not all(option in VALUES for option in required):
            continue
        for values in product(*(VALUES[option] for option in required)):
            given = dict(zip(required, values, strict=True))
            more = [{}, *({option: v} for option in optional for v in VALUES[option])]
            if "stage" in optional:
                more += [{"stage": "s0", **one} for one in more if "stage" not in one]
            for one in more:
                options = {**given, **one}.items()
                text = " ".join(f"{option.replace('_', '-')}={v}" for option, v in options)
                step = f"{name}{{{text}}}" if text else name
                with suppress(PipelineError):  # of another pass it is a name, of this one a word
                    parse_pipeline(step, ALL_PASSES)
                    yield step


PAIRS = list(product(dict.fromkeys(_steps()), PROGRAMS, ("", LAID_OUT)))
GROUPS = 8


@pytest.mark.parametrize("group", range(GROUPS))
def test_passes_refuse_or_change(group: int) -> None:
    failures = list[str]()
    for step, name, before in PAIRS[group * PART :: GROUPS * PART]:
        module = parse_module(PROGRAMS[name])
        try:
            with collect_remarks():
                for one in parse_pipeline(before + step, ALL_PASSES):
                    one.apply(new_context(), module)
                    verify_operations(module)
        except REFUSALS:
            pass
        except Exception as error:
            failures.append(f"{before}{step} on {name}: {type(error).__name__}: {error}")
    assert not failures, "\n".join(failures)


WAYS: dict[str, Callable[[str], object]] = {
    "compile": compile,
    "check assumes": lambda text: compile(text, check_assumes=True),
    "OpenCL": lambda text: compile(text, target="opencl"),
    "object": lambda text: emit(text, "obj"),
    "header": lambda text: emit(text, "header"),
    "contracts": lambda text: Schedule(text).contracts(),
    "pad-tv": lambda text: validate(parse_module(text), parse_module(text)),
}


@pytest.mark.parametrize("way", WAYS)
def test_ways_to_code(way: str) -> None:
    failures = list[str]()
    for name in list(PROGRAMS)[list(WAYS).index(way) % PART :: PART]:
        try:
            with collect_remarks():
                WAYS[way](PROGRAMS[name])
        except (KernelError, PadError):
            pass
        except Exception as error:
            failures.append(f"{name}: {type(error).__name__}: {error}")
    assert not failures, "\n".join(failures)
