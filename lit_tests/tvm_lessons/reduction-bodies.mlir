// TVM (M4): pad_einsum pads the operands of any reduction with zeros: sums of `exp(A) * exp(B)` and of
// `(A + 1) * (B + 1)` over 13 become too large by 3.0, a maximum of negative numbers becomes 0. Right: the
// guard goes where the body makes nothing of the padding, and stays elsewhere.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-transform-layout{buffer=A map="(k) -> (k floordiv 4, k mod 4)" pad=0},pad-transform-layout{buffer=B map="(k) -> (k floordiv 4, k mod 4)" pad=0},pad-transform-layout{buffer=L map="(k) -> (k floordiv 4, k mod 4)" pad="identity(maximumf)"},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A},pad-sequential-buffer-access{stage=lowest buffer=L},pad-remove-branching-through-overcompute' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @products
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
func.func @products(%A: memref<13xf32>, %B: memref<13xf32>, %C: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %C[0] : memref<1xf32>
  affine.for %k = 0 to 13 {
    %c = affine.load %C[0] : memref<1xf32>
    %a = affine.load %A[%k] : memref<13xf32>
    %b = affine.load %B[%k] : memref<13xf32>
    %product = arith.mulf %a, %b : f32
    %sum = arith.addf %c, %product : f32
    affine.store %sum, %C[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @exponentials
// CHECK: affine.if
// CHECK: pad.stage = "compute"
func.func @exponentials(%A: memref<13xf32>, %B: memref<13xf32>, %C: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %C[0] : memref<1xf32>
  // expected-remark@+1 {{guard kept: without the guard, iteration [3, 1] is not shown to store the same value in C[0], which may be read later}}
  affine.for %k = 0 to 13 {
    %c = affine.load %C[0] : memref<1xf32>
    %a = affine.load %A[%k] : memref<13xf32>
    %b = affine.load %B[%k] : memref<13xf32>
    %x = math.exp %a : f32
    %y = math.exp %b : f32
    %product = arith.mulf %x, %y : f32
    %sum = arith.addf %c, %product : f32
    affine.store %sum, %C[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @successors
// CHECK: affine.if
// CHECK: pad.stage = "compute"
func.func @successors(%A: memref<13xf32>, %B: memref<13xf32>, %C: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.store %zero, %C[0] : memref<1xf32>
  // expected-remark@+1 {{guard kept: without the guard, iteration [3, 1] is not shown to store the same value in C[0], which may be read later}}
  affine.for %k = 0 to 13 {
    %c = affine.load %C[0] : memref<1xf32>
    %a = affine.load %A[%k] : memref<13xf32>
    %b = affine.load %B[%k] : memref<13xf32>
    %x = arith.addf %a, %one : f32
    %y = arith.addf %b, %one : f32
    %product = arith.mulf %x, %y : f32
    %sum = arith.addf %c, %product : f32
    affine.store %sum, %C[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

// One less, the factor is the padding's again.
// CHECK-LABEL: @one_side
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
func.func @one_side(%A: memref<13xi32>, %B: memref<13xi32>, %C: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.store %zero, %C[0] : memref<1xi32>
  affine.for %k = 0 to 13 {
    %c = affine.load %C[0] : memref<1xi32>
    %a = affine.load %A[%k] : memref<13xi32>
    %b = affine.load %B[%k] : memref<13xi32>
    %y = arith.addi %b, %one : i32
    %product = arith.muli %a, %y : i32
    %sum = arith.addi %c, %product : i32
    affine.store %sum, %C[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @maximum_with_zeros
// CHECK: affine.if
// CHECK: pad.stage = "compute"
func.func @maximum_with_zeros(%A: memref<13xf32>, %C: memref<1xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  affine.store %lowest, %C[0] : memref<1xf32>
  // expected-remark@+1 {{guard kept: without the guard, iteration [3, 1] is not shown to store the same value in C[0], which may be read later}}
  affine.for %k = 0 to 13 {
    %c = affine.load %C[0] : memref<1xf32>
    %a = affine.load %A[%k] : memref<13xf32>
    %larger = arith.maximumf %c, %a : f32
    affine.store %larger, %C[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @maximum
// CHECK-NOT: affine.if
// CHECK: pad.stage = "lowest"
func.func @maximum(%L: memref<13xf32>, %C: memref<1xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  affine.store %lowest, %C[0] : memref<1xf32>
  affine.for %k = 0 to 13 {
    %c = affine.load %C[0] : memref<1xf32>
    %a = affine.load %L[%k] : memref<13xf32>
    %larger = arith.maximumf %c, %a : f32
    affine.store %larger, %C[0] : memref<1xf32>
  } {pad.stage = "lowest"}
  func.return
}
