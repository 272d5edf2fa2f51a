// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=neoverse-n1}' --split-input-file --verify-diagnostics
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=neoverse-n1}' --split-input-file 2>/dev/null | filecheck %s
// CHECK-NOT: llvm.call_intrinsic

// The processor lacks usdot, and B changes between the rows: its sums are not known before.
func.func @changed(%A: memref<4xi8>, %B: memref<64xi8>, %C: memref<16xi32>, %v: i8) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 4 {
        %c = affine.load %C[%j] : memref<16xi32>
        %a = affine.load %A[%k] : memref<4xi8>
        // expected-remark@+1 {{products in loop 'i' not grouped: what inverted sign bits add to its sums cannot be computed before it}}
        %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
        %x = arith.extui %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %p = arith.muli %x, %y : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%j] : memref<16xi32>
      }
      affine.store %v, %B[%j] : memref<64xi8>
    }
  }
  func.return
}
