"""The table is that of the cases, and what it calls rewritten is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import PipelineError, parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import REPORTED, Compilation

from .cases import FOLDER, PASSES, TABLE, questions, table

QUESTIONS = questions()
_REFUSED = "refused"


def test_the_table_is_made_of_the_cases() -> None:
    assert TABLE.read_text() == table(QUESTIONS), "python -m tests.tvm_questions.update"


def test_no_question_is_asked_twice() -> None:
    named = [(question.subject, question.name) for question in QUESTIONS]
    assert len({*named}) == len(named)


def test_files_are_named_after_what_is_tested() -> None:
    files = [path.stem for path in FOLDER.glob("*.mlir")]
    assert not [file for file in files if not file.startswith(PASSES)]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.mlir")), ids=lambda path: path.stem)
def test_what_is_said_to_be_rewritten_is(file: Path) -> None:
    """The others are left to CHECK lines, as an index may be written in another way."""
    said = {q.function: q.here for q in QUESTIONS if q.file == file and q.here}
    done = _answers(file)
    assert said.keys() <= done.keys()
    assert {name: answer for name, answer in said.items() if answer == "rewritten"} == {
        name: done[name] for name, answer in said.items() if answer == "rewritten"
    }
    assert {name for name, answer in said.items() if answer == _REFUSED} == {
        name for name in said if done[name] == _REFUSED
    }


def _answers(file: Path) -> dict[str, str]:
    """What is done to each function by the pipeline of the first RUN line that has one."""
    text = file.read_text()
    pipeline = re.search(r"^// RUN: .* -p (?:'([^']*)'|(\S+))", text, re.MULTILINE)
    assert pipeline is not None
    answers = dict[str, str]()
    for part in re.split(r"^// -----$", text, flags=re.MULTILINE):
        try:
            before = _functions(_printed(part, ""))
            after = _functions(_printed(part, pipeline[1] or pipeline[2]))
        except (*REPORTED, PipelineError):  # by the verifier, by a pass, or by its options
            answers |= dict.fromkeys(re.findall(r"@(\w+)\(", part), _REFUSED)
        else:
            for name in before:
                answers[name] = "kept" if after.get(name) == before[name] else "rewritten"
    return answers


def _printed(text: str, pipeline: str) -> str:
    passes = parse_pipeline(pipeline, ALL_PASSES) if pipeline else []
    with collect_remarks():
        return Compilation(new_context(), passes, "<case>").run(text)


def _functions(text: str) -> dict[str, str]:
    parts = re.split(r"^  (?=func\.func)", text, flags=re.MULTILINE)[1:]
    named = ((re.search(r"@(\w+)\(", part), part.strip()) for part in parts)
    return {name[1]: part for name, part in named if name is not None}
