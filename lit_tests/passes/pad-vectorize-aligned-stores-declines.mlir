// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// Each row begins elsewhere in a line.
// CHECK-LABEL: @rows
// CHECK: affine.for %{{.*}} = 1 to 257 step 16 {
func.func @rows(%A: memref<2x301xf32>, %B: memref<2x301xf32>) {
  affine.for %y = 0 to 2 {
    affine.for %x = 1 to 257 {
      %a = affine.load %A[%y, %x] : memref<2x301xf32>
      affine.store %a, %B[%y, %x] : memref<2x301xf32>
    }
  }
  func.return
}

// -----

// One of two stores is never within lines where the other one is.
// CHECK-LABEL: @two
// CHECK: affine.for %{{.*}} = 1 to 257 step 16 {
func.func @two(%A: memref<320xf32>, %B: memref<320xf32>, %C: memref<320xf32>) {
  affine.for %x = 1 to 257 {
    %a = affine.load %A[%x] : memref<320xf32>
    affine.store %a, %B[%x] : memref<320xf32>
    affine.store %a, %C[%x + 3] : memref<320xf32>
  }
  func.return
}

// -----

// A short loop is not worth another vector.
// CHECK-LABEL: @short
// CHECK: affine.for %{{.*}} = 1 to 97 step 16 {
func.func @short(%A: memref<320xf32>, %B: memref<320xf32>) {
  affine.for %x = 1 to 97 {
    %a = affine.load %A[%x] : memref<320xf32>
    affine.store %a, %B[%x] : memref<320xf32>
  }
  func.return
}
