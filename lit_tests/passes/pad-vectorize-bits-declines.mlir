// A few lanes of bits take less than a byte.
// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=haswell}' --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @diagonal
// CHECK-NOT: vector<
func.func @diagonal(%A: memref<4x4x1xi1>, %B: memref<4xi1>) {
  %wide = arith.constant 1 : i64
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{loop 'i' not vectorized: consecutive iterations do not access neighbours of A, but [i, i, 0]}}
    %a = affine.load %A[%i, %i, 0] : memref<4x4x1xi1>
    %bit = arith.trunci %wide : i64 to i1
    %o = arith.ori %a, %bit : i1
    affine.store %o, %B[0] : memref<4xi1>
  }
  func.return
}
