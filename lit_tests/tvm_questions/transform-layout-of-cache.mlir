// What TVM's tests of transform_layout ask of a cache.
// RUN: pad-opt %s -p 'pad-cache-write{stage=sum buffer=C}, pad-transform-layout{buffer=C_cache map="(i, j) -> (i floordiv 4, j, i mod 4)" separators="[2]" pad=0.0}, pad-apply-layouts{pad-writes=if}' --split-input-file 2>/dev/null | filecheck %s

// Question: TestTransformLayoutWithCacheWriteAndAxisSeparators
// TVM: rewritten; a copy of the output is laid out with a separator and padded in the producer; a stage brings it back
// Here: rewritten
// CHECK-LABEL: @cached(
// CHECK: memref.alloc() {{.*}}separators = [2]{{.*}} : memref<3x6x4xf32>
// CHECK: affine.if
// CHECK: affine.store %{{.*}}, %C_cache[
// CHECK: } else {
// CHECK: affine.load %C_cache[%{{.*}} floordiv 4, %{{.*}}, %{{.*}} mod 4]
// CHECK: affine.store %{{.*}}, %C[
func.func @cached(%A: memref<9x6xf32>, %B: memref<9x6xf32>, %C: memref<9x6xf32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 6 {
      %a = affine.load %A[%i, %j] : memref<9x6xf32>
      %b = affine.load %B[%i, %j] : memref<9x6xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %C[%i, %j] : memref<9x6xf32>
    }
  } {pad.stage = "sum"}
  func.return
}
