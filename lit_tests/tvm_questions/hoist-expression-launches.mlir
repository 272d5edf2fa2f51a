// RUN: pad-opt %s -p pad-hoist-expression --split-input-file | filecheck %s

// Threads are those of a launch; a condition never leaves it, for what is around runs on the host.

// Question: TestHoistBlockVar
// TVM: rewritten; a condition on the thread comes around the serial loop
// Here: rewritten
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

// -----

// Question: TestSuppressHoistBlockVar
// TVM: kept; it is around the serial loop, and stays in the launch
// Here: kept
// CHECK-LABEL: @of_a_thread_already_out
// CHECK: gpu.launch
// CHECK-NOT: affine.for
// CHECK: scf.if
// CHECK-NEXT: affine.for
func.func @of_a_thread_already_out(%out: memref<96x10xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c96 = arith.constant 96 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c96, %sy = %c1, %sz = %c1) {
    %few = arith.cmpi ult, %tx, %c40 : index
    scf.if %few {
      affine.for %j = 0 to 10 {
        memref.store %x, %out[%tx, %j] : memref<96x10xf32>
      }
    }
    gpu.terminator
  }
  func.return
}

// -----

// Question: TestSuppressHoistAcrossBlockVar
// TVM: rewritten; a condition that no thread decides comes around the serial loops, not around the launch
// Here: rewritten
// CHECK-LABEL: @stays_in_the_launch
// CHECK: gpu.launch
// CHECK: scf.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: memref.store
func.func @stays_in_the_launch(%out: memref<96x10xf32>, %x: f32, %mode: i32) {
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c96, %sy = %c1, %sz = %c1) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 10 {
        %on = arith.cmpi eq, %mode, %zero : i32
        scf.if %on {
          memref.store %x, %out[%tx, %j] : memref<96x10xf32>
        }
      }
    }
    gpu.terminator
  }
  func.return
}
