// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' | filecheck %s

// Rows are longer than what registers hold of results, and too many for the caches: 32 at a time.
// CHECK-LABEL: @column_sums(
// CHECK: affine.for %[[BLOCK:.*]] = 0 to 34 {
// CHECK: affine.for %[[J:.*]] = 0 to {{[0-9]+}} step
// CHECK: affine.for %[[I:.*]] = 0 to 32 iter_args
// CHECK: vector.load %X[%{{.*}}, %[[J]]]
// What is left of the rows.
// CHECK: affine.for %{{.*}} = 0 to {{[0-9]+}} step
// CHECK: affine.for %{{.*}} = 1088 to 1103 iter_args
func.func @column_sums(%X: memref<1103x160xf32>, %S: memref<160xf32>) {
  affine.for %i = 0 to 1103 {
    affine.for %j = 0 to 160 {
      %x = affine.load %X[%i, %j] : memref<1103x160xf32>
      %s = affine.load %S[%j] : memref<160xf32>
      %next = arith.addf %x, %s : f32
      affine.store %next, %S[%j] : memref<160xf32>
    }
  }
  func.return
}
