"""The order of what a register tile loads and computes."""

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.register_tile.live_ranges import shorten_live_ranges

_TEXT = """
func.func @tile(%A: memref<2x64xi8>, %B: memref<64x24xi8>, %C: memref<2x24xi32>) {
  %zero = arith.constant dense<0> : vector<8xi32>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %r:3 = affine.for %k = 0 to 64 iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero)
      -> (vector<8xi32>, vector<8xi32>, vector<8xi32>) {
    %b0 = vector.load %B[%k, %c0] : memref<64x24xi8>, vector<8xi8>
    %b1 = vector.load %B[%k, %c8] : memref<64x24xi8>, vector<8xi8>
    %b2 = vector.load %B[%k, %c16] : memref<64x24xi8>, vector<8xi8>
    %y0 = arith.extsi %b0 : vector<8xi8> to vector<8xi32>
    %y1 = arith.extsi %b1 : vector<8xi8> to vector<8xi32>
    %y2 = arith.extsi %b2 : vector<8xi8> to vector<8xi32>
    %a = affine.load %A[0, %k] : memref<2x64xi8>
    %x = arith.extsi %a : i8 to i32
    %v = vector.broadcast %x : i32 to vector<8xi32>
    %p0 = arith.muli %v, %y0 : vector<8xi32>
    %p1 = arith.muli %v, %y1 : vector<8xi32>
    %p2 = arith.muli %v, %y2 : vector<8xi32>
    %t0 = arith.addi %s0, %p0 : vector<8xi32>
    %t1 = arith.addi %s1, %p1 : vector<8xi32>
    %t2 = arith.addi %s2, %p2 : vector<8xi32>
    affine.yield %t0, %t1, %t2 : vector<8xi32>, vector<8xi32>, vector<8xi32>
  }
  vector.store %r#0, %C[%c0, %c0] : memref<2x24xi32>, vector<8xi32>
  vector.store %r#1, %C[%c0, %c8] : memref<2x24xi32>, vector<8xi32>
  vector.store %r#2, %C[%c0, %c16] : memref<2x24xi32>, vector<8xi32>
  func.return
}
"""


def test_what_serves_most_products_is_loaded_first_whatever_widens_it() -> None:
    module = parse_module(_TEXT)
    shorten_live_ranges(module)
    module.verify()
    names = [line.split()[0] for line in str(module).splitlines() if " = " in line]
    first = names.index("%a")
    assert names[first : first + 3] == ["%a", "%x", "%v"]
    rest = names[first + 3 :]
    assert rest[:4] == ["%b0", "%y0", "%p0", "%t0"]
    assert rest[4:8] == ["%b1", "%y1", "%p1", "%t1"]
