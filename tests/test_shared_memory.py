"""How much memory the threads of a block share, in bytes."""

from __future__ import annotations

from typing import cast

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.modules.shared_memory import check_shared_memory, element_bytes

KERNEL = """
gpu.module @kernels {{
  gpu.func @kernel() kernel attributes {{known_block_size = array<i32: 1, 1, 1>}} {{
    %S = memref.alloc() : {type}
    gpu.return
  }}
}}
"""


@pytest.mark.parametrize(
    ("type", "bytes"),
    [
        *(("index", 8), ("i1", 1), ("i8", 1), ("i9", 2), ("i17", 4), ("f32", 4), ("i33", 8)),
        *(("f64", 8), ("vector<4xf32>", 16), ("vector<2x3xindex>", 48), ("vector<3xi1>", 3)),
    ],
)
def test_bytes_of_an_element(type: str, bytes: int) -> None:
    function = parse_module(f"func.func private @f(memref<5x{type}>)").body.block.first_op
    assert isinstance(function, func.FuncOp)
    (memref,) = function.function_type.inputs
    assert element_bytes(cast("MemRefType[Attribute]", memref)) == bytes


def test_a_block_has_so_much() -> None:
    check_shared_memory(parse_module(KERNEL.format(type="memref<2x6144xf32, 3 : i64>")))
    with pytest.raises(PadError, match="takes 49156 bytes"):
        check_shared_memory(parse_module(KERNEL.format(type="memref<12289xf32, 3 : i64>")))
