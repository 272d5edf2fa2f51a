// A guard that no range decides: loops are not partitioned for it.
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4}' --validate-each | filecheck %s

// CHECK-LABEL: func.func @triangle
// CHECK: affine.for %i = 0 to 40 {
// CHECK: affine.for %j
// CHECK: pad.stage = "triangle"
// CHECK-NOT: pad.stage
func.func @triangle(%X: memref<40x40xi32>, %Y: memref<40x40xi32>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      affine.if affine_set<(i, j) : (i - j >= 0)>(%i, %j) {
        %x = affine.load %X[%i, %j] : memref<40x40xi32>
        %y = arith.addi %x, %x : i32
        affine.store %y, %Y[%i, %j] : memref<40x40xi32>
      }
    }
  } {pad.stage = "triangle"}
  func.return
}
