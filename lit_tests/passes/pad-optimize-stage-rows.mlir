// RUN: pad-opt %s -p 'pad-optimize{target-cpu="x86-64-v3:line=9:l1=4:l2=8"}' | filecheck %s

// Sums along rows, then of rows: four rows go together, as they are the lanes of a vector.
// CHECK-LABEL: @summed_area(
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: -> (vector<4xi32>) {
// CHECK: vector.store %{{.*}}, %S[
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK: affine.for %{{.*}} = 0 to 64 step 8 {
// CHECK: vector.load %S[
func.func @summed_area(%A: memref<33x64xi32>, %S: memref<33x64xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 33 {
    %row = affine.for %j = 0 to 64 iter_args(%s = %zero) -> (i32) {
      %a = affine.load %A[%i, %j] : memref<33x64xi32>
      %next = arith.addi %s, %a : i32
      affine.store %next, %S[%i, %j] : memref<33x64xi32>
      affine.yield %next : i32
    }
  } {pad.stage = "rows"}
  affine.for %i = 1 to 33 {
    affine.for %j = 0 to 64 {
      %above = affine.load %S[%i - 1, %j] : memref<33x64xi32>
      %own = affine.load %S[%i, %j] : memref<33x64xi32>
      %s = arith.addi %above, %own : i32
      affine.store %s, %S[%i, %j] : memref<33x64xi32>
    }
  } {pad.stage = "columns"}
  func.return
}
