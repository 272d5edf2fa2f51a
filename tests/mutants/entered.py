"""
Which functions of passes/, analysis/ and index/ each lit file enters: `entered.json` beside this.

Run by itself in a copy of the tree, it finds that out. Functions are told by module and line.
"""

from __future__ import annotations

import ast
import gc
import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import TypeAlias

from ..baseline.stored import difference
from ..lit_in_process import Said, failure

ROOT = Path(__file__).parents[2]
LIT_TESTS = ROOT / "lit_tests"
ENTERED = "tests/mutants/entered.json"
MUTATED = ("passes/", "analysis/", "index/")
Entered: TypeAlias = dict[str, list[tuple[str, int]]]
KINDS = ("passes", "errors", "rfc39", "rfc77", "tvm_lessons", "dialect")


def main() -> int:
    """Runs all lit files and stores what they enter; 1 if one fails, which shows no mutant then."""
    gc.set_threshold(50_000)
    entered: Entered = {}
    failed = list[str]()
    for file in (file for kind in KINDS for file in sorted((LIT_TESTS / kind).glob("*.mlir"))):
        _forget_answers()
        name = str(file.relative_to(LIT_TESTS))
        with _traced() as codes:
            wrong = failure(file, said := Said())
        if wrong is not None or difference(f"lit/{name}", "\n".join(said.printed)) is not None:
            failed.append(name)
        found = {(_module(code.co_filename), code.co_firstlineno) for code in codes}
        entered[name] = [(module, line) for module, line in found if module.startswith(MUTATED)]
    (ROOT / ENTERED).write_text(json.dumps(entered))
    print(*failed)
    return int(bool(failed))


@cache
def entered_in() -> dict[str, set[tuple[str, int]]]:
    """The functions that each lit file enters; nothing if that was not found out."""
    file = ROOT / ENTERED
    stored: Entered = json.loads(file.read_text()) if file.exists() else {}
    return {name: {(module, line) for module, line in found} for name, found in stored.items()}


def function_at(file: Path, line: int | None) -> int | None:
    """The first line of the outermost function that a line is in; None outside of functions."""
    if line is None:
        return None
    for node in ast.walk(ast.parse(file.read_text())):  # the outer before the inner ones
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            return min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return None


@cache
def _module(file: str) -> str:
    """The path from the root; the package may be a link to it."""
    return str(Path(file).resolve()).removeprefix(f"{ROOT.resolve()}/")


def _forget_answers() -> None:
    """Empties the caches, for else only the first file that asks a question enters what answers."""
    for name, module in list(sys.modules.items()):
        if name.startswith("pad_mlir."):
            for value in vars(module).values():
                if (clear := getattr(value, "cache_clear", None)) is not None:
                    clear()


@contextmanager
def _traced() -> Generator[set[CodeType]]:
    """The code that is entered meanwhile."""
    found = set[CodeType]()

    def note(frame: FrameType, event: str, argument: object) -> None:
        found.add(frame.f_code)

    sys.settrace(note)
    try:
        yield found
    finally:
        sys.settrace(None)


if __name__ == "__main__":
    sys.exit(main())
