// Pieces that follow from integer arithmetic.
// RUN: pad-opt %s -p pad-partition-loops --split-input-file | filecheck %s

// i >> 2 < 5.
// CHECK-LABEL: @shift
// CHECK: affine.for %i = 0 to 20
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @shift(%A: memref<64xf32>, %x: f32, %m: i32) {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  affine.for %i = 0 to 64 {
    %u = arith.shrsi %i, %c2 : index
    %in = arith.cmpi slt, %u, %c5 : index
    scf.if %in {
      affine.store %x, %A[%i] : memref<64xf32>
    }
  } {pad.stage = "compute", pad.loop = "i"}
  func.return
}

// -----

// min(i, 32) >= 8.
// CHECK-LABEL: @min
// CHECK: affine.for %i = 8 to 64
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @min(%A: memref<64xf32>, %x: f32, %m: i32) {
  %c32 = arith.constant 32 : index
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 64 {
    %u = arith.minsi %i, %c32 : index
    %in = arith.cmpi sge, %u, %c8 : index
    scf.if %in {
      affine.store %x, %A[%i] : memref<64xf32>
    }
  } {pad.stage = "compute", pad.loop = "i"}
  func.return
}

// -----

// The bound is an integer argument.
// CHECK-LABEL: @i32_arg
// CHECK: affine.for %i = 0 to min
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @i32_arg(%A: memref<64xf32>, %x: f32, %m: i32) {
  affine.for %i = 0 to 64 {
    %k = arith.index_cast %i : index to i32
    %in = arith.cmpi slt, %k, %m : i32
    scf.if %in {
      affine.store %x, %A[%i] : memref<64xf32>
    }
  } {pad.stage = "compute", pad.loop = "i"}
  func.return
}
