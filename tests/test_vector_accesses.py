"""Which cells a load or store of a vector touches, and where that is not known."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.accesses.accesses import Access, accesses
from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.repairs import parse_module

STORE = "vector.store %v, %A[%i, %i] : {type}, {vector}"
MASKED = "vector.maskedstore %A[%i, %i], %m, %v : {type}, {mask}, {vector}"


def access_of(type: str, vector: str, store: str = STORE, mask: str = "vector<4xi1>") -> Access:
    body = store.format(type=type, vector=vector, mask=mask)
    text = f"""
func.func @f(%A: {type}, %v: {vector}, %m: {mask}) {{
  %i = arith.constant 1 : index
  {body}
  func.return
}}
"""
    (function,) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    (found,) = accesses(function.args[0], InstanceReader(function.body.block))
    return found


@pytest.mark.parametrize("store", [STORE, MASKED])
def test_a_cell_for_each_lane(store: str) -> None:
    found = access_of("memref<2x5xf32>", "vector<4xf32>", store)
    assert found.index is not None
    assert list(map(str, found.index)) == ["1", "1 + lane"]
    assert found.instances.iterators == ("lane",)
    assert found.must == (store is STORE)


@pytest.mark.parametrize(
    ("type", "vector"),
    [
        ("memref<2x5xf32>", "vector<5xf32>"),  # one past the end
        ("memref<4x?xf32>", "vector<4xf32>"),
        ("memref<2x8xf32>", "vector<[4]xf32>"),
        ("memref<4x8xf32>", "vector<2x4xf32>"),
        ("memref<2x8xvector<4xf32>>", "vector<4xf32>"),
    ],
)
def test_any_cell(type: str, vector: str) -> None:
    assert access_of(type, vector).index is None


def test_a_buffer_without_axes_has_no_row() -> None:
    assert access_of("memref<f32>", "vector<1xf32>", STORE.replace("%i, %i", "")).index is None
