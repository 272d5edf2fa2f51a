// RUN: pad-opt %s -p 'pad-merge-adjacent-loops{stages=init,padding}' --split-input-file --verify-diagnostics | filecheck %s
// RUN: not pad-opt %S/pad-reorder.mlir --split-input-file -p 'pad-merge-adjacent-loops{loops=i}' 2>&1 | filecheck %s --check-prefix=ONE

// ONE: error: give two loops or more to merge, by stages or loops

// Not quite adjacent: the second loop moves up over what touches other cells, and takes along what
// it needs.
// CHECK-LABEL: @over
// CHECK: %[[B:.*]] = affine.load %B[0]
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.store %x, %A
// CHECK-NEXT: affine.store %[[B]], %C
// CHECK-NEXT: } {pad.stage = "init"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.store %x, %B[%{{.*}} + 1]
func.func @over(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  } {pad.stage = "init"}
  affine.for %k = 0 to 8 {
    affine.store %x, %B[%k + 1] : memref<16xf32>
  }
  %b = affine.load %B[0] : memref<16xf32>
  affine.for %i = 0 to 16 {
    affine.store %b, %C[%i] : memref<16xf32>
  } {pad.stage = "padding"}
  func.return
}

// -----

// RFC 77, convolution of a padded buffer: the padding of B, written after the computation, which
// touches no cell of it, goes to where B is initialised.
// CHECK-LABEL: @conv
// CHECK: affine.for %[[IO:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -8 + 17 - d1 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// CHECK-NEXT: }
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 - 2 == 0, d1 - 2 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } {pad.stage = "init"}
// CHECK: pad.stage = "compute"
// CHECK-NEXT: func.return
func.func @conv(%A: memref<2x8xf32>, %F: memref<3xf32>, %B: memref<3x8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %io = 0 to 3 {
    affine.for %ii = 0 to 8 {
      affine.if affine_set<(d0, d1) : (17 - d0 * 8 - d1 >= 0)>(%io, %ii) {
        affine.store %zero, %B[%io, %ii] : memref<3x8xf32>
      }
    }
  } {pad.stage = "init"}
  affine.for %io = 0 to 2 {
    affine.for %ii = 0 to 8 {
      affine.for %f = 0 to 3 {
        %b = affine.load %B[%io + (%ii + %f) floordiv 8, (%ii + %f) mod 8] : memref<3x8xf32>
        %a = affine.load %A[%io, %ii] : memref<2x8xf32>
        %w = affine.load %F[%f] : memref<3xf32>
        %p = arith.mulf %w, %a : f32
        %s = arith.addf %b, %p : f32
        affine.store %s, %B[%io + (%ii + %f) floordiv 8, (%ii + %f) mod 8] : memref<3x8xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %io = 0 to 3 {
    affine.for %ii = 0 to 8 {
      affine.if affine_set<(d0, d1) : (d0 - 2 == 0, d1 - 2 >= 0)>(%io, %ii) {
        affine.store %zero, %B[%io, %ii] : memref<3x8xf32>
      }
    }
  } {pad.stage = "padding"}
  func.return
}

// -----

func.func @nested(%A: memref<16x16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    // expected-error@+1 {{loops to merge must be in the same block; they may not be nested or belong to different nests}}
    affine.for %j = 0 to 16 {
      affine.store %x, %A[%i, %j] : memref<16x16xf32>
    } {pad.stage = "padding"}
  } {pad.stage = "init"}
  func.return
}

// -----

func.func @no_loop(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  } {pad.stage = "init"}
  // expected-error@+1 {{a stage to merge is an 'affine.store', no loop}}
  affine.store %x, %A[0] {pad.stage = "padding"} : memref<16xf32>
  func.return
}
