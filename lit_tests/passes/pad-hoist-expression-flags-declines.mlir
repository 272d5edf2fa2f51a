// RUN: pad-opt %s -p 'pad-hoist-expression{bindings=none}' --verify-diagnostics | filecheck %s
// RUN: not pad-opt %s -p 'pad-hoist-expression{conditionals=none,if-else-stmt}' 2>&1 | filecheck %s --check-prefix=ALONE

// ALONE: error: pad-hoist-expression: none stands alone, but is given with none, if-else-stmt

// CHECK-LABEL: @required
// CHECK: affine.for
// CHECK-NEXT: %m = arith.addi
func.func @required(%A: memref<4xf32>, %B: memref<4xi32>, %x: f32, %n: i32) {
  affine.for %i = 0 to 4 {
    %m = arith.addi %n, %n : i32
    %c = arith.cmpi slt, %m, %n : i32
    // expected-remark@+1 {{others use %m too; bindings=required-by-condition moves it}}
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xf32>
    }
    affine.store %m, %B[%i] : memref<4xi32>
  }
  func.return
}

// CHECK-LABEL: @without_a_name
// CHECK: affine.for
// CHECK-NEXT: arith.addi
func.func @without_a_name(%A: memref<4xf32>, %B: memref<4xi32>, %x: f32, %n: i32) {
  affine.for %i = 0 to 4 {
    %0 = arith.addi %n, %n : i32
    %c = arith.cmpi slt, %0, %n : i32
    // expected-remark@+1 {{others use the result of 'arith.addi' too; bindings=required-by-condition moves it}}
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xf32>
    }
    affine.store %0, %B[%i] : memref<4xi32>
  }
  func.return
}
