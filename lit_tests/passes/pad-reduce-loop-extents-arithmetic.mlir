// Bounds that follow from integer arithmetic.
// RUN: pad-opt %s -p pad-reduce-loop-extents --split-input-file | filecheck %s

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

// (i - 20) / 8 >= 0, towards zero.
// CHECK-LABEL: @towards_zero
// CHECK: affine.for %i = 13 to 64
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @towards_zero(%A: memref<64xf32>, %x: f32, %m: i32) {
  %c20 = arith.constant 20 : index
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 64 {
    %d = arith.subi %i, %c20 : index
    %q = arith.divsi %d, %c8 : index
    %in = arith.cmpi sge, %q, %c0 : index
    scf.if %in {
      affine.store %x, %A[%i] : memref<64xf32>
    }
  } {pad.stage = "compute", pad.loop = "i"}
  func.return
}

// -----

// The bound is an integer, which is cast where the function begins.
// CHECK-LABEL: @i32_arg
// CHECK-NEXT: %[[M:.*]] = arith.index_cast %m : i32 to index
// CHECK-NEXT: affine.for %i = 0 to min affine_map<(d0) -> (d0, 64)>(%[[M]])
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
