// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// Data chooses the row, the same one for all lanes.
// CHECK-LABEL: @table(
// CHECK: %[[ROW:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: affine.for %[[J:.*]] = 0 to 16 step 16 {
// CHECK: %[[T:.*]] = vector.load %T[%[[ROW]], %[[J]]] : memref<4x19xf32>, vector<16xf32>
// CHECK: vector.store %[[T]], %Y[%{{.*}}, %[[J]]]
// CHECK: vector.maskedload %T[%[[ROW]], %{{.*}}], {{.*}} : memref<4x19xf32>, vector<4xi1>
func.func @table(%T: memref<4x19xf32>, %I: memref<3xi32>, %Y: memref<3x19xf32>) {
  %most = arith.constant 3 : i32
  affine.for %b = 0 to 3 {
    %word = affine.load %I[%b] : memref<3xi32>
    %in = arith.minui %word, %most : i32
    %row = arith.index_cast %in : i32 to index
    affine.for %j = 0 to 19 {
      %t = memref.load %T[%row, %j] : memref<4x19xf32>
      affine.store %t, %Y[%b, %j] : memref<3x19xf32>
    }
  }
  func.return
}

// -----

// The row differs between lanes.
// CHECK-LABEL: @column(
// CHECK-NOT: vector<
// CHECK: func.return
func.func @column(%T: memref<4x16xf32>, %I: memref<16xi32>, %Y: memref<16xf32>) {
  %most = arith.constant 3 : i32
  affine.for %j = 0 to 16 {
    %word = affine.load %I[%j] : memref<16xi32>
    %in = arith.minui %word, %most : i32
    %row = arith.index_cast %in : i32 to index
    %t = memref.load %T[%row, %j] : memref<4x16xf32>
    affine.store %t, %Y[%j] : memref<16xf32>
  }
  func.return
}
