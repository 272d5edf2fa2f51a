// Stages with buffers whose sizes are known at run time only.
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=compute}' --split-input-file | filecheck %s

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>

// The new function gets the size that the facts are about, and how the extents in memory follow from it.
// CHECK-LABEL: func.func @padded
// CHECK: func.call @padded_compute(%L, %B, %n) : (memref<?x4xf32>, memref<1xf32>, index) -> ()
// CHECK-LABEL: func.func private @padded_compute
// CHECK-SAME: %n: index) {
// CHECK: arith.cmpi sge, %n, %{{.*}} : index
// CHECK-NEXT: pad.assume
// CHECK: %[[TILES:.*]] = memref.dim %L
// CHECK-NEXT: %[[WANTED:.*]] = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%n)
// CHECK-NEXT: arith.cmpi eq, %[[TILES]], %[[WANTED]] : index
// CHECK-NEXT: pad.assume
// CHECK: arith.cmpi slt, %{{.*}}, %n : index
// CHECK: pad.stage = "L_assume"
// CHECK: pad.stage = "compute"
func.func @padded(%A: memref<?xf32>, %B: memref<1xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  %tiles = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%n)
  %L = memref.alloc(%tiles) {pad.logical = memref<?xf32, #tiles>} : memref<?x4xf32>
  affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%n) {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1)[s0] : (s0 - d0 * 4 - d1 - 1 >= 0)>(%io, %ii)[%n] {
        %a = affine.load %A[%io * 4 + %ii] : memref<?xf32>
        affine.store %a, %L[%io, %ii] : memref<?x4xf32>
      } else {
        affine.store %zero, %L[%io, %ii] : memref<?x4xf32>
      }
    }
  } {pad.stage = "produce"}
  affine.for %k = 0 to 1 {
    %b = affine.load %L[0, %k] : memref<?x4xf32>
    affine.store %b, %B[%k] : memref<1xf32>
  } {pad.stage = "compute"}
  memref.dealloc %L : memref<?x4xf32>
  func.return
}

// -----

// Facts that `pad.size` states are those of the new function too; of a buffer without a layout the size is the argument.
// CHECK-LABEL: func.func private @tied_compute
// CHECK-DAG: arith.cmpi sle, %n, %{{.*}} : index
// CHECK-DAG: %[[MOD:.*]] = affine.apply affine_map<(d0) -> (d0 mod 4)>(%n)
// CHECK-DAG: arith.cmpi eq, %[[MOD]], %{{.*}} : index
// CHECK-DAG: %[[DIM:.*]] = memref.dim %A
// CHECK-DAG: arith.cmpi eq, %[[DIM]], %n : index
// CHECK: pad.stage = "compute"
func.func @tied(%A: memref<?xf32>, %x: f32, %n: index {pad.size = [{of = "A", dim = 0, multiple = 4, max = 64}]}) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}
