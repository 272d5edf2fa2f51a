// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// Lanes across windows that begin two elements apart: no lanes of a result are combined.
// CHECK-LABEL: @two_apart(
// CHECK: affine.for %{{.*}} = 0 to 32 step 16
// CHECK: affine.for %{{.*}} = 0 to 5
// CHECK: arith.maximumf %{{.*}} : vector<16xf32>
// CHECK-NOT: vector.reduction
func.func @two_apart(%A: memref<69xf32>, %B: memref<32xf32>) {
  %low = arith.constant 0xFF800000 : f32
  affine.for %i = 0 to 32 {
    affine.store %low, %B[%i] : memref<32xf32>
    affine.for %x = 0 to 5 {
      %s = affine.load %B[%i] : memref<32xf32>
      %a = affine.load %A[%i * 2 + %x] : memref<69xf32>
      %t = arith.maximumf %s, %a : f32
      affine.store %t, %B[%i] : memref<32xf32>
    }
  }
  func.return
}

// -----

// As many loads across windows would take longer than to combine the lanes of each.
// CHECK-LABEL: @long(
// CHECK: vector.reduction <add>
func.func @long(%A: memref<112xi32>, %B: memref<32xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 32 {
    %r = affine.for %x = 0 to 48 iter_args(%s = %zero) -> (i32) {
      %a = affine.load %A[%i * 2 + %x] : memref<112xi32>
      %t = arith.addi %s, %a : i32
      affine.yield %t : i32
    }
    affine.store %r, %B[%i] : memref<32xi32>
  }
  func.return
}

// -----

// Of fewer windows than lanes, and of windows that depend on one another, each is a vector.
// CHECK-LABEL: @few(
// CHECK: vector.reduction <add>
// CHECK-LABEL: @in_turn(
// CHECK: vector.reduction <add>
func.func @few(%A: memref<16x8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    %r = affine.for %x = 0 to 8 iter_args(%s = %zero) -> (i32) {
      %a = affine.load %A[%i, %x] : memref<16x8xi32>
      %t = arith.addi %s, %a : i32
      affine.yield %t : i32
    }
    affine.store %r, %B[%i] : memref<8xi32>
  }
  func.return
}
func.func @in_turn(%A: memref<170xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 32 {
    %r = affine.for %x = 0 to 5 iter_args(%s = %zero) -> (i32) {
      %a = affine.load %A[%i * 5 + %x] : memref<170xi32>
      %t = arith.addi %s, %a : i32
      affine.yield %t : i32
    }
    affine.store %r, %A[%i * 5 + 5] : memref<170xi32>
  }
  func.return
}

// -----

// The place of a maximum is chosen, and has no lanes to be combined: lanes are rows.
// CHECK-LABEL: @place(
// CHECK: affine.for %{{.*}} = 0 to 16 step 16
// CHECK: arith.select %{{.*}} : vector<16xi1>, vector<16xi32>
// CHECK: vector.store %{{.*}} : memref<16xi32>, vector<16xi32>
func.func @place(%A: memref<16x5xf32>, %I: memref<16xi32>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %m, %k = affine.for %x = 0 to 5 iter_args(%s = %low, %n = %zero) -> (f32, i32) {
      %a = affine.load %A[%i, %x] : memref<16x5xf32>
      %c = arith.cmpf ogt, %a, %s : f32
      %at = arith.index_cast %x : index to i32
      %t = arith.maximumf %a, %s : f32
      %u = arith.select %c, %at, %n : i32
      affine.yield %t, %u : f32, i32
    }
    affine.store %k, %I[%i] : memref<16xi32>
  }
  func.return
}
