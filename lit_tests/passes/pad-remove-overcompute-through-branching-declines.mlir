// RUN: pad-opt %s -p pad-remove-overcompute-through-branching --split-input-file --verify-diagnostics | filecheck %s

// All that is stored is seen, and nothing is known of A.
// CHECK-LABEL: @seen
// CHECK-NOT: if
// CHECK: func.return
func.func @seen(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  // expected-remark@+1 {{overcompute not removed: all that the stage stores may be read later, and no value that it loads is known}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<4x4xf32>
      affine.store %a, %B[%i, %j] : memref<4x4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Padding of 0 that is stored in B.
// CHECK-LABEL: @stored
// CHECK: affine.store %{{.*}}, %B
func.func @stored(%A: memref<4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  // expected-remark@+1 {{overcompute not removed: the iterations that a guard could skip matter: without the guard, iteration }}
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xi32>
    affine.store %a, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The sum of floats and a padding of +0.0 may be +0.0 where it was -0.0 (not under nsz).
// CHECK-LABEL: @zero
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @zero(%A: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  // expected-remark@+1 {{overcompute not removed: the iterations that a guard could skip matter: without the guard, iteration }}
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %b = affine.load %B[0] : memref<1xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %B[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The same iteration stores what is seen, too; the cell that is overwritten is read in between.
// CHECK-LABEL: @other
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @other(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32, %y: f32) {
  // expected-remark@+1 {{overcompute not removed: all that the stage stores may be read later, and no value that it loads is known}}
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xf32>
    affine.store %x, %B[%i] : memref<4xf32>
  } {pad.stage = "compute"}
  affine.store %y, %A[3] : memref<4xf32>
  func.return
}

// -----

// The next iteration reads what is overwritten later.
// CHECK-LABEL: @next
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @next(%A: memref<5xf32>, %y: f32) {
  // expected-remark@+1 {{overcompute not removed: the iterations that a guard could skip matter: without the guard, iteration [1] is not shown to store the same value in A[2], which may be read later}}
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<5xf32>
    affine.store %a, %A[%i + 1] : memref<5xf32>
  } {pad.stage = "compute"}
  affine.store %y, %A[2] : memref<5xf32>
  func.return
}

// -----

// All of it may go; pad-remove-no-op does that.
// CHECK-LABEL: @all
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @all(%A: memref<4xf32>, %x: f32, %y: f32) {
  // expected-remark@+1 {{every iteration could be skipped; run pad-remove-no-op}}
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xf32>
  } {pad.stage = "compute"}
  affine.for %i = 0 to 4 {
    affine.store %y, %A[%i] : memref<4xf32>
  }
  func.return
}

// -----

// Guarded already.
// CHECK-LABEL: @guarded
// CHECK-COUNT-1: affine.if
// CHECK: func.return
func.func @guarded(%A: memref<4xf32>, %x: f32, %y: f32) {
  // expected-remark@+1 {{overcompute not removed: all that the stage stores may be read later, and no value that it loads is known}}
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  affine.store %y, %A[3] : memref<4xf32>
  func.return
}

// -----

// CHECK-LABEL: @no_loop
// CHECK: affine.store %x
func.func @no_loop(%A: memref<4xf32>, %x: f32, %y: f32) {
  // expected-remark@+1 {{the stage is an 'affine.store', not a loop}}
  affine.store %x, %A[3] {pad.stage = "compute"} : memref<4xf32>
  affine.store %y, %A[3] : memref<4xf32>
  func.return
}

// -----

// A call that may look at B.
// CHECK-LABEL: @call
// CHECK-NOT: affine.if
// CHECK: func.return
func.func private @look()
func.func @call(%B: memref<4xf32>, %x: f32, %y: f32) {
  // expected-remark@+1 {{overcompute not removed: all that the stage stores may be read later, and no value that it loads is known}}
  affine.for %i = 0 to 4 {
    affine.store %x, %B[%i] : memref<4xf32>
  } {pad.stage = "compute"}
  func.call @look() : () -> ()
  affine.store %y, %B[3] : memref<4xf32>
  func.return
}

// -----

// Where the later loop ends is known only after it.
// CHECK-LABEL: @dims
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @dims(%B: memref<?xf32>, %x: f32, %y: f32, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{overcompute not removed: the guard i < 3 or i >= d needs sizes that no value in the function has there}}
  affine.for %i = 0 to %n {
    affine.store %x, %B[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  %d = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 3 to %d {
    affine.store %y, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @behind
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @behind(%B: memref<16xf32>, %K: memref<1xindex>, %x: f32, %y: f32) {
  // expected-remark@+1 {{needs sizes that no value in the function has there}}
  affine.for %i = 0 to 16 {
    affine.store %x, %B[%i] : memref<16xf32>
  } {pad.stage = "compute"}
  %k = affine.load %K[0] : memref<1xindex>
  affine.for %i = 3 to %k {
    affine.store %y, %B[%i] : memref<16xf32>
  }
  func.return
}
