// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// All results of a row are in registers.
// CHECK-LABEL: @short_rows(
// CHECK: affine.for %{{.*}} = 0 to 5507 iter_args
func.func @short_rows(%X: memref<5507x32xf32>, %S: memref<32xf32>) {
  affine.for %i = 0 to 5507 {
    affine.for %j = 0 to 32 {
      %x = affine.load %X[%i, %j] : memref<5507x32xf32>
      %s = affine.load %S[%j] : memref<32xf32>
      %next = arith.addf %x, %s : f32
      affine.store %next, %S[%j] : memref<32xf32>
    }
  }
  func.return
}

// -----

// A cache keeps all rows.
// CHECK-LABEL: @few_rows(
// CHECK: affine.for %{{.*}} = 0 to 103 iter_args
func.func @few_rows(%X: memref<103x160xf32>, %S: memref<160xf32>) {
  affine.for %i = 0 to 103 {
    affine.for %j = 0 to 160 {
      %x = affine.load %X[%i, %j] : memref<103x160xf32>
      %s = affine.load %S[%j] : memref<160xf32>
      %next = arith.addf %x, %s : f32
      affine.store %next, %S[%j] : memref<160xf32>
    }
  }
  func.return
}

// -----

// A is read again for each column: its rows are no stream.
// CHECK-LABEL: @product(
// CHECK: affine.for %{{.*}} = 0 to 1100 iter_args
func.func @product(%A: memref<12x1100xf32>, %B: memref<1100x160xf32>, %C: memref<12x160xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %k = 0 to 1100 {
      affine.for %j = 0 to 160 {
        %a = affine.load %A[%i, %k] : memref<12x1100xf32>
        %b = affine.load %B[%k, %j] : memref<1100x160xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %C[%i, %j] : memref<12x160xf32>
        %next = arith.addf %c, %p : f32
        affine.store %next, %C[%i, %j] : memref<12x160xf32>
      }
    }
  }
  func.return
}
