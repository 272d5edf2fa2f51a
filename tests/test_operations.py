"""Operations as lists: in the order of xDSL's walk."""

from __future__ import annotations

from xdsl.dialects import arith, func

from pad_mlir.dialect.ir.operations import operations_in, operations_of
from pad_mlir.dialect.repairs import parse_module

NESTED = """
func.func @nested(%A: memref<4xf32>, %c: i1) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %b = scf.if %c -> (f32) {
      %x = arith.addf %a, %a : f32
      scf.yield %x : f32
    } else {
      %x = arith.mulf %a, %a : f32
      scf.yield %x : f32
    }
    affine.store %b, %A[%i] : memref<4xf32>
  }
  func.return
}
func.func @blocks(%c: i1) -> f32 {
  cf.cond_br %c, ^one, ^two
^one:
  %x = arith.constant 1.0 : f32
  func.return %x : f32
^two:
  %y = arith.constant 2.0 : f32
  func.return %y : f32
}"""


def test_the_order_is_that_of_a_walk() -> None:
    module = parse_module(NESTED)
    nested, blocks = module.ops
    roots = (module, nested, nested.regions[0], blocks, blocks.regions[0].blocks[1])
    for root in roots:
        assert operations_in(root) == list(root.walk())


def test_those_of_a_kind_and_of_what_is_derived_from_it() -> None:
    module = parse_module(NESTED)
    assert [f.sym_name.data for f in operations_of(module, func.FuncOp)] == ["nested", "blocks"]
    assert len(operations_of(module, arith.ConstantOp)) == 2
    flagged = operations_of(module, arith.FloatingPointLikeBinaryOperation)
    assert [op.name for op in flagged] == ["arith.addf", "arith.mulf"]
