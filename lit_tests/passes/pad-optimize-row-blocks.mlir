// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// Rows are longer than what registers hold of results, and too many for the caches: 32 at a time.
// CHECK-LABEL: @column_sums(
// CHECK: affine.for %[[BLOCK:.*]] = 0 to 16 {
// CHECK: affine.for %[[J:.*]] = 0 to 128 step
// CHECK: affine.for %[[I:.*]] = 0 to 32 iter_args
// CHECK: vector.load %X[%{{.*}}, %[[J]]]
// What is left of the rows.
// CHECK: affine.for %{{.*}} = 0 to 128 step
// CHECK: affine.for %{{.*}} = 512 to 517 iter_args
func.func @column_sums(%X: memref<517x128xf64>, %S: memref<128xf64>) {
  affine.for %i = 0 to 517 {
    affine.for %j = 0 to 128 {
      %x = affine.load %X[%i, %j] : memref<517x128xf64>
      %s = affine.load %S[%j] : memref<128xf64>
      %next = arith.addf %x, %s : f64
      affine.store %next, %S[%j] : memref<128xf64>
    }
  }
  func.return
}

// -----

// Sizes known at run time are taken to be long.
// CHECK-LABEL: @any_rows(
// CHECK: affine.for %[[BLOCK:.*]] = 0 to affine_map<(d0) -> (d0 floordiv 32)>(%m) {
// CHECK: affine.for %[[J:.*]] = 0 to {{.*}} step
// CHECK: affine.for %[[I:.*]] = 0 to 32 iter_args
// CHECK: vector.load %X[%{{.*}}, %[[J]]]
// What is left of the rows: their number is not negative.
// CHECK: affine.for %{{.*}} = 0 to {{.*}} step
// CHECK: affine.for %{{.*}} = affine_map<(d0) -> ((d0 floordiv 32) * 32)>(%m) to affine_map<(d0) -> (d0)>(%m) iter_args
func.func @any_rows(%X: memref<?x?xf64>, %S: memref<?xf64>, %m: index {pad.size = [{of = "X", dim = 0}]},
    %n: index {pad.size = [{of = "X", dim = 1}, {of = "S", dim = 0}]}) {
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

// Blocks begin at the first row, without a guard in them.
// CHECK-LABEL: @from_third_row(
// CHECK-NOT: affine.if
// CHECK: affine.for %[[BLOCK:.*]] = 0 to 16 {
// CHECK: affine.for %[[I:.*]] = 0 to 32 iter_args
// CHECK: affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 + 2)>(%[[BLOCK]], %[[I]])
// CHECK-NOT: affine.if
// CHECK: affine.for %{{.*}} = 514 to 517 iter_args
func.func @from_third_row(%X: memref<517x128xf64>, %S: memref<128xf64>) {
  affine.for %i = 2 to 517 {
    affine.for %j = 0 to 128 {
      %x = affine.load %X[%i, %j] : memref<517x128xf64>
      %s = affine.load %S[%j] : memref<128xf64>
      %next = arith.addf %x, %s : f64
      affine.store %next, %S[%j] : memref<128xf64>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @any_rows_from_third(
// CHECK-NOT: affine.if
// CHECK: affine.for %[[BLOCK:.*]] = 0 to affine_map<(d0) -> ((d0 + 30) floordiv 32 - 1)>(%n) {
// CHECK: affine.for %[[I:.*]] = 0 to 32 iter_args
// CHECK: affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 + 2)>(%[[BLOCK]], %[[I]])
// CHECK-NOT: affine.if
// CHECK: affine.for %{{.*}} = max affine_map<(d0) -> (2, ((d0 - 2) floordiv 32) * 32 + 2)>(%n) to affine_map<(d0) -> (d0)>(%n) {
func.func @any_rows_from_third(%X: memref<?x?xf64>, %S: memref<?xf64>, %n: index) {
  affine.for %i = 2 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %X[%i, %j] : memref<?x?xf64>
      %s = affine.load %S[%j] : memref<?xf64>
      %next = arith.addf %x, %s : f64
      affine.store %next, %S[%j] : memref<?xf64>
    }
  }
  func.return
}
