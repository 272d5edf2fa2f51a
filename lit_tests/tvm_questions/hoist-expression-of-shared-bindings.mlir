// RUN: pad-opt %s -p 'pad-hoist-expression{bindings=required-by-condition,let-stmt}' --split-input-file | filecheck %s

// Question: TestSuppressHoistLetExpr
// TVM: kept; without the flag for bindings in expressions they stay
// Here: kept
// CHECK-LABEL: @row_factor_in_place
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: arith.sitofp
func.func @row_factor_in_place(%m: memref<6x9xf64>) {
  %three = arith.constant 3.0 : f64
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      %ri = arith.index_cast %r : index to i64
      %rf = arith.sitofp %ri : i64 to f64
      %ci = arith.index_cast %c : index to i64
      %cf = arith.sitofp %ci : i64 to f64
      %p = arith.mulf %rf, %three : f64
      %s = arith.addf %p, %cf : f64
      affine.store %s, %m[%r, %c] : memref<6x9xf64>
    }
  }
  func.return
}
