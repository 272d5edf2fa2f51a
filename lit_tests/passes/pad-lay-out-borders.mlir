// RUN: pad-opt %s -p pad-lay-out-borders --split-input-file --verify-diagnostics | filecheck %s

// The writer of A writes into the window; the border is filled before it.
// CHECK-LABEL: @one(
// CHECK: %A = memref.alloc() {pad.logical = memref<6xf32, #pad.layout<[affine_map<(d0) -> (d0 + 1)>], [0.000000e+00 : f32], {extents = [8]}>>} : memref<8xf32>
// CHECK-NEXT: affine.for %i = 0 to 8 {
// CHECK-NEXT: affine.store %zero, %A[%i]
// CHECK-NEXT: } {pad.stage = "pad"}
// CHECK: affine.store %b, %A[%i_1 + 1] : memref<8xf32>
// CHECK-NEXT: } {pad.stage = "square"}
// CHECK-NOT: pad_1
// CHECK: affine.load %A[%i_2] : memref<8xf32>
// CHECK-NEXT: affine.load %A[%i_2 + 2] : memref<8xf32>
func.func @one(%x: memref<6xf32>, %y: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %P = memref.alloc() : memref<8xf32>
  // expected-remark@+1 {{'A' has the border of 'P' as padding, and is not copied into it}}
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  func.return
}

// -----

// Updates in place and reads after the copy are in the window too.
// CHECK-LABEL: @in_place(
// CHECK: affine.load %A[%i_2 + 1] : memref<8xf32>
// CHECK: affine.store %{{.*}}, %A[%i_2 + 1] : memref<8xf32>
// CHECK-NEXT: } {pad.stage = "again"}
// CHECK: affine.load %A[%i_4 + 1] : memref<8xf32>
// CHECK-NEXT: affine.load %A[%i_4 + 1] : memref<8xf32>
func.func @in_place(%x: memref<6xf32>, %y: memref<6xf32>, %z: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "again"}
  %P = memref.alloc() : memref<8xf32>
  // expected-remark@+1 {{'A' has the border of 'P' as padding, and is not copied into it}}
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xf32>
    %b = affine.load %A[%i + 0] : memref<6xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %z[%i] : memref<6xf32>
  } {pad.stage = "last"}
  func.return
}

// -----

// A narrower border of the same value is a part of the wider one, whichever copy is first.
// CHECK-LABEL: @two_borders(
// CHECK: %A = memref.alloc()
// CHECK-SAME: memref<10xf32>
// CHECK-NOT: memref.alloc
// CHECK: affine.load %A[%{{.*}} + 1] : memref<10xf32>
// CHECK-NEXT: affine.load %A[%{{.*}} + 3] : memref<10xf32>
// CHECK: affine.load %A[%{{[a-z0-9_]+}}] : memref<10xf32>
// CHECK-NEXT: affine.load %A[%{{.*}} + 4] : memref<10xf32>
func.func @two_borders(%x: memref<6xf32>, %y: memref<6xf32>, %z: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %P = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  %Q = memref.alloc() : memref<10xf32>
  // expected-remark@+2 {{'A' has the border of 'Q' as padding, and is not copied into it}}
  // expected-remark@+1 {{'A' has the border of 'P' as padding, and is not copied into it}}
  affine.for %i = 0 to 10 {
    affine.store %zero, %Q[%i] : memref<10xf32>
  } {pad.stage = "wide"}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %Q[%i + 2] : memref<10xf32>
  } {pad.stage = "wide_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %Q[%i] : memref<10xf32>
    %b = affine.load %Q[%i + 4] : memref<10xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %z[%i] : memref<6xf32>
  } {pad.stage = "more"}
  func.return
}

// -----

// A buffer that is overwritten after the copy, and returned, is two buffers.
// CHECK-LABEL: @reused(
// CHECK: %A = memref.alloc() {pad.logical
// CHECK: %A_1 = memref.alloc() : memref<6xf32>
// CHECK: affine.store %{{.*}}, %A_1[%{{.*}}] : memref<6xf32>
// CHECK-NEXT: } {pad.stage = "sum"}
// CHECK-NEXT: func.return %A_1 : memref<6xf32>
func.func @reused(%x: memref<6xf32>) -> memref<6xf32> {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %P = memref.alloc() : memref<8xf32>
  // expected-remark@+1 {{'A' has the border of 'P' as padding, and is not copied into it}}
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %A[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  func.return %A : memref<6xf32>
}

// -----

// Two axes, of which one has a border on one side; the value is -inf.
// CHECK-LABEL: @rows(
// CHECK: pad.logical = memref<3x6xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1 + 2)>], [0xff800000 : f32], {extents = [3, 8]}>>
// CHECK-NOT: memref.alloc
func.func @rows(%x: memref<3x6xf32>, %y: memref<3x6xf32>) {
  %least = arith.constant 0xff800000 : f32
  %A = memref.alloc() : memref<3x6xf32>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 6 {
      %a = affine.load %x[%i, %j] : memref<3x6xf32>
      %b = arith.mulf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<3x6xf32>
    }
  } {pad.stage = "square"}
  %P = memref.alloc() : memref<3x8xf32>
  // expected-remark@+1 {{'A' has the border of 'P' as padding, and is not copied into it}}
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 8 {
      affine.store %least, %P[%i, %j] : memref<3x8xf32>
    }
  } {pad.stage = "pad"}
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 6 {
      %a = affine.load %A[%i, %j] : memref<3x6xf32>
      affine.store %a, %P[%i, %j + 2] : memref<3x8xf32>
    }
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 6 {
      %a = affine.load %P[%i, %j] : memref<3x8xf32>
      %b = affine.load %P[%i, %j + 2] : memref<3x8xf32>
      %c = arith.maximumf %a, %b : f32
      affine.store %c, %y[%i, %j] : memref<3x6xf32>
    }
  } {pad.stage = "max"}
  func.return
}
