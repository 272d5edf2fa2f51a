"""
The oracles: each gives a failure, None if nothing is wrong, or why it says nothing.

- `read_again` (applying.py): what is printed is read as the same, in both forms;
- `judged` (judging.py): the evaluator, on poisoned buffers, and the contract at exit;
- `judged_without_promises`: the same where only what the contract does not "accept" is kept;
- `validated`: pad-tv;
- `run` (compiled.py): the code, between guard pages;
- `repeated`: a pipeline in one go.
"""

from __future__ import annotations

import traceback

from xdsl.dialects.builtin import ModuleOp

from pad_mlir.tools.tv import BadInput, Status, validate

from .applying import Applied, Failure, Refusal, applied, read_again
from .compiled import run
from .judging import Silent, judged, judged_without_promises

__all__ = [
    "Silent",
    "judged",
    "judged_without_promises",
    "read_again",
    "repeated",
    "run",
    "validated",
]

TV_BUDGET = 40_000


def validated(before: ModuleOp, after: ModuleOp, *, is_relaxed: bool) -> Failure | Silent | str:
    """The verdict of pad-tv on a step: a failure if it refutes it; else a word."""
    try:
        verdict = validate(
            before, after, fp="relaxed" if is_relaxed else "strict", budget=TV_BUDGET
        )
    except BadInput as error:
        return Silent(f"no question: {str(error)[:60]}")
    except Exception:
        return Failure("crash of pad-tv", traceback.format_exc(limit=-4))
    if verdict.status is Status.REFUTED:
        return Failure("refuted by pad-tv", str(verdict))
    if verdict.status is Status.VALID:
        return "valid"
    if any(finding.original_undefined for f in verdict.functions for finding in f.findings):
        return "original undefined"
    return verdict.status.name.lower().replace("_", " ")


def repeated(text: str, steps: list[str], wanted: Applied) -> Failure | Applied:
    """
    The result of the whole pipeline; its IR must be the result of its steps, each on printed text.
    Remarks are put together by places, which printed text no longer has.
    """
    again = applied(text, ",".join(steps))
    if isinstance(again, Refusal):
        return Failure("not repeated", f"in one go it is refused: {again.text}")
    if isinstance(again, Failure):
        return Failure("not repeated", f"in one go: {again.kind}: {again.text}")
    (lines, _), (others, _) = wanted.repeatable, again.repeatable
    if lines == others:
        return again
    pairs = zip([*lines, ""], [*others, ""], strict=False)
    line, other = next((x, y) for x, y in pairs if x != y)
    return Failure("not repeated", f"other IR in one go:\n-{line}\n+{other}")
