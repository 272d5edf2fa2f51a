"""Loads and stores that are written at an index: of which dialect, of one cell or of a vector."""

from __future__ import annotations

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import VectorType, f32
from xdsl.rewriter import InsertPoint

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import lift
from pad_mlir.passes.common.index_codegen import Emitter
from pad_mlir.passes.layout.accesses.logical_accesses import Names, is_access, load_at, store_at

TEXT = """
func.func @f(%A: memref<8x8xf32>, %n: index, %x: f32, %v: vector<4xf32>, %I: memref<index>) {
  affine.for %i = 0 to 8 {
    %k = memref.load %I[] : memref<index>
    affine.store %x, %A[%i, 0] : memref<8x8xf32>
  }
  func.return
}"""


@pytest.mark.parametrize("is_vector", [False, True])
@pytest.mark.parametrize(
    ("index", "is_affine", "dialect"),
    [
        ("in", True, "affine"),
        ("ik", True, ""),  # what is loaded in a loop is no operand of affine operations
        ("kk", True, ""),
        ("in", False, ""),
        ("i*n", True, ""),
    ],
)
def test_what_is_written(index: str, is_affine: bool, dialect: str, is_vector: bool) -> None:
    (function,) = parse_module(TEXT).ops
    assert isinstance(function, func.FuncOp)
    buffer, n, x, v, _ = function.args
    store = next(op for op in function.walk() if op.name == "affine.store")
    k = next(op.results[0] for op in function.walk() if op.name == "memref.load")
    i = store.operands[2]
    names = Names()
    read = {name: names.read(value) for name, value in (("i", i), ("n", n), ("k", k))}
    assert names.read(i) == read["i"]
    exprs = [read["i"] * read["n"], lift(0)] if "*" in index else [read[name] for name in index]
    emitter = Emitter(InsertPoint.before(store), store)
    type = VectorType(f32, [4]) if is_vector else f32
    loaded = load_at(emitter, buffer, exprs, names, type, is_affine=is_affine)
    store_at(emitter, v if is_vector else x, buffer, exprs, names, is_affine=is_affine)
    assert loaded.type == type
    owners = [loaded.owner, store.prev_op]
    plain = "vector" if is_vector else "memref"
    wanted = f"{dialect}.{'vector_' * is_vector}" if dialect else f"{plain}."
    assert [getattr(op, "name", "") for op in owners] == [f"{wanted}load", f"{wanted}store"]
    function.verify()


def test_constants_need_no_name() -> None:
    (function,) = parse_module(
        "func.func @f() {\n%c = arith.constant 3 : index\nfunc.return\n}"
    ).ops
    assert isinstance(function, func.FuncOp)
    first = function.body.block.first_op
    assert first is not None
    names = Names()
    assert names.read(first.results[0]) == lift(3)
    assert names.values == {}


def test_which_operand_an_access_is_of() -> None:
    (function,) = parse_module(TEXT).ops
    ops = {op.name: op for op in function.walk()}
    store, load = ops["affine.store"], ops["memref.load"]
    assert [is_access(store, k) for k in range(2)] == [False, True]
    assert [is_access(load, k) for k in range(2)] == [True, False]
    assert not is_access(ops["func.return"], 0)
