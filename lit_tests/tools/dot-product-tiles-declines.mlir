// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --split-input-file --verify-diagnostics
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --split-input-file 2>/dev/null | filecheck %s
// CHECK-NOT: amx.

// Rows that overlap would be added twice to what is there.
func.func @rest(%A: memref<17x64xi8>, %B: memref<16x64xi8>, %C: memref<17x16xi32>) {
  // expected-remark@+1 {{products in loop 'i' are in vectors, not in tiles: its 17 iterations are no tiles of 16; give the buffers layouts whose extents are multiples of it}}
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 64 {
        %c = affine.load %C[%i, %j] : memref<17x16xi32>
        %a = affine.load %A[%i, %k] : memref<17x64xi8>
        %b = affine.load %B[%k floordiv 4, %j * 4 + %k mod 4] : memref<16x64xi8>
        %x = arith.extsi %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %p = arith.muli %x, %y : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<17x16xi32>
      }
    }
  } {pad.stage = "matmul"}
  func.return
}

// -----

func.func @short(%A: memref<16x60xi8>, %B: memref<15x64xi8>, %C: memref<16x16xi32>) {
  // expected-remark@+1 {{products in loop 'i' are in vectors, not in tiles: its 60 iterations are no tiles of 64; give the buffers layouts whose extents are multiples of it}}
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 60 {
        %c = affine.load %C[%i, %j] : memref<16x16xi32>
        %a = affine.load %A[%i, %k] : memref<16x60xi8>
        %b = affine.load %B[%k floordiv 4, %j * 4 + %k mod 4] : memref<15x64xi8>
        %x = arith.extsi %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %p = arith.muli %x, %y : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<16x16xi32>
      }
    }
  } {pad.stage = "matmul"}
  func.return
}
