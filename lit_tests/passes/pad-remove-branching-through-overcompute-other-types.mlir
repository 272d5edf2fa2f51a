// Padding that is written by a name of another element type: what it holds are the same bits.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// The integer 0 is the float +0.0.
// CHECK-LABEL: @sum_after_memset
// CHECK-NOT: affine.if
func.func @sum_after_memset(%A: memref<14xf32>, %S: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %bits0 = arith.constant 0 : i32
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

// The least integer is -0.0, which changes no sum.
// CHECK-LABEL: @lowest
// CHECK-NOT: affine.if
func.func @lowest(%A: memref<14xf32>, %S: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %bits0 = arith.constant -2147483648 : i32
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

// Bytes that are all 255 are -1 as integers, which change no bitwise and.
// CHECK-LABEL: @all_ones
// CHECK-NOT: affine.if
func.func @all_ones(%A: memref<3x14xi32>, %S: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %ones = arith.constant -1 : i8
  %all = arith.constant -1 : i32
  %raw = memref.alloc() : memref<192xi8>
  %words = memref.view %raw[%c0][] : memref<192xi8> to memref<3x16xi32>
  affine.for %k = 0 to 192 {
    affine.store %ones, %raw[%k] : memref<192xi8>
  } {pad.stage = "clear"}
  affine.for %p = 0 to 3 {
    affine.for %i = 0 to 14 {
      %a = affine.load %A[%p, %i] : memref<3x14xi32>
      affine.store %a, %words[%p, %i] : memref<3x16xi32>
    }
  } {pad.stage = "copy"}
  affine.for %p = 0 to 3 {
    affine.store %all, %S[%p] : memref<3xi32>
  } {pad.stage = "init"}
  affine.for %p = 0 to 3 {
    affine.for %i = 0 to 16 {
      affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
        %s = affine.load %S[%p] : memref<3xi32>
        %x = affine.load %words[%p, %i] : memref<3x16xi32>
        %t = arith.andi %s, %x : i32
        affine.store %t, %S[%p] : memref<3xi32>
      }
    }
  } {pad.stage = "compute"}
  memref.dealloc %raw : memref<192xi8>
  func.return
}

// What the guard keeps from being written is a buffer whose other name nobody reads any more.
// CHECK-LABEL: @scratch
// CHECK: affine.for
// CHECK-NOT: affine.if
func.func @scratch(%A: memref<16xi32>, %out: memref<14xi32>) {
  %raw = memref.alloc() : memref<16xf32>
  %words = memref.reinterpret_cast %raw to offset: [0], sizes: [16], strides: [1] : memref<16xf32> to memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<16xi32>
      affine.store %a, %words[%i] : memref<16xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 14 {
    %w = affine.load %words[%i] : memref<16xi32>
    affine.store %w, %out[%i] : memref<14xi32>
  }
  memref.dealloc %raw : memref<16xf32>
  func.return
}
