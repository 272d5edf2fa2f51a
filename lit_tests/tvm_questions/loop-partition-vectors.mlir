// What TVM's tests of LoopPartition ask of vectors.
// RUN: pad-opt %s -p 'pad-vectorize{loop=lane}, pad-simplify' --split-input-file 2>/dev/null | filecheck %s

// Question: test_vectorize
// TVM: rewritten; the lanes of a thread run as a vector, under a condition that asks about none of them
// Here: rewritten, more: a mask of the lanes, so that the last thread of all has a vector too
// CHECK-LABEL: @vector_of_a_thread(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: vector.create_mask
// CHECK: vector.maskedload %A
// CHECK: vector.maskedstore %C
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @vector_of_a_thread(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index, %scale: f32, %bias: f32) {
  affine.parallel (%b) = (0) to (%n ceildiv 64) {
    affine.parallel (%t) = (0) to (16) {
      affine.for %lane = 0 to 4 {
        affine.if affine_set<(d0, d1, d2)[s0] : (s0 - 64 * d0 - 4 * d1 - d2 - 1 >= 0)>(%b, %t, %lane)[%n] {
          %a = affine.load %A[%b * 64 + %t * 4 + %lane] : memref<?xf32>
          %v = affine.load %B[%b * 64 + %t * 4 + %lane] : memref<?xf32>
          %p = arith.mulf %v, %scale : f32
          %s = arith.addf %a, %p : f32
          %c = arith.addf %s, %bias : f32
          affine.store %c, %C[%b * 64 + %t * 4 + %lane] : memref<?xf32>
        }
      }
    }
  }
  func.return
}
