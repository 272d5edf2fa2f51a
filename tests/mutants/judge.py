"""
Whether the tests of one module notice that it is wrong: run by itself in a copy of the tree.

The exit code is 1 with the name of the first test that fails, 0 if none does.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from time import process_time

import pytest

from ..lit_in_process import failure

ROOT = Path(__file__).parents[2]
ALWAYS = ("tests/test_pass_docs.py", "tests/fresh/test_fresh.py")
SLOW = (
    *("tests/end_to_end", "tests/test_layout_properties.py", "tests/docs", "tests/tv"),
    *("tests/test_mutants.py", "tests/reduce"),
)
PACKAGE = "pad_mlir"
ENOUGH = 45.0  # seconds of a core
FOR_NEAR_FILES = 15.0
MUTATED = tuple(f"{PACKAGE}.{name}." for name in ("passes", "analysis", "index"))
FAR = 99, 0
# An import can be told by its words, and to parse a thousand files takes seconds.
_FROM = re.compile(r"^\s*from (\.*)([\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_WORD = re.compile(r"\w+")


def main(module: str) -> int:
    """Judges the tree by the tests of a module, given as a path: index/queries/conditions.py."""
    near, far = lit_files(module)
    failed = _failing(near, FOR_NEAR_FILES) or _failing_test(module) or _failing(far, ENOUGH)
    if failed is not None:
        print(failed)
    return int(failed is not None)


def _failing(files: list[Path], enough: float) -> str | None:
    """The first lit file that fails before the time is up."""
    for number, file in enumerate(files):
        if process_time() > enough:
            del files[:number]
            return None
        if failure(file) is not None:
            return str(file.relative_to(ROOT))
    files.clear()
    return None


def _failing_test(module: str) -> str | None:
    reporter = _FirstFailure()
    tests = unit_tests(module)
    code = pytest.main(["-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests], [reporter])
    stopped = code == pytest.ExitCode.INTERRUPTED and process_time() > ENOUGH
    if reporter.failed is not None or not (stopped or code in (0, 5)):
        return reporter.failed or f"pytest ended with {code}"
    return None


def lit_files(module: str) -> tuple[list[Path], list[Path]]:
    """
    The lit files of passes that import the module, the nearest first, and those named after it
    before them; then all others.
    """
    stem = Path(module).stem.replace("_", "-")
    steps = {name: _nearness(path, _name(module)) for name, path in _PASSES.items()}

    def nearness(file: Path) -> tuple[tuple[int, int], Path]:
        owner = max((n for n in _PASSES if file.stem.startswith(n)), key=len, default=None)
        is_named = file.stem.startswith(stem)
        return (-1, 0) if is_named else FAR if owner is None else steps[owner], file

    files = [f for kind in ("passes", "errors") for f in (ROOT / "lit_tests" / kind).glob("*.mlir")]
    ordered = sorted(files, key=nearness)
    near = [file for file in ordered if nearness(file)[0] < FAR]
    return near, ordered[len(near) :]


def _nearness(path: Path, module: str) -> tuple[int, int]:
    """Of a pass to a module: how many imports lead there, and to how many others."""
    if _name(_from_root(path)) == module:
        return -1, 0
    steps = _distances(_imports(path))
    return (steps[module], len(steps)) if module in steps else FAR


def unit_tests(module: str) -> list[str]:
    """
    The test files that import the module, by themselves, through a helper in their folder, or
    through other modules, or name a pass that does, and those that always run: the nearest first,
    of these what is named after the module, and then what imports least.
    """
    found = [(1, True, 0, name) for name in ALWAYS]
    left_out = SLOW if "gpu" in module else (*SLOW, "tests/gpu")
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = str(path.relative_to(ROOT))
        if name.startswith(left_out) or name in ALWAYS:
            continue
        sources = [path] if path.parent == ROOT / "tests" else path.parent.glob("*.py")
        steps = _distances({module for source in sources for module in _used(source)})
        if _name(module) in steps:
            is_other = Path(module).stem not in path.stem
            found.append((steps[_name(module)], is_other, len(steps), name))
    return [name for *_, name in sorted(found)]


# Directly in passes/ are names for users only.
_PASSES = {p.stem.replace("_", "-"): p for p in (ROOT / "passes").glob("*/**/pad_*.py")}


def _used(source: Path) -> set[str]:
    """What a test imports, and the passes that it names."""
    named = (_PASSES.get(word) for word in re.findall(r"\bpad-[a-z-]+\b", source.read_text()))
    return {*_imports(source), *(_name(_from_root(path)) for path in named if path is not None)}


def _distances(modules: Iterable[str]) -> dict[str, int]:
    """How many imports in passes/ and analysis/ lead from these modules to each."""
    found = dict.fromkeys(modules, 0)
    pending = list(found)
    for module in pending:
        path = _path(module)
        if module.startswith(MUTATED) and path is not None:
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
        if process_time() > ENOUGH:
            item.session.shouldstop = "time is up"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
