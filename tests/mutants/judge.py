"""
Whether the tests of one module notice that it is wrong: run by itself in a copy of the tree.

The exit code is 1 with the name of the first test that fails, 0 if none does.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from ..lit_in_process import failure

ROOT = Path(__file__).parents[2]
ALWAYS = ("tests/test_pass_docs.py", "tests/fresh/test_fresh.py")
SLOW = ("tests/end_to_end", "tests/test_layout_properties.py", "tests/docs", "tests/tv")
PACKAGE = "pad_mlir"
ENOUGH = 45.0  # seconds of a core
MUTATED = (f"{PACKAGE}.passes.", f"{PACKAGE}.analysis.")


def main(module: str) -> int:
    """Judges the tree by the tests of a module, given as a path: analysis/queries.py."""
    for file in lit_files(Path(module).stem):
        if failure(file) is not None:
            print(file.relative_to(ROOT))
            return 1
    reporter = _FirstFailure()
    tests = unit_tests(module)
    code = pytest.main(["-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests], [reporter])
    stopped = code == pytest.ExitCode.INTERRUPTED and process_time() > ENOUGH
    if reporter.failed is not None or not (stopped or code in (0, 5)):
        print(reporter.failed or f"pytest ended with {code}")
        return 1
    return 0


def lit_files(stem: str) -> list[Path]:
    """The lit files, those named after the module first."""
    files = [f for kind in ("passes", "errors") for f in (ROOT / "lit_tests" / kind).glob("*.mlir")]
    return sorted(files, key=lambda f: (not f.stem.startswith(stem.replace("_", "-")), f))


def unit_tests(module: str) -> list[str]:
    """
    The test files that import the module, by themselves, through a helper in their folder, or
    through other modules of passes/ and analysis/, and those that always run: the nearest first,
    and of these what is named after the module.
    """
    found = [(1, True, name) for name in ALWAYS]
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = str(path.relative_to(ROOT))
        if name.startswith(SLOW) or name in ALWAYS:
            continue
        sources = [path] if path.parent == ROOT / "tests" else path.parent.glob("*.py")
        steps = _distances({module for source in sources for module in _imports(source)})
        if _name(module) in steps:
            is_other = Path(module).stem not in path.stem
            found.append((steps[_name(module)], is_other, name))
    return [name for _, _, name in sorted(found)]


def _distances(modules: set[str]) -> dict[str, int]:
    """How many imports in passes/ and analysis/ lead from these modules to each."""
    found = dict.fromkeys(modules, 0)
    pending = list(modules)
    for module in pending:
        path = ROOT / f"{module.removeprefix(f'{PACKAGE}.').replace('.', '/')}.py"
        if module.startswith(MUTATED) and path.exists():
            new = [name for name in _imports(path) if name not in found]
            found.update(dict.fromkeys(new, found[module] + 1))
            pending += new
    return found


def _name(module: str) -> str:
    return f"{PACKAGE}.{module.removesuffix('.py').replace('/', '.')}"


def _imports(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return {name for node in nodes for name in _named(node, _name(f"{path.parent.name}/x.py"))}


def _named(node: ast.AST, importer: str) -> Iterator[str]:
    """What an import statement of a module names, in full."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = importer.split(".")[: -node.level] if node.level else []
        module = ".".join([*package, *filter(None, [node.module])])
        yield module
        yield from (f"{module}.{alias.name}" for alias in node.names)


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
