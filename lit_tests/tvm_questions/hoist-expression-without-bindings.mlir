// RUN: pad-opt %s -p 'pad-hoist-expression{bindings=none}' --split-input-file --verify-diagnostics | filecheck %s

// Question: TestHoistDisableLet
// TVM: kept; a binding that may not move keeps the condition that needs it
// Here: kept
// CHECK-LABEL: @name_must_stay
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK: scf.if
func.func @name_must_stay(%m: memref<6x9xi32>, %n: memref<6x9xi32>) {
  %ten = arith.constant 10 : i32
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      %row = arith.index_cast %r : index to i32
      %twice = arith.addi %row, %row : i32
      %early = arith.cmpi slt, %twice, %ten : i32
      // expected-remark@+1 {{others use %twice too; bindings=required-by-condition moves it}}
      scf.if %early {
        affine.store %twice, %m[%r, %c] : memref<6x9xi32>
      }
      affine.store %twice, %n[%r, %c] : memref<6x9xi32>
    }
  }
  func.return
}
