"""
Whether the tests of one module notice that it is wrong: run by itself in a copy of the tree.

The exit code is 1 with the name of the first test that fails, 0 if none does.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..lit_in_process import failure

ROOT = Path(__file__).parents[2]
ALWAYS = ("tests/test_pass_docs.py", "tests/fresh/test_fresh.py")
SLOW = ("tests/end_to_end", "tests/test_layout_properties.py", "tests/test_readme.py", "tests/tv")
PACKAGE = "pad_mlir"
MUTATED = (f"{PACKAGE}.passes.", f"{PACKAGE}.analysis.")


def main(module: str) -> int:
    """Judges the tree by the tests of a module, given as a path: analysis/queries.py."""
    for file in lit_files(Path(module).stem):
        if failure(file) is not None:
            print(file.relative_to(ROOT))
            return 1
    reporter = _FirstFailure()
    tests = [*ALWAYS, *unit_tests(module)]
    code = pytest.main(["-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests], [reporter])
    if reporter.failed is not None or code not in (0, 5):
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
    through other modules of passes/ and analysis/.
    """
    wanted = _name(module)
    found: list[str] = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = str(path.relative_to(ROOT))
        if name.startswith(SLOW) or name in ALWAYS:
            continue
        sources = [path] if path.parent == ROOT / "tests" else path.parent.glob("*.py")
        if wanted in _closure({module for source in sources for module in _imports(source)}):
            found.append(name)
    return found


def _closure(modules: set[str]) -> set[str]:
    """Modules, and all those that they import by way of passes/ and analysis/."""
    found, pending = set[str](), list(modules)
    while pending:
        if (module := pending.pop()) in found:
            continue
        found.add(module)
        path = ROOT / f"{module.removeprefix(f'{PACKAGE}.').replace('.', '/')}.py"
        if module.startswith(MUTATED) and path.exists():
            pending += _imports(path)
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
    failed: str | None = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
