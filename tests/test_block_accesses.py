"""Which accesses of a buffer happen in a stage: what is in none may happen in any."""

from __future__ import annotations

from collections import Counter

import pytest
from xdsl.dialects import affine, func, memref, scf
from xdsl.rewriter import InsertPoint, Rewriter

from pad_mlir.analysis.accesses.block_accesses import BlockAccesses
from pad_mlir.dialect.repairs import parse_module

BODY = """
func.func private @given() -> memref<4xf32>
func.func @f(%x: f32) {
  %L = memref.alloc() : memref<4xf32>
  %U = func.call @given() : () -> memref<4xf32>
  affine.for %o = 0 to 4 {
    affine.for %i = 0 to 4 {
      affine.store %x, %BUFFER[%i] : memref<4xf32>
    }
    affine.for %j = 0 to 4 {
      %a = affine.load %BUFFER[%j] : memref<4xf32>
    }
  }
  LATER
  func.return
}"""
LATER = "memref.store %x, %BUFFER[%z] : memref<4xf32>"


@pytest.mark.parametrize(
    ("buffer", "later", "anywhere"), [("L", False, False), ("L", True, True), ("U", False, True)]
)
def test_accesses_in_a_stage(buffer: str, later: bool, anywhere: bool) -> None:
    """Of a buffer that nobody follows, each operation may access any cell, in any stage."""
    after = f"%z = arith.constant 0 : index\n{LATER}" if later else ""
    _, function = parse_module(BODY.replace("LATER", after).replace("BUFFER", buffer)).ops
    assert isinstance(function, func.FuncOp)
    outer, first, second = (op for op in function.walk() if isinstance(op, affine.ForOp))
    value = next(v for op in function.walk() for v in op.results if v.name_hint == buffer)
    accesses = BlockAccesses(outer.body.block)
    assert accesses.is_anywhere(value) is anywhere
    (store,) = (op for op in first.walk() if isinstance(op, affine.StoreOp))
    (load,) = (op for op in second.walk() if isinstance(op, affine.LoadOp))
    outside = {op for op in function.walk() if isinstance(op, memref.StoreOp)}
    for stage, own in ((first, store), (second, load)):
        found = {each.access.op for each in accesses.accesses_in(value, stage)}
        if buffer == "U":
            assert found >= {first, second}
        else:
            assert found == {own} | outside


CALLS = """
func.func private @given(memref<4xf32>)
func.func private @hidden()
func.func @f(%ARGUMENT: memref<4xf32>, %OTHER: memref<4xf32>, %n: index) {
  %LOCAL = memref.alloc() : memref<4xf32>
  %GIVEN = memref.alloc() : memref<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @hidden() : () -> ()
    func.call @given(%GIVEN) : (memref<4xf32>) -> ()
    func.call @given(%ARGUMENT) : (memref<4xf32>) -> ()
    "test.op"() : () -> ()
    %k = arith.addi %i, %n : index
  }
  func.return
}"""


@pytest.mark.parametrize("name", ["ARGUMENT", "OTHER", "LOCAL", "GIVEN"])
@pytest.mark.parametrize("in_loop", [False, True])
def test_calls_reach_what_is_known_outside(name: str, in_loop: bool) -> None:
    """Once each reads it and writes it, wherever, whether or not it is given the buffer."""
    *_, function = parse_module(CALLS).ops
    assert isinstance(function, func.FuncOp)
    (loop,) = (op for op in function.walk() if isinstance(op, scf.ForOp))
    results = [value for op in function.body.block.ops for value in op.results]
    (buffer,) = (v for v in (*function.args, *results) if v.name_hint == name)
    accesses = BlockAccesses(loop.body.block if in_loop else function.body.block)
    found = [each.access for each in accesses.accesses(buffer)]
    unknown = [op for op in loop.body.block.ops if op.name in ("func.call", "test.op")]
    wanted = [] if name == "LOCAL" else [(op, w) for op in unknown for w in (False, True)]
    assert Counter((each.op, each.writes) for each in found) == Counter(wanted)
    assert all(each.index is None for each in found)


MOVED = """
func.func private @hidden()
func.func @f(%A: memref<8xf32>, %C: memref<8xf32>, %x: f32) {
  %L = memref.alloc() : memref<8xf32>
  OUTSIDE
  BEFORE
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      affine.store %x, %BUFFER[%i] {moved} : memref<8xf32>
    }
    INSIDE
    %y = affine.load %BUFFER[%i] : memref<8xf32>
  } {moved}
  AFTER
  func.return
}"""
BEFORE = "affine.for %i = 0 to 8 {\naffine.store %x, %BUFFER[%i] : memref<8xf32>\n}"
AFTER = "affine.for %i = 0 to 8 {\n%z = affine.load %BUFFER[%i] : memref<8xf32>\n}"
CAST = "%V = memref.cast %BUFFER : memref<8xf32> to memref<?xf32>"
CALL = "func.call @hidden() : () -> ()"


@pytest.mark.parametrize("buffer", ["A", "L"])
@pytest.mark.parametrize("asked", ["itself", "C"])
@pytest.mark.parametrize("is_alone", [False, True])
@pytest.mark.parametrize(
    ("outside", "inside"),
    [("", ""), ("", CALL), (CALL, ""), (CAST, "affine.store %x, %V[%i] : memref<?xf32>")],
)
def test_a_stage_is_read_again(
    buffer: str, asked: str, is_alone: bool, outside: str, inside: str
) -> None:
    """
    A store left its if: there are the accesses that are read of the block as it is now.

    Of another argument there are those of calls, which may reach it.
    """
    text = MOVED.replace("OUTSIDE", outside).replace("INSIDE", inside)
    text = text.replace("BEFORE", "" if is_alone else BEFORE)
    text = text.replace("AFTER", "" if is_alone else AFTER).replace("BUFFER", buffer)
    _, function = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    block = function.body.block
    stage, store = (op for op in function.walk() if "moved" in op.attributes)
    value = block.args[0] if buffer == "A" else next(iter(block.ops)).results[0]
    value = block.args[1] if asked == "C" else value
    accesses = BlockAccesses(block)

    def read(accesses: BlockAccesses) -> list[tuple[object, ...]]:
        return [
            (a.op, a.writes, a.instances.condition, a.index, each.stage, each in found)
            for each in accesses.accesses(value)
            for a, found in [(each.access, accesses.accesses_in(value, stage))]
        ]

    before = read(accesses)
    guard = store.parent_op()
    assert guard is not None
    store.detach()
    Rewriter.insert_op(store, InsertPoint.before(guard))
    assert accesses.read_again(stage)
    assert read(accesses) == read(BlockAccesses(block))
    assert (before != read(accesses)) == (asked == "itself")


@pytest.mark.parametrize("inside", ["pad.assume %c : i1", "affine.for %j = 0 to 2 {}"])
def test_a_stage_with_assumes_is_not_read_again(inside: str) -> None:
    """What it says may have been taken as a fact about other stages."""
    text = f"""
    func.func @f(%c: i1) {{
      affine.for %i = 0 to 8 {{
        {inside}
      }}
      func.return
    }}"""
    (function,) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    block = function.body.block
    stage = next(iter(block.ops))
    assert BlockAccesses(block).read_again(stage) == ("assume" not in inside)
