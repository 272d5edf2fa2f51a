"""The packages that a compiler must install and import to use a part of the project."""

from __future__ import annotations

import subprocess
import sys

IMPORT_WITHOUT = """
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from pkgutil import walk_packages

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if any(name == other or name.startswith(f"{other}.") for other in sys.argv[2:]):
            raise ModuleNotFoundError(f"{name} is not here")

sys.meta_path.insert(0, Missing())
for name in sys.argv[1].split():
    module = import_module(f"pad_mlir.{name}")
    for found in walk_packages(getattr(module, "__path__", ()), f"{module.__name__}."):
        import_module(found.name)
"""
MLIR = ("mlir", "llvm")
NUMPY = ("numpy", "ml_dtypes")
OTHER_LAYERS = ("pad_mlir.tools", "pad_mlir.runtime", "pad_mlir.schedule")


def import_all(packages: str, *without: str) -> str:
    """The errors of importing all modules of packages while others are missing."""
    run = subprocess.run(
        [sys.executable, "-c", IMPORT_WITHOUT, packages, *without],
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stderr


def test_dialect_analysis_and_passes_need_no_tools() -> None:
    assert import_all("dialect analysis passes", *OTHER_LAYERS, *MLIR) == ""


def test_nothing_is_imported_from_upstream_before_its_use() -> None:
    assert import_all("runtime schedule tools", *MLIR) == ""


def test_the_dialect_itself_needs_no_numpy() -> None:
    modules = "dialect.pad dialect.repairs dialect.irdl passes.diagnostics passes.registry"
    assert import_all(modules, *OTHER_LAYERS, *MLIR, *NUMPY) == ""


def test_the_entry_point_is_light() -> None:
    """Every xDSL tool imports it at its start."""
    heavy = (*MLIR, *NUMPY, "islpy", "z3", "pad_mlir.dialect", "pad_mlir.runtime")
    assert import_all("tools.universe", *heavy) == ""


def test_what_is_missing_is_told() -> None:
    assert "numpy is not here" in import_all("runtime", "numpy")
