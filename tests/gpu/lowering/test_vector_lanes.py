"""Lanes of vectors one by one: what is emitted for them."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import func
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.common.index_codegen import Emitter
from pad_mlir.passes.gpu.modules.vector_lanes import lane_count, lane_of, moved, with_lane

TEXT = "func.func @f(%i: index, %j: index, %x: f32, %v: vector<4xf32>) {\nfunc.return\n}"


def emitted(make: Callable[[Emitter, list[SSAValue]], object]) -> list[str]:
    """The operations, with the numbers of constants and lanes."""
    (function,) = parse_module(TEXT).ops
    assert isinstance(function, func.FuncOp)
    end = function.body.block.last_op
    assert end is not None
    make(Emitter(InsertPoint.before(end), end), list(function.args))
    return [str(op).split(" : ")[0].split(" = ")[-1] for op in [*function.body.block.ops][:-1]]


def test_indices_further_on() -> None:
    assert emitted(lambda emit, a: moved(emit, a[:2], 0)) == []
    constant, add = emitted(lambda emit, a: moved(emit, a[:2], 3))
    assert constant.endswith("constant 3")
    assert add.startswith("arith.addi %j")


def test_which_index_moves() -> None:
    found = list[list[SSAValue]]()
    given = list[SSAValue]()
    emitted(lambda emit, a: (given.extend(a), found.append(moved(emit, a[:2], 3))))
    ((first, last),) = found
    assert first is given[0]
    assert last is not given[1]


def test_single_lanes() -> None:
    (extract,) = emitted(lambda emit, a: lane_of(emit, a[3], 2))
    assert extract == "vector.extract %v[2]"
    (insert,) = emitted(lambda emit, a: with_lane(emit, a[2], a[3], 1))
    assert insert == "vector.insert %x, %v [1]"
    counts = list[int]()
    emitted(lambda _, a: counts.append(lane_count(a[3].type)))
    assert counts == [4]
