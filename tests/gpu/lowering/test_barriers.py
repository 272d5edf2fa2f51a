"""Before which accesses the threads of a block wait for each other."""

from __future__ import annotations

import pytest
from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.kernels.barriers import Barriers, Threads, Touched

TEXT = """
func.func private @given() -> memref<4xf32>
func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
  %U = func.call @given() : () -> memref<4xf32>
  %V = func.call @given() : () -> memref<4xf32>
  %L = memref.alloc() : memref<4xf32>
  %M = memref.alloc() : memref<4xf32>
  func.return
}"""


class Recording:
    """In place of a kernel: what is put into it."""

    def __init__(self) -> None:
        self.ops: list[Operation] = []

    def put(self, op: Operation) -> None:
        self.ops.append(op)


def buffers() -> dict[str, SSAValue]:
    _, function = parse_module(TEXT).ops
    assert isinstance(function, func.FuncOp)
    results = [result for op in function.body.block.ops for result in op.results]
    return {value.name_hint or "": value for value in (*function.args, *results)}


@pytest.mark.parametrize(
    ("first", "second", "waits"),
    [
        ("A w each", "A r each", True),
        ("L w each", "L r each", True),
        ("A r each", "A w each", True),
        ("A r each", "A r each", False),
        ("L w each", "M r each", False),  # two allocations are two buffers
        ("A w each", "B r each", True),  # what a call gave may be any argument
        ("A w first", "A r first", False),  # one thread does both
        ("A w first", "A r each", True),
        ("A r each", "A w first", True),
        ("U w each", "V r each", True),  # two results of calls may be one
        ("U w each", "L r each", True),  # nothing is said of what a call gives
        ("L w each", "U r each", True),
        ("U r each", "L r each", False),
    ],
)
def test_who_waits(first: str, second: str, waits: bool) -> None:
    known, kernel = buffers(), Recording()
    barriers = Barriers(kernel)  # pyright: ignore[reportArgumentType]
    for each in (first, second):
        name, kind, by = each.split()
        barriers.before({Touched(known[name], kind == "w", Threads(by))})
    assert [op.name for op in kernel.ops] == ["gpu.barrier"] * waits
