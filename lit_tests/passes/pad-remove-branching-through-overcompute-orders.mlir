// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute' --split-input-file --verify-diagnostics | filecheck %s

// The else arm of the later stage reads T[6] and T[7]; when it has gone, the earlier stage may write
// them.
// CHECK-LABEL: @later_stage_first
// CHECK-NOT: affine.if
// CHECK: return
func.func @later_stage_first(%A: memref<8xf32>, %out: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %T[%i] : memref<8xf32>
  } {pad.stage = "init"}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<8xf32>
      affine.store %a, %T[%i] : memref<8xf32>
    }
  } {pad.stage = "first"}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %t = affine.load %T[0] : memref<8xf32>
      affine.store %t, %out[%i] : memref<8xf32>
    } else {
      %t = affine.load %T[%i] : memref<8xf32>
      affine.store %t, %out[%i] : memref<8xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 6 to 8 {
    %u = pad.undef : f32
    affine.store %u, %out[%i] : memref<8xf32>
  } {pad.of_padding, pad.stage = "out_padding"}
  memref.dealloc %T : memref<8xf32>
  func.return
}

// -----

// Here out[6] is seen: the later guard stays, and with it the read of T[6].
// CHECK-LABEL: @later_stage_stays
// CHECK: affine.if
// CHECK: affine.if
// CHECK: return
func.func @later_stage_stays(%A: memref<8xf32>, %out: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %T[%i] : memref<8xf32>
  } {pad.stage = "init"}
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{T[6]}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<8xf32>
      affine.store %a, %T[%i] : memref<8xf32>
    }
  } {pad.stage = "first"}
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{out[6]}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %t = affine.load %T[0] : memref<8xf32>
      affine.store %t, %out[%i] : memref<8xf32>
    } else {
      %t = affine.load %T[%i] : memref<8xf32>
      affine.store %t, %out[%i] : memref<8xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 7 to 8 {
    %u = pad.undef : f32
    affine.store %u, %out[%i] : memref<8xf32>
  } {pad.of_padding, pad.stage = "out_padding"}
  memref.dealloc %T : memref<8xf32>
  func.return
}
