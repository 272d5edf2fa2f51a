// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// The loop over which C is summed goes inside the one over its columns; eight rows by two vectors
// of C are in registers.
// CHECK-LABEL: @matmul
// CHECK: affine.for %[[I:.*]] = 0 to 8 step 8 {
// CHECK: affine.for %[[J:.*]] = 0 to 64 step 32 {
// CHECK-COUNT-16: vector.load %C
// CHECK: affine.for %{{.*}} = 0 to 5 iter_args(
// CHECK-COUNT-2: vector.load %B
// CHECK-COUNT-16: math.fma
// CHECK-NOT: math.fma
// CHECK-COUNT-16: vector.store
func.func @matmul(%A: memref<8x5xf32>, %B: memref<5x64xf32>, %C: memref<8x64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 64 {
      affine.store %zero, %C[%i, %j] : memref<8x64xf32>
    }
    affine.for %k = 0 to 5 {
      affine.for %j = 0 to 64 {
        %a = affine.load %A[%i, %k] : memref<8x5xf32>
        %b = affine.load %B[%k, %j] : memref<5x64xf32>
        %c = affine.load %C[%i, %j] : memref<8x64xf32>
        %m = arith.mulf %a, %b fastmath<contract> : f32
        %t = arith.addf %c, %m fastmath<contract> : f32
        affine.store %t, %C[%i, %j] : memref<8x64xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Contiguous tiles: one loop, of vectors.
// CHECK-LABEL: @double
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %A
// CHECK: affine.for %[[I:.*]] = 0 to 64 step 16 {
// CHECK-NEXT: vector.load
func.func @double(%A: memref<8x8xf32>, %B: memref<8x8xf32>) {
  affine.for %io = 0 to 8 {
    affine.for %ii = 0 to 8 {
      %a = affine.load %A[%io, %ii] : memref<8x8xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%io, %ii] : memref<8x8xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
