// RUN: pad-opt %s -p 'pad-optimize{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="identity(addf)"}' --split-input-file --verify-diagnostics | filecheck %s

// Each function that has the buffer gets the layout, whatever its size.
// CHECK-LABEL: @sum
// CHECK-SAME: %A: memref<4x4xf32>
// CHECK: {pad.loop = "io", pad.of_padding, pad.stage = "A_assume"}
// CHECK: affine.load %A[%{{.*}}, %{{.*}}] : memref<4x4xf32>
// CHECK-NOT: affine.if
// expected-remark@+1 {{layout (i) -> (i floordiv 4, i mod 4) applied to A in @sum and @fill: guards left: 0, instances added: 4, bytes of padding: 16, bytes of data: 176}}
func.func @sum(%A: memref<14xf32>, %B: memref<1xf32>) {
  // expected-remark@+1 {{2 instances are added to the original 14}}
  affine.for %i = 0 to 14 {
    %s = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<14xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %B[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @fill
// CHECK-SAME: %A: memref<8x4xf32>
// CHECK: affine.store %one, %A[%io, %ii] : memref<8x4xf32>
// CHECK-NOT: affine.if
func.func @fill(%A: memref<30xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-remark@+1 {{2 instances are added to the original 30}}
  affine.for %i = 0 to 30 {
    affine.store %one, %A[%i] : memref<30xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A callee that is given the buffer has it laid out with its caller, once; a function without it
// stays as it is.
// CHECK-LABEL: @caller
// CHECK-SAME: %A: memref<4x4xf32>
// CHECK: func.call @scale(%A) : (memref<4x4xf32>) -> ()
// expected-remark@+1 {{applied to A in @caller and @scale: guards left: 0}}
func.func @caller(%A: memref<14xf32>) {
  func.call @scale(%A) : (memref<14xf32>) -> ()
  func.return
}
// CHECK-LABEL: @other
// CHECK-SAME: %B: memref<14xf32>
func.func @other(%B: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %zero, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
// CHECK-LABEL: @scale
// CHECK-SAME: %A: memref<4x4xf32>
func.func private @scale(%A: memref<14xf32>) {
  %two = arith.constant 2.0 : f32
  // expected-remark@+1 {{2 instances are added to the original 14}}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = arith.mulf %a, %two : f32
    affine.store %b, %A[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// One function in which the order is not legal: the loops of both stay, split by the tiles.
// CHECK-LABEL: @fill
// CHECK-SAME: %A: memref<4x4xf32>
// CHECK-LABEL: @running
// CHECK-SAME: %A: memref<3x4xf32>
// expected-remark@+2 {{not applied to A in @fill and @running: in @running, the stage cannot run in the order of A}}
// expected-remark@+1 {{applied to A in @fill and @running with its loops split in place: guards left: 0}}
func.func @fill(%A: memref<14xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-remark@+1 {{2 instances are added to the original 14}}
  affine.for %i = 0 to 14 {
    affine.store %one, %A[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
func.func @running(%A: memref<12xf32>, %B: memref<12xf32>) {
  affine.for %i = 1 to 12 {
    %s = affine.load %B[%i - 1] : memref<12xf32>
    %a = affine.load %A[-%i + 11] : memref<12xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %B[%i] : memref<12xf32>
  } {pad.stage = "compute"}
  func.return
}
