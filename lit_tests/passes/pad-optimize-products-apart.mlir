// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' --split-input-file 2>&1 | filecheck %s --check-prefix=SAYS

// Each row multiplies the matrix K: with the rows of S kept, Q and K are multiplied in tiles.
// CHECK-LABEL: @apart
// CHECK: memref.dealloc %S : memref<8x32xf32>
// SAYS: remark: [pad-optimize] products got loops of their own: estimated cycles: 623; in the loops that there were: 686
func.func @apart(%Q: memref<8x16xf32>, %K: memref<16x32xf32>, %Y: memref<8x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %S = memref.alloc() : memref<32xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %S[%j] : memref<32xf32>
      affine.for %d = 0 to 16 {
        %q = affine.load %Q[%i, %d] : memref<8x16xf32>
        %k = affine.load %K[%d, %j] : memref<16x32xf32>
        %s = affine.load %S[%j] : memref<32xf32>
        %p = arith.mulf %q, %k : f32
        %next = arith.addf %s, %p : f32
        affine.store %next, %S[%j] : memref<32xf32>
      }
    }
    affine.for %j = 0 to 32 {
      %s = affine.load %S[-%j + 31] : memref<32xf32>
      affine.store %s, %Y[%i, %j] : memref<8x32xf32>
    }
  } {pad.stage = "rows"}
  memref.dealloc %S : memref<32xf32>
  func.return
}

// -----

// Of so few cells it does not pay.
// CHECK-LABEL: @together
// CHECK: memref.dealloc %S : memref<3xf32>
// SAYS: remark: [pad-optimize] products did not get loops of their own: estimated cycles: 78; in the loops that there were: 56
func.func @together(%Q: memref<8x2xf32>, %K: memref<2x3xf32>, %Y: memref<8x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %S = memref.alloc() : memref<3xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 3 {
      affine.store %zero, %S[%j] : memref<3xf32>
      affine.for %d = 0 to 2 {
        %q = affine.load %Q[%i, %d] : memref<8x2xf32>
        %k = affine.load %K[%d, %j] : memref<2x3xf32>
        %s = affine.load %S[%j] : memref<3xf32>
        %p = arith.mulf %q, %k : f32
        %next = arith.addf %s, %p : f32
        affine.store %next, %S[%j] : memref<3xf32>
      }
    }
    affine.for %j = 0 to 3 {
      %s = affine.load %S[-%j + 2] : memref<3xf32>
      affine.store %s, %Y[%i, %j] : memref<8x3xf32>
    }
  } {pad.stage = "rows"}
  memref.dealloc %S : memref<3xf32>
  func.return
}
