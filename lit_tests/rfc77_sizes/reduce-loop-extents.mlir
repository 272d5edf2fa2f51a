// RFC 77, "New Transform - Reduce Loop Extents": the initialisation of padding, narrowed to the padding, of m rows of n cells.
// RUN: pad-opt %s -p pad-hoist-expression{conditionals=boolean-expression},pad-reduce-loop-extents -o %t.1.mlir
// RUN: filecheck %s < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// CHECK-LABEL: @func
// CHECK-NOT: affine.if
// CHECK: affine.for %[[J:.*]] = 0 to
// CHECK-NEXT: affine.store %zero, %A[0, %[[J]]]
// CHECK-NEXT: }
// CHECK-NOT: affine.for
func.func @func(%A: memref<?x?xf32> {pad.name = "A"}, %m: index {pad.size = [{of = "A", dim = 0, min = 1}]}, %n: index {pad.size = [{of = "A", dim = 1, min = 2}]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.if affine_set<(d0, d1) : (d0 == 0, 1 - d1 >= 0)>(%i, %j) {
        affine.store %zero, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  func.return
}
