"""Facts that are kept while guards go and come answer as facts that are read anew."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from xdsl.dialects import affine, func
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, SSAValue

from pad_mlir.analysis.accesses.accesses import Access
from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.analysis.memory.kept_facts import KeptFacts
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import Expr
from pad_mlir.index.sets.engine import own_engine
from pad_mlir.passes.simplify.branch_merging import inline_arm

from ..overcompute.survey import program_of
from ..scaling.families import FAMILIES

# Each stage's facts depend on guards in those before it, and what is read on those after it.
CHAIN = """
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  %T = memref.alloc() : memref<16xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 12 >= 0)>(%i) {
      affine.store %zero, %T[%i] : memref<16xf32>
    }
  }
  affine.for %j = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 14 >= 0)>(%j) {
      %m = affine.apply affine_map<(d0) -> (d0 - 1)>(%j)
      affine.store %x, %T[%m] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (3 - d0 >= 0)>(%j) {
      affine.store %zero, %T[%j] : memref<16xf32>
    }
  }
  affine.for %k = 0 to 16 {
    affine.if affine_set<(d0) : (9 - d0 >= 0)>(%k) {
      %t = affine.load %T[%k] : memref<16xf32>
      %n = arith.negf %t : f32
      affine.store %n, %B[%k] : memref<16xf32>
    }
  }
  affine.for %l = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%l) {
      affine.store %zero, %T[%l] : memref<16xf32>
    }
  }
  affine.for %m = 0 to 16 {
    %t = affine.load %T[%m] : memref<16xf32>
    affine.store %t, %A[%m] : memref<16xf32>
  }
  memref.dealloc %T : memref<16xf32>
  func.return
}
"""
# Under a guard an index may be read that is not else; assumes state something where they run.
READ_UNDER_GUARDS = """
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>, %n: index, %x: f32) {
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = -4 to 12 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      %h = arith.divsi %i, %two : index
      memref.store %zero, %A[%h] : memref<16xf32>
    }
  }
  affine.for %j = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%j) {
      affine.if affine_set<(d0) : (13 - d0 >= 0)>(%j) {
        %a = affine.load %A[%j] : memref<16xf32>
        %c = arith.cmpf oeq, %a, %zero : f32
        "pad.assume"(%c) : (i1) -> ()
      }
    }
  }
  %few = arith.cmpi slt, %n, %four : index
  "pad.assume"(%few) : (i1) -> ()
  affine.for %k = 0 to %n {
    affine.if affine_set<(d0) : (9 - d0 >= 0)>(%k) {
      %a = affine.load %A[%k] : memref<16xf32>
      affine.store %a, %B[%k] : memref<16xf32>
    }
  }
  func.return
}
"""
VIEWS = """
func.func @f(%A: memref<16xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %zero, %A[%i] : memref<16xf32>
    }
  }
  %V = memref.expand_shape %A [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  affine.for %j = 0 to 4 {
    affine.for %k = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%j, %k) {
        affine.store %x, %V[%j, %k] : memref<4x4xf32>
      }
    }
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%j) {
      affine.store %zero, %A[%j] : memref<16xf32>
    }
  }
  func.return
}
"""
# A call may read and write an argument without being given it, in each stage that has one.
CALLS = """
func.func private @g()
func.func @f(%A: memref<16xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %A[%i] : memref<16xf32>
  }
  affine.for %j = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%j) {
      affine.store %x, %A[%j] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (3 - d0 >= 0)>(%j) {
      func.call @g() : () -> ()
    }
    affine.if affine_set<(d0) : (6 - d0 >= 0)>(%j) {
      affine.store %zero, %A[%j] : memref<16xf32>
    }
  }
  affine.for %k = 0 to 16 {
    affine.if affine_set<(d0) : (9 - d0 >= 0)>(%k) {
      affine.store %x, %A[%k] : memref<16xf32>
    }
  }
  func.return
}
"""
_TEXTS = {
    **{f"random {seed}": program_of(seed).text for seed in range(8)},
    **{f"{name}": FAMILIES[name][0](5) for name in ("guarded stages", "conditions")},
    **{"chain": CHAIN, "read under guards": READ_UNDER_GUARDS, "views": VIEWS, "calls": CALLS},
}


@pytest.mark.parametrize("name", _TEXTS)
def test_as_if_read_anew(name: str) -> None:
    rng = random.Random(name)
    for _ in range(1 if name.startswith("random") else 4):
        _drop_all(_block(_TEXTS[name]), rng)


@own_engine()
def _drop_all(block: Block, rng: random.Random) -> None:
    """Drops all guards in a random order, and asks about the block before and after each."""
    kept = KeptFacts()
    while guards := _guards(block):
        guard, other = rng.choice(guards), rng.choice(guards)
        _ask(kept, block, guard, ())
        _ask(kept, block, other, (other,))
        stage = block.find_ancestor_op_in_block(guard)
        assert stage is not None
        inline_arm(guard, 0)
        kept.changed(stage)
    _ask(kept, block, None, ())


def _guards(block: Block) -> list[affine.IfOp]:
    return [
        op
        for op in block.walk()
        if isinstance(op, affine.IfOp) and op.parent is not block and not op.results
        if not op.else_region.blocks
    ]


def _block(text: str) -> Block:
    functions = [op for op in parse_module(text).walk() if isinstance(op, func.FuncOp)]
    return next(f.body.blocks[0] for f in functions if f.body.blocks)


def _ask(
    kept: KeptFacts, block: Block, inside: Operation | None, without: Sequence[Operation]
) -> None:
    """Compares what is kept with what is read anew, for all buffers and stages."""
    stage = None if inside is None else block.find_ancestor_op_in_block(inside)
    stage = stage or next(op for op in block.ops if op.regions)
    ours, anew = kept.at(stage, without), KeptFacts().at(stage, without)
    assert ours is not anew
    for buffer in _buffers(block):
        assert _listed(ours, buffer) == _listed(anew, buffer)
        for one in (op for op in block.ops if op.regions):
            assert _held(ours, buffer, one) == _held(anew, buffer, one)
            assert ours.unseen_after(buffer, one).is_equal(anew.unseen_after(buffer, one))
            assert ours.readable(buffer, one).is_equal(anew.readable(buffer, one))
            inner = [_described(ours, access) for access in ours.writes_inside(one, buffer)]
            assert inner == [_described(anew, a) for a in anew.writes_inside(one, buffer)]
            assert ours.assumed_cells(buffer, one).is_equal(anew.assumed_cells(buffer, one))


def _buffers(block: Block) -> list[SSAValue]:
    values = [*block.args, *(result for op in block.ops for result in op.results)]
    return [value for value in values if isinstance(value.type, MemRefType)]


def _listed(facts: BlockFacts, buffer: SSAValue) -> list[str]:
    """The accesses in their order."""
    return [_described(facts, found.access) for found in facts.accesses(buffer)]


def _described(facts: BlockFacts, access: Access) -> str:
    """With the values that the names of the reader stand for."""
    condition = facts.reader.shown(access.instances.condition)
    index, time = _shown(facts, access.index), _places(access.instances.time)
    return f"{access.op.name} {access.writes} {index} {condition} {time}"


def _places(time: Sequence[object]) -> list[object]:
    return [place if isinstance(place, int) else "loop" for place in time]


def _shown(facts: BlockFacts, index: Sequence[Expr] | None) -> list[str] | None:
    return None if index is None else [facts.reader.shown(i) for i in index]


def _held(facts: BlockFacts, buffer: SSAValue, stage: Operation) -> set[str]:
    return {f"{fact.value} at {fact.cells}" for fact in facts.before(buffer, stage)}
