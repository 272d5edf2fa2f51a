// The pad values that free most guards, found for all buffers together.
// RUN: pad-opt %s -p 'pad-optimize{buffer=A,B map="(i) -> (i floordiv 4, i mod 4)" pad=auto}' --split-input-file --verify-diagnostics | filecheck %s

// A product needs both to be finite.
// CHECK-LABEL: func.func @dot_f32
// CHECK-SAME: %A: memref<4x4xf32> {pad.name = "A", {{.*}}[0.000000e+00 : f32], {}>>}, %B: {{.*}}[0.000000e+00 : f32], {}>>}
// CHECK-NOT: if
// expected-remark@+2 {{layout (i) -> (i floordiv 4, i mod 4): the padding taken is A=0.0 and B=0.0; values free 1 of 1 guards}}
// expected-remark@+1 {{layout (i) -> (i floordiv 4, i mod 4) applied to A and B: guards left: 0}}
func.func @dot_f32(%A: memref<14xf32>, %B: memref<14xf32>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %S[0] : memref<1xf32>
  // expected-remark@+1 {{2 instances are added to the original 14}}
  affine.for %i = 0 to 14 {
    %s = affine.load %S[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<14xf32>
    %b = affine.load %B[%i] : memref<14xf32>
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %s, %p : f32
    affine.store %t, %S[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Of integers one is enough; the other may be anything.
// CHECK-LABEL: func.func @dot_i32
// CHECK-SAME: %A: memref<4x4xi32> {pad.name = "A", {{.*}}["undef"], {}>>}, %B: {{.*}}[0 : i32], {}>>}
// CHECK-NOT: if
// expected-remark@+2 {{the padding taken is A=undef and B=0; values free 1 of 1 guards}}
// expected-remark@+1 {{applied to A and B: guards left: 0}}
func.func @dot_i32(%A: memref<14xi32>, %B: memref<14xi32>, %S: memref<1xi32>) {
  %three = arith.constant 3 : i32
  // expected-remark@+1 {{2 instances are added to the original 14}}
  affine.for %i = 0 to 14 {
    %s = affine.load %S[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<14xi32>
    %b = affine.load %B[%i] : memref<14xi32>
    %a3 = arith.addi %a, %three : i32
    %p = arith.muli %a3, %b : i32
    %t = arith.addi %s, %p : i32
    affine.store %t, %S[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// What is computed element by element needs no value.
// CHECK-LABEL: func.func @copy
// CHECK-SAME: %A: memref<4x4xf32> {pad.name = "A", {{.*}}["undef"], {}>>}, %B: {{.*}}["undef"], {}>>}
// expected-remark@+2 {{the padding taken is A=undef and B=undef; values free 0 of 0 guards}}
// expected-remark@+1 {{applied to A and B: guards left: 0}}
func.func @copy(%A: memref<14xf32>, %B: memref<14xf32>) {
  // expected-remark@+1 {{2 instances are added to the original 14}}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Two functions that want the same of the buffer they share.
// CHECK-LABEL: func.func @top
// CHECK-SAME: %A: memref<4x4xf32> {pad.name = "A", {{.*}}[0xff800000 : f32], {}>>}, %
// CHECK-LABEL: func.func @exponentials
// CHECK-SAME: %A: memref<4x4xf32> {pad.name = "A", {{.*}}[0xff800000 : f32], {}>>}, %
// expected-remark@+2 {{the padding taken is A=-inf and B=undef; values free 2 of 2 guards}}
// expected-remark@+1 {{applied to A and B in @top and @exponentials: guards left: 0}}
func.func @top(%A: memref<14xf32>, %B: memref<14xf32>, %S: memref<1xf32>) {
  // expected-remark@+1 {{2 instances are added to the original 14}}
  affine.for %i = 0 to 14 {
    %s = affine.load %S[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
    %t = arith.maximumf %s, %a : f32
    affine.store %t, %S[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}
func.func @exponentials(%A: memref<14xf32>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %S[0] : memref<1xf32>
  // expected-remark@+1 {{2 instances are added to the original 14}}
  affine.for %i = 0 to 14 {
    %s = affine.load %S[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<14xf32>
    %e = math.exp %a : f32
    %t = arith.addf %s, %e : f32
    affine.store %t, %S[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}
