// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// All results of a row are in registers.
// CHECK-LABEL: @short_rows(
// CHECK: affine.for %{{.*}} = 0 to 4099 iter_args
func.func @short_rows(%X: memref<4099x16xf64>, %S: memref<16xf64>) {
  affine.for %i = 0 to 4099 {
    affine.for %j = 0 to 16 {
      %x = affine.load %X[%i, %j] : memref<4099x16xf64>
      %s = affine.load %S[%j] : memref<16xf64>
      %next = arith.addf %x, %s : f64
      affine.store %next, %S[%j] : memref<16xf64>
    }
  }
  func.return
}

// -----

// A cache keeps all rows.
// CHECK-LABEL: @few_rows(
// CHECK: affine.for %{{.*}} = 0 to 70 iter_args
func.func @few_rows(%X: memref<70x64xf32>, %S: memref<64xf32>) {
  affine.for %i = 0 to 70 {
    affine.for %j = 0 to 64 {
      %x = affine.load %X[%i, %j] : memref<70x64xf32>
      %s = affine.load %S[%j] : memref<64xf32>
      %next = arith.addf %x, %s : f32
      affine.store %next, %S[%j] : memref<64xf32>
    }
  }
  func.return
}

// -----

// A is read again for each column: its rows are no stream.
// CHECK-LABEL: @product(
// CHECK: affine.for %{{.*}} = 0 to 70 iter_args
func.func @product(%A: memref<2x70xf32>, %B: memref<70x56xf32>, %C: memref<2x56xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %k = 0 to 70 {
      affine.for %j = 0 to 56 {
        %a = affine.load %A[%i, %k] : memref<2x70xf32>
        %b = affine.load %B[%k, %j] : memref<70x56xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %C[%i, %j] : memref<2x56xf32>
        %next = arith.addf %c, %p : f32
        affine.store %next, %C[%i, %j] : memref<2x56xf32>
      }
    }
  }
  func.return
}

// -----

// So they are of at most 16 columns.
// CHECK-LABEL: @any_short_rows(
// CHECK-NOT: floordiv 32
func.func @any_short_rows(%X: memref<?x?xf64>, %S: memref<?xf64>, %m: index {pad.size = [{of = "X", dim = 0}]},
    %n: index {pad.size = [{of = "X", dim = 1, max = 16}, {of = "S", dim = 0}]}) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %x = affine.load %X[%i, %j] : memref<?x?xf64>
      %s = affine.load %S[%j] : memref<?xf64>
      %next = arith.addf %x, %s : f64
      affine.store %next, %S[%j] : memref<?xf64>
    }
  }
  func.return
}

// -----

// Rows that end where the column is would need a guard in each block.
// CHECK-LABEL: @triangle(
// CHECK-NOT: floordiv 32
func.func @triangle(%X: memref<?x?xf64>, %S: memref<?xf64>, %n: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%j) {
      %x = affine.load %X[%i, %j] : memref<?x?xf64>
      %s = affine.load %S[%j] : memref<?xf64>
      %next = arith.addf %x, %s : f64
      affine.store %next, %S[%j] : memref<?xf64>
    }
  }
  func.return
}
