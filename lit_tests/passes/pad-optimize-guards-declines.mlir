// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' --verify-diagnostics | filecheck %s

// Why a guard stays is told of the loops as they are before they become vectors: A is read by vectors in the other stage.
// CHECK-LABEL: @up
// CHECK: vector.maskedload %A
// CHECK: affine.if
// expected-remark@+1 {{guards left in @up: 1}}
func.func @up(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0, min = 1}]}) {
  %half = arith.constant 0.5 : f32
  // expected-remark@+1 {{loop 'i' not tiled}}
  affine.for %i = 0 to affine_map<()[s] -> (s * 3)>()[%n] {
    %a = affine.load %A[%i floordiv 3] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  } {pad.stage = "near"}
  // expected-remark@+2 {{loop 'i' not vectorized: a condition in it is not linear in the loop}}
  // expected-remark@+1 {{loop 'i' not tiled}}
  affine.for %i = 0 to affine_map<()[s] -> (s * 2 - 1)>()[%n] {
    // expected-remark@+1 {{the result of 'affine.if' is not shown to be the same at iteration [1] of the loops around it (A[0] may hold anything)}}
    %v = affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) -> f32 {
      %a = affine.load %A[%i floordiv 2] : memref<?xf32>
      affine.yield %a : f32
    } else {
      affine.yield %half : f32
    }
    affine.store %v, %C[%i] : memref<?xf32>
  } {pad.stage = "lin"}
  func.return
}
