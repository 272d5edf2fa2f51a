"""
Questions in comments of `lit_tests/tvm_questions`, and the table made of them.

Each function there has a question above it, or several that it answers:

    // Question: TestName             a test of TVM's, `[n]` its n-th set of parameters
    // TVM: rewritten; what it does
    // Here: kept, more: why          nothing after the answer where it is as TVM's

A question that our operations cannot ask has `// Not askable: why` in place of `Here`. CHECK lines
hold what is said here to what pad-opt does, and pad-tv judges each rewrite.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "lit_tests" / "tvm_questions"
TABLE = Path(__file__).parent / "TABLE.md"

PASSES = (
    *("simplify", "remove-no-op", "overcompute", "hoist-expression"),
    *("remove-undef", "remove-assume", "transform-layout", "loop-partition"),
)
"""What TVM tests, by what the names of files begin with."""

ANSWERS = ("rewritten", "kept", "refused", "fails")
"""`fails` is of TVM only: the test is marked so, and says what should come out."""
_SAME = "as TVM"
RELATIONS = {
    _SAME: "the same answer",
    "more": "rewritten where TVM is not, or to something simpler",
    "sound": "TVM's answer changes what a program means, see section 3 of the design",
    "on purpose": "neither better nor worse: another answer is wanted here",
    "less": "TVM rewrites, and this should be rewritten",
    "not askable": "no operation here says it",
}
RIGHT = (_SAME, "more", "sound")
"""As TVM or better."""

_TEXT = r"(?:.|\n// {3})+"
_QUESTION = re.compile(
    r"^// Question: (?P<name>\S+)\n"
    rf"// TVM: (?P<tvm>{'|'.join(ANSWERS)}); (?P<told>{_TEXT})\n"
    rf"// (?:Here: (?P<here>{'|'.join(ANSWERS[:3])})"
    rf"(?:, (?P<relation>more|sound|on purpose|less): (?P<why>{_TEXT}))?"
    rf"|Not askable: (?P<unasked>{_TEXT}))$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Question:
    """One question of a test of TVM's, and both answers."""

    file: Path
    name: str
    tvm: str
    told: str
    here: str
    relation: str
    why: str
    function: str
    """The function that asks it."""

    @property
    def subject(self) -> str:
        return next(name for name in PASSES if self.file.stem.startswith(name))


class MalformedError(Exception):
    """A comment is not of the form above."""


def questions() -> list[Question]:
    """All questions, in the order of `PASSES` and of the files."""
    found = [q for file in sorted(FOLDER.glob("*.mlir")) for q in _questions_of(file)]
    return sorted(found, key=lambda question: PASSES.index(question.subject))


def _questions_of(file: Path) -> list[Question]:
    text = file.read_text()
    found = list[Question]()
    for part in re.split(r"^// -----$", text, flags=re.MULTILINE):
        for match in _QUESTION.finditer(part):
            function = re.search(
                r"^ *(?:func\.)?func .*?@(\w+)\(", part[match.end() :], re.MULTILINE
            )
            found.append(_question(file, match, "" if function is None else function[1]))
    if len(found) != (begun := len(re.findall(r"^ *// Question:", text, re.MULTILINE))):
        raise MalformedError(f"{file.name}: {len(found)} of {begun} questions are well-formed")
    return found


def _question(file: Path, match: re.Match[str], function: str) -> Question:
    name, tvm, here, relation = match["name"], match["tvm"], match["here"], match["relation"]
    if here is None:
        relation, here, function = "not askable", "", ""
    elif relation is None:
        relation = _SAME
        if here != tvm:
            raise MalformedError(f"{file.name}: {name}: {tvm} and {here} differ; say why")
    if here and not function:
        raise MalformedError(f"{file.name}: {name}: no function after it")
    why = match["why"] or match["unasked"] or ""
    return Question(file, name, tvm, _line(match["told"]), here, relation, _line(why), function)


def _line(text: str) -> str:
    return text.replace("\n//   ", " ").rstrip(".")


def table(asked: Sequence[Question]) -> str:
    """The table of these questions, as Markdown."""
    lines = [
        "# Questions of TVM's tests",
        "",
        "What TVM v0.13's tests of its RFC 77 passes ask, each asked of our passes by a program of",
        "our own in `lit_tests/tvm_questions`, whose comments this page is made of",
        "(`python -m tests.tvm_questions.update`).",
        "",
        _count(asked),
        "",
        "| answer here | means | questions |",
        "|---|---|---|",
        *(
            f"| {relation} | {meaning} | {sum(q.relation == relation for q in asked)} |"
            for relation, meaning in RELATIONS.items()
        ),
    ]
    for subject in PASSES:
        of_subject = [q for q in asked if q.subject == subject]
        if of_subject:
            lines += ["", f"## {subject}", "", _count(of_subject), ""]
            lines += ["| TVM's test | TVM | here | program |", "|---|---|---|---|"]
            lines += map(_row, of_subject)
    return "\n".join(lines) + "\n"


def _count(asked: Sequence[Question]) -> str:
    right = sum(question.relation in RIGHT for question in asked)
    unasked = sum(question.relation == "not askable" for question in asked)
    share = 100 * right / len(asked)
    beside = f", {unasked} not askable among them" if unasked else ""
    return f"{len(asked)} questions{beside}; as TVM or better: {right} ({share:.1f} %)."


def _row(question: Question) -> str:
    if question.relation == _SAME:
        here = question.here
    else:
        answer = ", ".join(filter(None, (question.here, f"**{question.relation}**")))
        here = f"{answer}: {question.why}"
    path = f"../../lit_tests/tvm_questions/{question.file.name}"
    program = f"[{question.file.stem}]({path})"
    if question.function:
        program += f" `@{question.function}`"
    cells = (f"`{question.name}`", f"{question.tvm}: {question.told}", here, program)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
