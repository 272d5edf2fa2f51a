"""
Edits of programs that are known to be wrong are never valid, and right ones stay so.

The programs are those of the lit files of passes, and random ones. A program is never refuted by
itself either. `PAD_EDITS_EXAMPLES` says how many programs, `PAD_EDITS_SEED` which.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import DiagnosticException, ParseError

from pad_mlir.dialect.repairs import parse_module, print_module
from pad_mlir.tools.tv import BadInput, Status, validate

from .edits import ORIGINAL, RIGHT, WRONG, edited, prepared
from .random_programs import Writer

_FILES = sorted((Path(__file__).parents[2] / "lit_tests" / "passes").glob("*.mlir"))
_PROGRAMS = int(os.environ.get("PAD_EDITS_EXAMPLES", "8"))
_SEED = int(os.environ.get("PAD_EDITS_SEED", "0"))
_BUDGET = 20_000
_CHUNKS = 4
_EDITS = 4


def _parsed(text: str) -> ModuleOp | None:
    try:
        return parse_module(text)
    except (ParseError, DiagnosticException):
        return None  # a test of an error, or for options of its own


def _printed(module: ModuleOp) -> str | None:
    try:
        return print_module(module)
    except DiagnosticException:
        return None  # it has an operation that has the generic form only


def _programs(seed: int) -> Iterator[tuple[str, str]]:
    """Texts with a place for an edit, and the names of the functions that are edited."""
    generator = random.Random(seed)
    while True:
        if generator.random() < 0.3:
            text = Writer(random.Random(generator.random())).function()
        else:
            text = generator.choice(generator.choice(_FILES).read_text().split("// -----"))
            if "the condition must be proven" in text:
                continue  # an error of its own: what it assumes of undef may not hold
        module = _parsed(text)
        printed = None if module is None else _printed(module)
        if module is None or printed is None:
            continue
        functions = [op for op in module.ops if isinstance(op, func.FuncOp) and _is_public(op)]
        if not functions:
            continue
        name = generator.choice(functions).sym_name.data
        program = prepared(printed, name)
        if program is not None and _parsed(edited(program, ORIGINAL)) is not None:
            yield program, name


def _is_public(op: func.FuncOp) -> bool:
    is_private = op.sym_visibility is not None and op.sym_visibility.data == "private"
    return not op.is_declaration and not is_private and len(op.body.blocks) == 1


def _judge(program: str, name: str, edit: str) -> tuple[Status, str]:
    before, after = (parse_module(edited(program, text)) for text in (ORIGINAL, edit))
    try:
        verdict = validate(before, after, function=name, budget=_BUDGET)
    except BadInput as error:
        return Status.NOT_VALIDATED, str(error)
    return verdict.status, f"{verdict}\n{after}"


def _seeds(chunk: int) -> range:
    return range(_SEED + chunk, _SEED + _PROGRAMS, _CHUNKS)


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_wrong_edits_are_never_valid(chunk: int) -> None:
    judged = 0
    for seed in _seeds(chunk):
        program, name = next(_programs(seed))
        generator = random.Random(seed)
        status, text = _judge(program, name, ORIGINAL)
        assert status is not Status.REFUTED, f"seed {seed}, itself: {text}"
        if status is not Status.VALID:
            continue
        judged += 1
        for wrong in generator.sample(sorted(WRONG), _EDITS):
            status, text = _judge(program, name, WRONG[wrong])
            assert status is not Status.VALID, f"seed {seed}, {wrong}: {text}"
        right = generator.choice(sorted(RIGHT))
        status, text = _judge(program, name, RIGHT[right])
        assert status is Status.VALID, f"seed {seed}, {right}: {text}"
    assert judged >= len(_seeds(chunk)) // 4


@pytest.mark.parametrize("edit", [*WRONG, *RIGHT])
def test_edits_of_nothing_else(edit: str) -> None:
    program = prepared("func.func @f() {\n  func.return\n}", "f")
    assert program is not None
    status, text = _judge(program, "f", {**WRONG, **RIGHT}[edit])
    assert (status is Status.VALID) == (edit in RIGHT), text
