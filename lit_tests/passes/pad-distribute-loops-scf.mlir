// RUN: not pad-opt %s -o /dev/null -p 'pad-distribute-loops{loop=i}' 2>&1 | filecheck %s
// RUN: pad-opt %s -p pad-distribute-loops | filecheck %s --check-prefix=KEPT

// CHECK: error: 'i' is no affine.for
// KEPT-COUNT-3: scf.for
// KEPT-NOT: scf.for
func.func @scf(%A: memref<4x8xf32>, %B: memref<4x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %x, %A[%i, %j] : memref<4x8xf32>
    }
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %x, %B[%i, %j] : memref<4x8xf32>
    }
  }
  func.return
}
