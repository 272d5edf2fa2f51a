"""How much a pass does on a program, in calls of Python functions: the same on every machine."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from xdsl.passes import ModulePass

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.index import boxes, expr, normal
from pad_mlir.index.queries import conditions as queries
from pad_mlir.index.sets import linear_sets
from pad_mlir.index.simplify import forms as simplify
from pad_mlir.index.simplify import recombination
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

_REMEMBERING = (boxes, expr, linear_sets, normal, queries, recombination, simplify)


def work(steps: str, text: str) -> Counter[str]:
    """The calls that a pipeline makes on a program, by function; reading it does not count."""
    module = parse_module(text)
    passes: list[ModulePass] = parse_pipeline(steps, ALL_PASSES)
    context = new_context()

    def run() -> None:
        with collect_remarks(), suppress(PadError):
            for one in passes:
                one.apply(context, module)

    return calls_of(run)


def calls_of(run: Callable[[], object]) -> Counter[str]:
    """The calls that a function makes, by function."""
    calls = Counter[str]()
    for module_of_answers in _REMEMBERING:  # else it depends on what was asked before
        for found in vars(module_of_answers).values():
            if hasattr(found, "cache_clear"):
                found.cache_clear()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            calls[f"{code.co_filename}:{code.co_firstlineno} {code.co_qualname}"] += 1

    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(None)
    return calls
