"""
Whether the tests of one module notice that a line is wrong: run by itself in a copy of the tree.

The exit code is 1 with the name of the first test that fails, 0 if none does. With no line all
tests of the module run; where it is known which functions the lit files enter, only those that
enter the one with the line do.
"""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from time import process_time

import pytest

from ..baseline.stored import difference
from ..lit_in_process import Said, failure
from .entered import LIT_TESTS, entered_in, function_at

ROOT = Path(__file__).parents[2]
ALWAYS = ("tests/test_pass_docs.py", "tests/fresh/test_fresh.py")
SLOW = (
    *("tests/end_to_end", "tests/test_layout_properties.py", "tests/docs", "tests/tv"),
    *("tests/test_mutants.py", "tests/reduce", "tests/embedding", "tests/ahead_of_time"),
    *("tests/test_packaging.py", "tests/test_remarks.py", "tests/test_benchmarks_validated.py"),
    *("tests/programs", "tests/test_validated_lit.py", "tests/test_lit.py"),
)
PACKAGE = "pad_mlir"
ENOUGH = 75.0  # seconds of a core
FOR_NEAR_FILES = 15.0
FOR_UNIT_TESTS = 60.0
OBJECTS = 50_000
"""New objects before Python looks for cycles; at its own 700 that takes a fifth of the time."""
FAR = 99, 0
# An import can be told by its words, and to parse a thousand files takes seconds.
_FROM = re.compile(r"^\s*from (\.*)([\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_WORD = re.compile(r"\w+")


def main(module: str, line: str = "") -> int:
    """Judges the tree by the tests of a module, given as a path: index/queries/conditions.py."""
    gc.set_threshold(OBJECTS)
    files = lit_files(module, int(line) if line else None)
    failed = _failing(files, FOR_NEAR_FILES) or _failing_test(module) or _failing(files, ENOUGH)
    if failed is not None:
        print(failed)
    return int(failed is not None)


def _failing(files: list[Path], enough: float) -> str | None:
    """The first lit file that fails, or prints another text, before the time is up."""
    while files and process_time() < enough:
        file = files.pop(0)
        found = failure(file, said := Said())
        name = f"lit/{file.relative_to(LIT_TESTS)}"
        if found is not None or difference(name, "\n".join(said.printed)) is not None:
            return _from_root(file)
    return None


def _failing_test(module: str) -> str | None:
    reporter = _FirstFailure()
    tests = unit_tests(module)
    code = pytest.main(["-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests], [reporter])
    stopped = code == pytest.ExitCode.INTERRUPTED and process_time() > FOR_UNIT_TESTS
    if reporter.failed is not None or not (stopped or code in (0, 5)):
        return reporter.failed or f"pytest ended with {code}"
    return None


def lit_files(module: str, line: int | None = None) -> list[Path]:
    """
    The lit files of passes that import the module, the nearest first, and those named after it
    before them; then all others. Of a line, those that enter the function that it is in.
    """
    stem = Path(module).stem.replace("_", "-")
    steps = {name: _nearness(path, _name(module)) for name, path in _PASSES.items()}

    def nearness(file: Path) -> tuple[tuple[int, int], Path]:
        owner = max((n for n in _PASSES if file.stem.startswith(n)), key=len, default=None)
        is_named = file.stem.startswith(stem)
        return (-1, 0) if is_named else FAR if owner is None else steps[owner], file

    entered, function = entered_in(), function_at(ROOT / module, line)
    if function is None or not entered:
        kinds = "passes", "errors"
        files = [file for kind in kinds for file in (LIT_TESTS / kind).glob("*.mlir")]
    else:
        files = [LIT_TESTS / name for name, found in entered.items() if (module, function) in found]
    return sorted(files, key=nearness)


def _nearness(path: Path, module: str) -> tuple[int, int]:
    """Of a pass to a module: how many imports lead there, and to how many others."""
    if _name(_from_root(path)) == module:
        return -1, 0
    steps = _distances(_imports(path))
    return (steps[module], len(steps)) if module in steps else FAR


def unit_tests(module: str) -> list[str]:
    """
    The test files that import the module, by themselves, through a helper in their folder, or
    through other modules, or name a pass that does, and those that always run: those named after
    the module first, then the nearest, and of these what imports least.
    """
    found = [(True, 1, 0, name) for name in ALWAYS]
    left_out = SLOW if "gpu" in module else (*SLOW, "tests/gpu")
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = str(path.relative_to(ROOT))
        if name.startswith(left_out) or name in ALWAYS:
            continue
        sources = [path] if path.parent == ROOT / "tests" else path.parent.glob("*.py")
        steps = _distances({module for source in sources for module in _used(source)})
        if _name(module) in steps:
            is_other = Path(module).stem not in path.stem
            found.append((is_other, steps[_name(module)], len(steps), name))
    return [name for *_, name in sorted(found)]


# Directly in passes/ are names for users only.
_PASSES = {p.stem.replace("_", "-"): p for p in (ROOT / "passes").glob("*/**/pad_*.py")}


def _used(source: Path) -> set[str]:
    """The modules that a test imports, and the passes that it names."""
    named = (_PASSES.get(word) for word in re.findall(r"\bpad-[a-z-]+\b", source.read_text()))
    return {*_imports(source), *(_name(_from_root(path)) for path in named if path is not None)}


def _distances(modules: Iterable[str]) -> dict[str, int]:
    """How many imports lead from these modules to each."""
    found = dict.fromkeys(modules, 0)
    pending = list(found)
    for module in pending:
        path = _path(module)
        if path is not None:
            new = [name for name in _imports(path) if name not in found]
            found.update(dict.fromkeys(new, found[module] + 1))
            pending += new
    return found


@cache
def _path(module: str) -> Path | None:
    """The file of a module or package of ours."""
    base = ROOT / module.removeprefix(f"{PACKAGE}.").replace(".", "/")
    files = base.with_suffix(".py"), base / "__init__.py"
    return next((file for file in files if file.exists()), None)


def _name(module: str) -> str:
    return f"{PACKAGE}.{module.removesuffix('.py').replace('/', '.')}"


def _from_root(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def _imports(path: Path) -> tuple[str, ...]:
    """The modules that a file imports, and what it takes from each, in full."""
    found: dict[str, None] = {}
    for dots, name, taken in _FROM.findall(path.read_text()):
        parts = _name(_from_root(path)).split(".")
        package = parts[: -len(dots)] if dots else []
        module = ".".join([*package, *filter(None, [name])])
        found |= dict.fromkeys([module, *(f"{module}.{n}" for n in _WORD.findall(taken))])
    return tuple(found)


class _FirstFailure:
    """Notes the first failure, and ends the run when its time is up."""

    failed: str | None = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        if process_time() > FOR_UNIT_TESTS:
            item.session.shouldstop = "time is up"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
