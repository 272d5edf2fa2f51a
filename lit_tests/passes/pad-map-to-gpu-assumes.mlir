// RUN: pad-opt %s -p pad-map-to-gpu --split-input-file --validate-each | filecheck %s
// RUN: pad-opt %s -p pad-map-to-gpu,pad-remove-assume --split-input-file | filecheck %s --check-prefix=LOWERED
// LOWERED-NOT: pad.assume

// What only states something stays on the host; of the cells of a thread all are assumed together.
// CHECK-LABEL: func.func @brighten(
// CHECK: scf.for
// CHECK: pad.assume %{{.*}} {pad.user} : i1
// CHECK: gpu.launch_func
// CHECK: gpu.func @compute(
// CHECK: %[[OK:.*]] = arith.cmpf ole, %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK-NEXT: %[[ALL:.*]] = vector.reduction <and>, %[[OK]] : vector<4xi1> into i1
// CHECK-NEXT: pad.assume %[[ALL]] {pad.user} : i1
// CHECK: vector.store
func.func @brighten(%img: memref<30x100xf32>, %out: memref<30x100xf32>, %lut: memref<256xi32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %limit = arith.constant 255 : i32
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c256 step %c1 {
    %v = memref.load %lut[%i] : memref<256xi32>
    %in = arith.cmpi ule, %v, %limit : i32
    pad.assume %in {pad.user} : i1
  }
  affine.for %y = 0 to 30 {
    affine.for %x = 0 to 100 {
      %p = affine.load %img[%y, %x] : memref<30x100xf32>
      %le = arith.cmpf ole, %p, %one : f32
      pad.assume %le {pad.user} : i1
      %q = arith.mulf %p, %k : f32
      affine.store %q, %out[%y, %x] : memref<30x100xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A thread that has no cell assumes nothing.
// CHECK-LABEL: gpu.func @guarded(
// CHECK: affine.if
// CHECK-NEXT: affine.load
// CHECK: pad.assume %{{.*}} {pad.user} : i1
func.func @guarded(%A: memref<?xi32>, %B: memref<?xi32>, %n: index {pad.size = [{dim = 0, of = "A"}, {dim = 0, of = "B"}]}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %ok = arith.cmpi sgt, %a, %zero : i32
    pad.assume %ok {pad.user} : i1
    affine.store %a, %B[%i] : memref<?xi32>
  } {pad.stage = "guarded"}
  func.return
}

// -----

// Threads that share a sum assume of each cell what the loop did; all of them what it says of the whole.
// CHECK-LABEL: gpu.func @sums(
// CHECK: pad.assume %{{.*}} {pad.user} : i1
// CHECK: gpu.barrier
// CHECK: pad.assume %{{.*}} {pad.user} : i1
// CHECK: affine.store
func.func @sums(%A: memref<8x256xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    %s = affine.for %j = 0 to 256 iter_args(%t = %zero) -> (i32) {
      %a = affine.load %A[%i, %j] : memref<8x256xi32>
      %ok = arith.cmpi sge, %a, %zero : i32
      pad.assume %ok {pad.user} : i1
      %u = arith.addi %t, %a : i32
      affine.yield %u : i32
    }
    %fine = arith.cmpi sge, %s, %zero : i32
    pad.assume %fine {pad.user} : i1
    affine.store %s, %B[%i] : memref<8xi32>
  } {pad.stage = "sums"}
  func.return
}
