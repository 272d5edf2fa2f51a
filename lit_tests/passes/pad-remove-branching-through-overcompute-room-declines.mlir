// Where a buffer would have to be larger, the remark names a layout that has room.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{max-waste=inf}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @other_guards
// CHECK-COUNT-2: affine.if
func.func @other_guards(%A: memref<13xi32>, %B: memref<16xi32>, %z: i32) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{without the guard, 'affine.load' would access A[13], out of bounds; give A a layout with extents=[16] or more, padded with undef or a constant (with extents=[17] or more to drop the other guards of the stage too)}}
    affine.if affine_set<(d0) : (12 - d0 >= 0)>(%i) {
      %x = affine.load %A[%i] : memref<13xi32>
      affine.store %x, %B[%i] : memref<16xi32>
      affine.for %k = 0 to 2 {
        // expected-remark@+1 {{without the guard, 'affine.load' would access A[13], out of bounds; give A a layout with extents=[14] or more, padded with undef or a constant (with extents=[17] or more to drop the other guards of the stage too)}}
        affine.if affine_set<(d0, d1) : (12 - d0 - d1 >= 0)>(%i, %k) {
          %s = affine.load %B[%i] : memref<16xi32>
          %a = affine.load %A[%i + %k] : memref<13xi32>
          %t = arith.addi %s, %a : i32
          affine.store %t, %B[%i] : memref<16xi32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What is reached before the first cell needs the cells to be moved.
// CHECK-LABEL: @in_front
// CHECK: affine.if
func.func @in_front(%A: memref<13xi32>, %B: memref<12xi32>, %z: i32) {
  affine.for %i = 0 to 12 {
    affine.store %z, %B[%i] : memref<12xi32>
    affine.for %k = 0 to 2 {
      // expected-remark@+1 {{without the guard, 'affine.load' would access A[-2], out of bounds; give A a layout whose last step is (p0) -> (p0 + 2), with extents=[15] or more, padded with undef or a constant}}
      affine.if affine_set<(d0, d1) : (d0 - d1 * 2 >= 0)>(%i, %k) {
        %s = affine.load %B[%i] : memref<12xi32>
        %a = affine.load %A[%i - %k * 2] : memref<13xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[%i] : memref<12xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Loops over the buffer itself may become longer with it.
// CHECK-LABEL: @over_it
// CHECK: affine.if
func.func @over_it(%A: memref<13xi32>, %B: memref<13xi32>, %z: i32) {
  affine.for %i = 0 to 13 {
    affine.store %z, %B[%i] : memref<13xi32>
    affine.for %k = 0 to 2 {
      // expected-remark@+1 {{without the guard, 'affine.load' would access A[13], out of bounds; give A a layout with extents=[14] or more, padded with undef or a constant, unless the loops are over A and grow with it}}
      affine.if affine_set<(d0, d1) : (12 - d0 - d1 >= 0)>(%i, %k) {
        %s = affine.load %B[%i] : memref<13xi32>
        %a = affine.load %A[%i + %k] : memref<13xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[%i] : memref<13xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A local buffer can be extended by the pass itself.
// CHECK-LABEL: @local
// CHECK: affine.if
func.func @local(%B: memref<16xi32>, %z: i32) {
  %A = memref.alloc() : memref<13xi32>
  affine.for %i = 0 to 13 {
    affine.store %z, %A[%i] : memref<13xi32>
  }
  affine.for %i = 0 to 16 {
    affine.store %z, %B[%i] : memref<16xi32>
    // expected-remark@+1 {{without the guard, 'affine.load' would access A[13], out of bounds; give A a layout with extents=[16] or more, padded with undef or a constant; or use index=extend of pad-remove-branching-through-overcompute}}
    affine.if affine_set<(d0) : (12 - d0 >= 0)>(%i) {
      %s = affine.load %B[%i] : memref<16xi32>
      %a = affine.load %A[%i] : memref<13xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[%i] : memref<16xi32>
    }
  } {pad.stage = "compute"}
  memref.dealloc %A : memref<13xi32>
  func.return
}

// -----

// All buffers that need room are told at once; padding that has a value already needs no other.
// CHECK-LABEL: @two_buffers
// CHECK: affine.if
func.func @two_buffers(%A: memref<4x4xi32> {pad.logical = memref<14xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0 : i32], {}>>}, %w: memref<5xi32>, %B: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    affine.for %k = 0 to 8 {
      // expected-remark@+1 {{without the guard, 'affine.load' would access A[4, 0], out of bounds; give A a layout with extents=[6, 4] or more; w needs room too: give w a layout with extents=[8] or more, padded with undef or a constant}}
      affine.if affine_set<(d0, d1) : (13 - d0 - d1 >= 0, 4 - d1 >= 0)>(%i, %k) {
        %s = affine.load %B[%i] : memref<16xi32>
        %a = affine.load %A[(%i + %k) floordiv 4, (%i + %k) mod 4] : memref<4x4xi32>
        %c = affine.load %w[%k] : memref<5xi32>
        %p = arith.muli %a, %c : i32
        %t = arith.addi %s, %p : i32
        affine.store %t, %B[%i] : memref<16xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
