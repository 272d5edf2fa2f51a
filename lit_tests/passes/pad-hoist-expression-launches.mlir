// RUN: pad-opt %s -p pad-hoist-expression | filecheck %s

// Who a thread is, is no poison: its condition moves before its loop, not out of the launch.
// CHECK-LABEL: @of_a_thread
// CHECK: gpu.launch
// CHECK: scf.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: memref.store
func.func @of_a_thread(%out: memref<96x10xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c96 = arith.constant 96 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c96, %sy = %c1, %sz = %c1) {
    affine.for %j = 0 to 10 {
      %few = arith.cmpi ult, %tx, %c40 : index
      scf.if %few {
        memref.store %x, %out[%tx, %j] : memref<96x10xf32>
      }
    }
    gpu.terminator
  }
  func.return
}
