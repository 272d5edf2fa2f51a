"""The judge shares nothing with what it judges (design, section 6)."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pad_mlir.tools.tv.contracts.layouts import contract_of
from pad_mlir.tools.tv.verdict.proof import Proof

_ROOT = Path(__file__).parents[2]
_FILES = sorted([*(_ROOT / "tools" / "tv").rglob("*.py"), _ROOT / "tools" / "pad_tv.py"])
_ALL_SIZES = _ROOT / "tools" / "tv" / "all_sizes"
"""The one room that needs isl, and is there only if it is asked for."""
_ALLOWED = {
    "dialect.xdsl_compat.operations.gpu_shuffle": {"ShuffleMode", "ShuffleOp"},
    "dialect.amx.operations": {
        *("TileLoadOp", "TileMulFOp", "TileMulIOp", "TileStoreOp", "TileZeroOp"),
    },
    "dialect.amx.tile_type": {"TileType"},
    "dialect.ops": {"AssumeOp", "PackOp", "UndefOp", "UnpackOp"},
    "dialect.attributes": {"LaidOutType", "LayoutAttr", "layout_of"},
    "dialect.annotations": {"LOGICAL", "MAY_ALIAS", "NAME", "SIZE", "USER"},
    "dialect.text": {"new_context", "parse_module"},
    "dialect.xdsl_compat": {"RepairedParser", "verify_dominance", "verify_operations"},
}


def _imports(file: Path) -> Iterator[tuple[str, str]]:
    """Module, from the root of the packages, and name."""
    package = file.relative_to(_ROOT).parts[:-1]
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*start, *([node.module] if node.module else [])])
            yield from ((module, alias.name) for alias in node.names)


@pytest.mark.parametrize("file", _FILES, ids=lambda file: file.name)
def test_of_the_dialect_only_operations_and_attributes(file: Path) -> None:
    for module, name in _imports(file):
        top = module.removeprefix("pad_mlir.").split(".")[0]
        assert top not in (
            *("index", "analysis", "upstream", "passes", "runtime", "schedule", "z3"),
        )
        assert top != "islpy" or file.is_relative_to(_ALL_SIZES)
        if top == "dialect":
            assert name in _ALLOWED.get(module, ()), f"{name} of {module}"


def test_the_graph_of_imports() -> None:
    """All that is imported, directly or not, besides what the dialect itself imports."""
    script = """
import sys
import pad_mlir.dialect.annotations, pad_mlir.dialect.attributes, pad_mlir.dialect.ops
import pad_mlir.dialect.pad, pad_mlir.dialect.repairs, pad_mlir.dialect.amx.operations
import pad_mlir.dialect.xdsl_compat.operations.gpu_shuffle
known = set(sys.modules)
import pad_mlir.tools.pad_tv
print(*sorted(set(sys.modules) - known))
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    ours = {module for module in run.stdout.split() if module.startswith("pad_mlir.")}
    assert Proof.__module__ in ours
    assert all(module.startswith("pad_mlir.tools") for module in ours), ours
    assert not {"islpy", "z3"} & set(run.stdout.split())
    assert not any(module.startswith("pad_mlir.tools.tv.all_sizes") for module in ours)


def test_no_derived_predicates_of_layouts() -> None:
    """`LayoutAttr` is read as maps, kinds and options."""
    derived = {"layout", "place", "physical_type", "physical_shape", "padding_pieces", "inverse"}
    module = sys.modules[contract_of.__module__]
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert not (node.value.id == "layout" and node.attr in derived)
