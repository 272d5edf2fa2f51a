"""
The questions that upstream's tests of normalize-memrefs ask, put to both passes; TABLE.md has the
answers.

A case of `questions/` names the tests that ask it, and the answer that is expected:

- `alike`: both make all buffers row-major, of the same types, and the program computes the same;
- `ours`: only pad-apply-layouts does, and the program computes what it does without layouts;
- `theirs`: only upstream does;
- `neither`: each leaves a layout, or refuses it.

`PAD_NORMALIZE_TABLE=write` writes the table anew.
"""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.utils.exceptions import ParseError
from xdsl.utils.hints import isa

from pad_mlir.dialect.annotations import AnnotationError
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.common.diagnostics import collect_remarks
from pad_mlir.passes.pad_apply_layouts import PadApplyLayouts
from pad_mlir.runtime import compile
from pad_mlir.tools.tv.execution.side import functions_of

from ..end_to_end.elements import Array
from .judging import buffer_types, has_layouts, normalized

pytest.importorskip("mlir")

HERE = Path(__file__).parent
TABLE = HERE / "TABLE.md"
_CASE = re.compile(r"// asks: (?P<asks>.+)\n// expects: (?P<expects>\w+)\n(?P<says>(?://.*\n)+)")
_LAYOUT = re.compile(r", #\w+>")
_SYMBOLS = re.compile(r"(?<=memref\.alloc\(\))\[[^]]*\]")
_MEMREF = re.compile(r"memref<[^<>]*>")
_MLIR_OPT = Path(sysconfig.get_path("platlib")) / "mlir" / "bin" / "mlir-opt"
_ENTRY = "run"
_INTRODUCTION = """\
# What upstream's tests of normalize-memrefs ask

Written by `tests/normalize/test_questions.py`, from a program of our own for each of the {tests}
test functions of `normalize-memrefs.mlir`, `-ops.mlir` and `-ops-dynamic.mlir`; the answers are
LLVM 22's. Where these use operations of the test dialect, a call stands for one that can be
normalized, a copy or a select for one that cannot. {counts}

| upstream's tests | asked in | about | upstream | pad-apply-layouts | why they differ |
|---|---|---|---|---|---|
"""
_MEANING = {
    "alike": "are normalized alike",
    "ours": "by pad-apply-layouts only",
    "theirs": "by upstream only",
    "neither": "by neither",
}


@dataclass(frozen=True)
class Question:
    """A program of ours."""

    file: str
    asks: tuple[str, ...]
    """The names of upstream's tests."""
    expects: str
    says: str
    """What it is about."""
    why: str
    """Why the answers differ, if they do."""
    text: str


@dataclass(frozen=True)
class Answer:
    """Of both passes to a question."""

    verdict: str
    upstream: str
    ours: str


def _questions() -> list[Question]:
    found: list[Question] = []
    for path in sorted((HERE / "questions").glob("*.mlir")):
        for text in path.read_text().split("// -----\n\n"):
            header = _CASE.match(text)
            assert header is not None, f"{path.name}: a case has no header:\n{text}"
            comment = " ".join(line.removeprefix("// ") for line in header["says"].splitlines())
            says, _, why = comment.partition(" Why: ")
            asks = tuple(header["asks"].split(", "))
            found.append(Question(path.name, asks, header["expects"], says, why, text))
    return found


QUESTIONS = _questions()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.asks[0])
def test_answer_is_the_expected_one(question: Question) -> None:
    answer = _answer(question)
    assert answer.verdict == question.expects, answer
    assert (question.expects == "alike") != bool(question.why), "differing answers have a reason"


def test_each_test_of_upstream_is_asked_once() -> None:
    asked = [name for question in QUESTIONS for name in question.asks]
    assert len(asked) == len({*asked}) == 43


def test_table_is_up_to_date() -> None:
    table = _table()
    if os.environ.get("PAD_NORMALIZE_TABLE") == "write":
        TABLE.write_text(table)
    assert TABLE.read_text() == table


@cache
def _answer(question: Question) -> Answer:
    theirs = ours = None
    try:
        module = parse_module(question.text)
        theirs = normalized(module)
        with collect_remarks() as remarks:
            PadApplyLayouts().apply(new_context(), module)
        said = f"keeps it: {remarks[0].reason}" if remarks else "keeps it"
    except (PadError, AnnotationError) as error:
        said = f"refuses it: {error}"
    except ParseError as error:
        said = f"cannot read it: {str(error).strip().splitlines()[-1].strip()}"
        return _without_ours(question, said)
    else:
        ours = None if has_layouts(module) else module
    verdicts = {(1, 1): "alike", (0, 1): "ours", (1, 0): "theirs", (0, 0): "neither"}
    verdict = verdicts[theirs is not None, ours is not None]
    if theirs is not None and ours is not None and buffer_types(theirs) != buffer_types(ours):
        verdict = "other types"
    if ours is not None:
        wrong = _wrong(question, theirs, ours)
        verdict = wrong or verdict
    return Answer(
        verdict,
        "keeps it" if theirs is None else _shown(theirs),
        said if ours is None else _shown(ours),
    )


def _without_ours(question: Question, said: str) -> Answer:
    """The answer where our reader refuses the program."""
    command = [_MLIR_OPT, "--normalize-memrefs"]
    run = subprocess.run(command, input=question.text, capture_output=True, text=True, check=True)
    types = dict.fromkeys(_MEMREF.findall(run.stdout))
    if any("#" in type or "affine_map" in type for type in types):
        return Answer("neither", "keeps it", said)
    return Answer("theirs", ", ".join(f"`{type}`" for type in types), said)


def _shown(module: ModuleOp) -> str:
    """The types of the buffers, each once."""
    types = [type for found in buffer_types(module).values() for type in found if "memref" in type]
    return ", ".join(f"`{type}`" for type in dict.fromkeys(types))


def _wrong(question: Question, theirs: ModuleOp | None, ours: ModuleOp) -> str | None:
    """What shows that the program does not compute what it does without layouts."""
    if _ENTRY not in functions_of(ours):
        return None
    wanted = _results(parse_module(_SYMBOLS.sub("", _LAYOUT.sub(">", question.text))))
    for module in (ours, theirs):
        if module is not None and (found := _results(module)) != wanted:
            return f"computes {found}, not {wanted}"
    return None


def _results(module: ModuleOp) -> list[list[float]]:
    """The arrays after a run."""
    rng = np.random.default_rng(7)
    arrays: list[Array] = []
    for type in functions_of(module)[_ENTRY].function_type.inputs:
        assert isa(type, MemRefType), "the entry takes row-major buffers only"
        dtype = {"f32": np.float32, "f64": np.float64, "i32": np.int32}[str(type.element_type)]
        arrays.append(rng.integers(-9, 9, type.get_shape()).astype(dtype))
    compile(module, function=_ENTRY)(*arrays)
    return [array.reshape(-1).tolist() for array in arrays]


def _table() -> str:
    counts: dict[str, int] = {}
    for question in QUESTIONS:
        verdict = _answer(question).verdict
        counts[verdict] = counts.get(verdict, 0) + len(question.asks)
    told = ", ".join(f"{counts.get(key, 0)} {text}" for key, text in _MEANING.items())
    tests = sum(counts.values())
    lines = [_INTRODUCTION.format(tests=tests, counts=f"The buffers of {tests} tests: {told}.")]
    for question in QUESTIONS:
        answer = _answer(question)
        cells = (
            ", ".join(f"`{name}`" for name in question.asks),
            question.file,
            question.says,
            answer.upstream,
            answer.ours,
            question.why,
        )
        lines.append(f"| {' | '.join(cells)} |\n")
    return "".join(lines)
