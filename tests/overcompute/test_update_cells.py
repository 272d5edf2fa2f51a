"""Cells that an update reads and writes in an order of its own: no question for isl."""

from __future__ import annotations

from xdsl.dialects.func import FuncOp

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.index.sets.engine import engine
from pad_mlir.schedule import Schedule

POOL = """
func.func @pool(%A: memref<27x33x10xf32>, %B: memref<14x17x10xf32>) {
  %inf = arith.constant 0x7F800000 : f32
  affine.for %h = 0 to 14 {
    affine.for %w = 0 to 17 {
      affine.for %c = 0 to 10 {
        affine.store %inf, %B[%h, %w, %c] : memref<14x17x10xf32>
        affine.for %u = 0 to 2 {
          affine.for %v = 0 to 2 {
            affine.if affine_set<(h, w, u, v) : (26 - h * 2 - u >= 0, 32 - w * 2 - v >= 0)>(%h, %w, %u, %v) {
              %m = affine.load %B[%h, %w, %c] : memref<14x17x10xf32>
              %a = affine.load %A[%h * 2 + %u, %w * 2 + %v, %c] : memref<27x33x10xf32>
              %n = arith.minimumf %m, %a : f32
              affine.store %n, %B[%h, %w, %c] : memref<14x17x10xf32>
            }
          }
        }
      }
    }
  } {pad.stage = "pool"}
  func.return
}
"""  # noqa: E501


def test_what_an_update_leaves_unseen_of_a_stage_before_takes_little():
    s = Schedule(POOL)
    s.flatten_buffers()
    s.sequential_buffer_access("pool", "A")
    function = next(op for op in s.module.walk() if isinstance(op, FuncOp))
    facts, first = BlockFacts(function.body.block), next(iter(function.body.block.ops))
    stage = first.next_op
    assert stage is not None
    with engine().budget(4):  # GaveUp: the cells of the update take isl 20 s to subtract
        assert facts.unseen_after(function.args[1], stage).is_empty()
