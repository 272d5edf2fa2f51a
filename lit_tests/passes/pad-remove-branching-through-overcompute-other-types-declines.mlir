// Padding that is written, or read, by a name of another element type.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// The integer 1 is a small float, not 1.0 and not 0.0.
// CHECK-LABEL: @one
// CHECK: affine.if
func.func @one(%A: memref<14xf32>, %S: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %bits0 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %raw = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %bits0, %raw[%i] : memref<16xi32>
  } {pad.stage = "clear"}
  %f = memref.reinterpret_cast %raw to offset: [0], sizes: [16], strides: [1] : memref<16xi32> to memref<16xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %f[%i] : memref<16xf32>
  } {pad.stage = "copy"}
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{without the guard, iteration [14] is not shown to store the same value in S[0], which may be read later (f[14] holds 1.401300e-45 : f32); pad f with a value that does not change S[0]}}
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %s = affine.load %S[0] : memref<1xf32>
      %x = affine.load %f[%i] : memref<16xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %S[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  memref.dealloc %raw : memref<16xi32>
  func.return
}

// -----

// The padding is read as integers.
// CHECK-LABEL: @read_as_integers
// CHECK: affine.if
func.func @read_as_integers(%A: memref<16xf32>, %out: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  %raw = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %zero, %raw[%i] : memref<16xi32>
  }
  %f = memref.reinterpret_cast %raw to offset: [0], sizes: [16], strides: [1] : memref<16xi32> to memref<16xf32>
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{without the guard, iteration [14] is not shown to store the same value in f[14], which may be read later (A[14] may hold anything); pad A with a value that does not change f[14]}}
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %f[%i] : memref<16xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 16 {
    %n = affine.load %raw[%i] : memref<16xi32>
    affine.store %n, %out[%i] : memref<16xi32>
  }
  memref.dealloc %raw : memref<16xi32>
  func.return
}

// -----

// The stage itself uses both names.
// CHECK-LABEL: @both_in_the_stage
// CHECK: affine.if
func.func @both_in_the_stage(%raw: memref<16xi32>, %S: memref<1xf32>) {
  %zero = arith.constant 0 : i32
  %f = memref.reinterpret_cast %raw to offset: [0], sizes: [16], strides: [1] : memref<16xi32> to memref<16xf32>
  affine.for %i = 0 to 16 {
    affine.store %zero, %raw[15 - %i] : memref<16xi32>
    // expected-remark@+1 {{without the guard, 'affine.load' would access a buffer that may alias another one}}
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %s = affine.load %S[0] : memref<1xf32>
      %x = affine.load %f[%i] : memref<16xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %S[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A view of an argument that the function only reads.
// CHECK-LABEL: @only_read
// CHECK: affine.if
func.func @only_read(%raw: memref<64xi8>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %f = memref.view %raw[%c0][] : memref<64xi8> to memref<16xf32>
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{without the guard, 'affine.store' would write a buffer that the function only reads}}
    affine.if affine_set<(d0) : (-1 - d0 >= 0)>(%i) {
      affine.store %x, %f[%i] : memref<16xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
