// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' | filecheck %s

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
