// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --verify-diagnostics
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' 2>/dev/null | filecheck %s
// CHECK-NOT: amx.

// A vector by a matrix.
func.func @vector(%A: memref<4xi8>, %B: memref<64xi8>, %C: memref<16xi32>) {
  // expected-remark@+1 {{products in loop 'j' are in vectors, not in tiles: it is no product of two matrices}}
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<4xi8>
      %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
      %x = arith.extui %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
