// Padding may decide a result alone, whatever the other operand is.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @or
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @or(%A: memref<4xi8>, %D: memref<4xi8>, %B: memref<4xi8>) {
  %ones = arith.constant -1 : i8
  affine.store %ones, %A[3] : memref<4xi8>
  affine.store %ones, %B[3] : memref<4xi8>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi8>
      %d = affine.load %D[%i] : memref<4xi8>
      %t = arith.ori %d, %a : i8
      affine.store %t, %B[%i] : memref<4xi8>
    }
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @signed_maximum
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @signed_maximum(%A: memref<4xi8>, %D: memref<4xi8>, %B: memref<4xi8>) {
  %most = arith.constant 127 : i8
  affine.store %most, %A[3] : memref<4xi8>
  affine.store %most, %B[3] : memref<4xi8>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi8>
      %d = affine.load %D[%i] : memref<4xi8>
      %t = arith.maxsi %d, %a : i8
      affine.store %t, %B[%i] : memref<4xi8>
    }
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @unsigned_minimum
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @unsigned_minimum(%A: memref<4xi8>, %D: memref<4xi8>, %B: memref<4xi8>) {
  %zero = arith.constant 0 : i8
  affine.store %zero, %A[3] : memref<4xi8>
  affine.store %zero, %B[3] : memref<4xi8>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi8>
      %d = affine.load %D[%i] : memref<4xi8>
      %t = arith.minui %d, %a : i8
      affine.store %t, %B[%i] : memref<4xi8>
    }
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @signed_minimum
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @signed_minimum(%A: memref<4xi8>, %D: memref<4xi8>, %B: memref<4xi8>) {
  %least = arith.constant -128 : i8
  affine.store %least, %A[3] : memref<4xi8>
  affine.store %least, %B[3] : memref<4xi8>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi8>
      %d = affine.load %D[%i] : memref<4xi8>
      %t = arith.minsi %d, %a : i8
      affine.store %t, %B[%i] : memref<4xi8>
    }
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @unsigned_maximum
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @unsigned_maximum(%A: memref<4xi8>, %D: memref<4xi8>, %B: memref<4xi8>) {
  %ones = arith.constant -1 : i8
  affine.store %ones, %A[3] : memref<4xi8>
  affine.store %ones, %B[3] : memref<4xi8>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi8>
      %d = affine.load %D[%i] : memref<4xi8>
      %t = arith.maxui %d, %a : i8
      affine.store %t, %B[%i] : memref<4xi8>
    }
  } {pad.stage = "compute"}
  func.return
}

// Nothing is greater than infinity, and NaN is ignored.
// CHECK-LABEL: @infinity
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @infinity(%A: memref<4xf32>, %D: memref<4xf32>, %B: memref<4xf32>) {
  %high = arith.constant 0x7F800000 : f32
  affine.store %high, %A[3] : memref<4xf32>
  affine.store %high, %B[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %d = affine.load %D[%i] : memref<4xf32>
      %t = arith.maxnumf %d, %a : f32
      affine.store %t, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// `maximumf` is NaN where an operand is, and so is a maximum with NaN.
// CHECK-LABEL: @nan
// CHECK: affine.if
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @nan(%A: memref<4xf32>, %D: memref<4xf32>, %B: memref<4xf32>, %C: memref<4xf32>) {
  %high = arith.constant 0x7F800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  affine.store %high, %A[3] : memref<4xf32>
  affine.store %high, %B[3] : memref<4xf32>
  affine.store %nan, %A[2] : memref<4xf32>
  affine.store %nan, %C[2] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %d = affine.load %D[%i] : memref<4xf32>
      %t = arith.maximumf %d, %a : f32
      affine.store %t, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 3 {
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %d = affine.load %D[%i] : memref<4xf32>
      %t = arith.maximumf %d, %a : f32
      affine.store %t, %C[%i] : memref<4xf32>
    }
  } {pad.stage = "nan"}
  func.return
}
