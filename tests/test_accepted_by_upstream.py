"""Which types are handed over to upstream MLIR: the limits themselves, and one beyond each."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.lowering.accepted_by_upstream import check_fixed_vectors, check_handed_over

AXES = "1x" * 64


def module_with(type: str) -> ModuleOp:
    return parse_module(f"func.func @f(%x: {type}) {{ func.return }}")


ACCEPTED = (
    f"memref<{2**60 - 1}xi8>",
    f"memref<{2**57 - 1}xf64>",
    f"memref<{2**57 - 1}xi57>",
    f"memref<{2**56 - 1}xcomplex<f64>>",
    f"memref<{2**58 - 1}xvector<4xi8>>",
    f"memref<{2**57 - 1}xindex>",
    f"memref<{AXES}f32>",
    "memref<0xf32>",
    "memref<?xf32>",
    "vector<65536xf32>",
    "vector<256x256xf32>",
    "i4096",
    f"memref<4xf32, {2**24 - 1}>",
    "memref<4xf32, affine_map<(d0) -> (d0 * 2 + 1)>>",
    "memref<4x4xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>",
    "memref<4x4xf32, affine_map<(d0, d1)[s0] -> (d0 * 8 + d1 + s0)>>",
)
REFUSED = (
    f"memref<{2**60}xi8>",
    f"memref<{2**60}x0xi8>",
    f"memref<{2**60}x?xi8>",
    f"memref<{2**57}xf64>",
    f"memref<{2**57}xi57>",
    f"memref<{2**56}xcomplex<f64>>",
    f"memref<{2**58}xvector<4xi8>>",
    f"memref<{2**57}xindex>",
    f"memref<{AXES}1xf32>",
    "vector<65537xf32>",
    "i4097",
    f"memref<4xf32, {2**24}>",
    "memref<4xvector<[4]xf32>>",
    "memref<4xvector<[4]x4xf32>>",
    "memref<4x4xf32, affine_map<(d0, d1) -> (d0 + d1 floordiv 2)>>",
    "memref<4x4xf32, affine_map<(d0, d1) -> (d0 floordiv 2 + d1)>>",
    "memref<4x4xf32, affine_map<(d0, d1) -> ((d0 floordiv 2) * 3 + d1)>>",
)


@pytest.mark.parametrize("type", ACCEPTED)
def test_accepted(type: str) -> None:
    check_handed_over(module_with(type), has_spaces=True)


@pytest.mark.parametrize("type", REFUSED)
def test_refused(type: str) -> None:
    with pytest.raises(PadError, match="has no lowering"):
        check_handed_over(module_with(type), has_spaces=True)


def test_vectors_of_fixed_sizes() -> None:
    check_fixed_vectors(module_with("vector<4x4xf32>"))
    for type in ("vector<[4]xf32>", "vector<[4]x4xf32>", "vector<4x[4]xf32>"):
        with pytest.raises(PadError):
            check_fixed_vectors(module_with(type))
