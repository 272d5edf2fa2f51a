"""Which index may be a dimension or a symbol of which affine operation: as upstream MLIR has it."""

import pytest

from pad_mlir.dialect.repairs import OperationError, parse_module, verify_operations
from pad_mlir.upstream.bridge import Unreadable, generic_form

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

TEXT = """
func.func @f(%A: memref<13xf32>, %B: memref<16xf32>, %n: index) {{
  %c5 = arith.constant 5 : index
  %dim = memref.dim %B, %c5 : memref<16xf32>
  affine.for %w = 0 to 16 {{
    %max = affine.max affine_map<(w) -> (w - 1, 0)>(%w)
    %of_max = affine.apply affine_map<(m) -> (m + 1)>(%max)
    %min_of_max = affine.min affine_map<(m) -> (m, 12)>(%max)
    %min = affine.min affine_map<(m) -> (m, 12)>(%w)
    %of_min = affine.apply affine_map<(m) -> (m + 1)>(%min)
    %min_of_n = affine.min affine_map<(m) -> (m, 12)>(%n)
    %max_of_n = affine.max affine_map<(m)[n] -> (m, n)>(%min_of_n)[%dim]
    %sum = affine.apply affine_map<(m)[n] -> (m + n)>(%w)[%max_of_n]
    %min_of_both = affine.min affine_map<(m)[n] -> (m + n)>(%w)[%max_of_n]
    %n_and_5 = arith.addi %n, %c5 : index
    %w_and_5 = arith.addi %w, %c5 : index
    %of_add = affine.apply affine_map<(m) -> (m + 1)>(%w_and_5)
    %clamp = arith.maxsi %w, %c5 : index
    %min_of_clamp = affine.min affine_map<(m) -> (m, 12)>(%clamp)
    %max_of_clamp = affine.max affine_map<()[m] -> (m, 12)>()[%clamp]
    %of_n = affine.apply affine_map<()[m] -> (m)>()[%min_of_n]
    scf.for %z = %n to %n step %c5 {{
      {}
    }}
  }}
  return
}}"""
INDICES = (
    *("c5", "dim", "n", "w", "z", "max", "of_max", "min_of_max", "min", "of_min", "min_of_n"),
    *("max_of_n", "sum", "min_of_both", "n_and_5", "w_and_5", "of_add", "clamp", "min_of_clamp"),
    *("max_of_clamp", "of_n"),
)
USES = (
    "%x = affine.load %A[%{}] : memref<13xf32>",
    "%x = affine.load %A[symbol(%{})] : memref<13xf32>",
    "%x = affine.vector_load %A[%{}] : memref<13xf32>, vector<1xf32>",
    "%x = memref.load %A[%{}] : memref<13xf32>",
    "affine.if affine_set<(d0) : (d0 >= 0)>(%{}) {{}}",
    "affine.if affine_set<()[s0] : (s0 >= 0)>()[%{}] {{}}",
    "affine.for %i = 0 to %{} {{}}",
    "affine.for %i = 0 to affine_map<(d0) -> (d0 + 1)>(%{}) {{}}",
    "affine.for %i = max affine_map<()[s0] -> (s0, 1)>()[%{}] to 4 {{}}",
    "%x = affine.max affine_map<(d0) -> (d0, 1)>(%{})",
    "%x = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%w)[%{}]",
    "%x = affine.apply affine_map<(d0) -> (d0)>(%{})",
    "%x = affine.apply affine_map<()[s0] -> (s0)>()[%{}]",
)


@pytest.mark.parametrize("use", USES)
def test_indices(use: str) -> None:
    taken = {index: _upstream_takes(TEXT.format(use.format(index))) for index in INDICES}
    assert {index: _we_take(TEXT.format(use.format(index))) for index in INDICES} == taken
    assert any(taken.values())


def _we_take(text: str) -> bool:
    try:
        verify_operations(parse_module(text))
    except OperationError:
        return False
    return True


def _upstream_takes(text: str) -> bool:
    try:
        generic_form(text)
    except Unreadable:
        return False
    return True
