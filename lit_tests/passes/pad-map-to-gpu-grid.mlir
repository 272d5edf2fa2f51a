// RUN: pad-opt %s -p pad-map-to-gpu --split-input-file --validate-each 2>/dev/null | filecheck %s

// As many tiles as there are at run time, of which a block has one: they lie on x and y.
// CHECK-LABEL: func.func @f
// CHECK: gpu.launch_func @f_kernels::@tiles blocks in (%{{.*}}, %{{.*}}, %[[ONE:.*]]) threads in (%{{.*}}, %{{.*}}, %{{.*}})
// CHECK-LABEL: gpu.func @tiles(
// CHECK-DAG: %[[JO:.*]] = gpu.block_id x
// CHECK-DAG: %[[IO:.*]] = gpu.block_id y
// CHECK-DAG: %[[JI:.*]] = gpu.thread_id x
// CHECK-DAG: %[[II:.*]] = gpu.thread_id y
// CHECK-NOT: affine.if
// CHECK: affine.store %x, %C[%[[IO]], %[[JO]], %[[II]], %[[JI]]] : memref<?x?x4x4xf32>
func.func @f(%C: memref<?x?x4x4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %C, %c0 : memref<?x?x4x4xf32>
  %n = memref.dim %C, %c1 : memref<?x?x4x4xf32>
  affine.for %io = 0 to %m {
    affine.for %jo = 0 to %n {
      affine.for %ii = 0 to 4 {
        affine.for %ji = 0 to 4 {
          affine.store %x, %C[%io, %jo, %ii, %ji] : memref<?x?x4x4xf32>
        }
      }
    }
  } {pad.stage = "tiles"}
  func.return
}
