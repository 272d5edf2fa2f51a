// RUN: pad-opt %s -p pad-reduce-loop-extents --split-input-file | filecheck %s

// RFC 77's example: one iteration of the outer loop is left, two of the inner one.
// CHECK-LABEL: @padding
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 2 {
// CHECK-NEXT:   affine.store %z, %A[0, %[[J]]]
// CHECK-NEXT: } {pad.stage = "A_padding"}
// CHECK-NEXT: func.return
func.func @padding(%A: memref<4x4xf32>, %z: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 == 0, 1 - d1 >= 0)>(%i, %j) {
        affine.store %z, %A[%i, %j] : memref<4x4xf32>
      }
    }
  } {pad.stage = "A_padding"}
  func.return
}

// -----

// A condition on several iterators; the stage stays one loop where it holds two operations.
// CHECK-LABEL: @two_operations
// CHECK-NEXT: affine.for %[[I:.*]] = 3 to 4 {
// CHECK-NEXT:   affine.for %[[J:.*]] = 2 to 4 {
// CHECK-NEXT:     affine.store %z, %A[%[[I]], %[[J]]]
// CHECK:        affine.for %[[K:.*]] = 0 to 2 {
// CHECK-NEXT:     affine.store %z, %B[%[[K]]]
// CHECK:      } {pad.stage = "padding"}
func.func @two_operations(%A: memref<4x4xf32>, %B: memref<4xf32>, %z: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (4 * d0 + d1 - 14 >= 0)>(%i, %j) {
        affine.store %z, %A[%i, %j] : memref<4x4xf32>
      }
    }
    affine.for %k = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - 3 >= 0, 1 - d1 >= 0)>(%i, %k) {
        affine.store %z, %B[%k] : memref<4xf32>
      }
    }
  } {pad.stage = "padding"}
  func.return
}

// -----

// Bounds of sizes: a minimum, in the map of an affine loop.
// CHECK-LABEL: @size
// CHECK: affine.for %[[I:.*]] = 0 to min affine_map<(d0) -> (d0, 16)>(%n) {
// CHECK-NEXT: affine.store %z, %A[%[[I]]]
func.func @size(%A: memref<?xf32>, %z: f32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      affine.store %z, %A[%i] : memref<?xf32>
    }
  }
  func.return
}

// -----

// ... and of an scf loop; the condition is on arith.
// CHECK-LABEL: @scf
// CHECK: %[[N:.*]] = arith.minsi
// CHECK-NEXT: scf.for %[[I:.*]] = %k to %[[N]] step %c1 {
// CHECK-NEXT: memref.store %z, %A[%[[I]]]
// CHECK-NEXT: }
func.func @scf(%A: memref<?xf32>, %z: f32, %n: index, %m: index, %k: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %k to %n step %c1 {
    %c = arith.cmpi slt, %i, %m : index
    scf.if %c {
      memref.store %z, %A[%i] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Bounds of the loop around: a triangle. The load of a row nobody wants goes as well.
// CHECK-LABEL: @triangle
// CHECK-NEXT: affine.for %[[I:.*]] = 2 to 8 {
// CHECK-NEXT:   affine.for %[[J:.*]] = 2 to affine_map<(d0) -> (d0 + 1)>(%[[I]]) {
// CHECK-NEXT:     affine.load
// CHECK-NEXT:     affine.store
func.func @triangle(%A: memref<8x8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %b = affine.load %B[%j] : memref<8xf32>
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, d1 - 2 >= 0)>(%i, %j) {
        affine.store %b, %A[%i, %j] : memref<8x8xf32>
      }
    }
  }
  func.return
}

// -----

// What a loop carries does not change in the iterations that go.
// CHECK-LABEL: @carried
// CHECK: %[[R:.*]] = affine.for %[[I:.*]] = 3 to 11 iter_args(%[[S:.*]] = %z) -> (i32) {
// CHECK-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// CHECK-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// CHECK-NEXT: affine.yield %[[T]]
// CHECK: func.return %[[R]]
func.func @carried(%A: memref<16xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %r = affine.for %i = 0 to 16 iter_args(%s = %z) -> (i32) {
    %n = affine.if affine_set<(d0) : (d0 - 3 >= 0, 10 - d0 >= 0)>(%i) -> i32 {
      %a = affine.load %A[%i] : memref<16xi32>
      %t = arith.addi %s, %a : i32
      affine.yield %t : i32
    } else {
      affine.yield %s : i32
    }
    affine.yield %n : i32
  }
  func.return %r : i32
}

// -----

// ... through an inner loop too.
// CHECK-LABEL: @carried_twice
// CHECK: affine.for %{{.*}} = 1 to 4 iter_args
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 iter_args
// CHECK-NEXT: affine.load
func.func @carried_twice(%A: memref<4x4xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %r = affine.for %i = 0 to 4 iter_args(%s = %z) -> (i32) {
    %q = affine.for %j = 0 to 4 iter_args(%t = %s) -> (i32) {
      %n = affine.if affine_set<(d0, d1) : (d0 - 1 >= 0, 1 - d1 >= 0)>(%i, %j) -> i32 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %u = arith.addi %t, %a : i32
        affine.yield %u : i32
      } else {
        affine.yield %t : i32
      }
      affine.yield %n : i32
    }
    affine.yield %q : i32
  }
  func.return %r : i32
}

// -----

// A loop with a step starts at a point of its own.
// CHECK-LABEL: @step
// CHECK: affine.for %[[I:.*]] = 7 to 11 step 3 {
// CHECK-NEXT: affine.store
func.func @step(%A: memref<16xf32>, %z: f32) {
  affine.for %i = 1 to 16 step 3 {
    affine.if affine_set<(d0) : (d0 - 5 >= 0, 12 - d0 >= 0)>(%i) {
      affine.store %z, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Nothing can happen: the loop goes, and gives what it was given.
// CHECK-LABEL: @never
// CHECK-NOT: affine.for
// CHECK: func.return %z
func.func @never(%A: memref<16xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %r = affine.for %i = 0 to 16 iter_args(%s = %z) -> (i32) {
    %n = affine.if affine_set<(d0) : (d0 - 20 >= 0)>(%i) -> i32 {
      %t = arith.addi %s, %s : i32
      affine.yield %t : i32
    } else {
      affine.yield %s : i32
    }
    affine.yield %n : i32
  }
  func.return %r : i32
}

// -----

// Two conditions: the range around both; each stays as far as it is not said by the bounds.
// CHECK-LABEL: @hull
// CHECK: affine.for %[[K:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[I:.*]] = 2 to 13 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 - 2 >= 0)>(%[[I]], %[[K]]) {
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 + d1 - 5 >= 0)>(%[[K]], %[[I]]) {
func.func @hull(%A: memref<16xf32>, %z: f32) {
  affine.for %k = 0 to 4 {
    affine.for %i = 0 to 16 {
      affine.if affine_set<(d0, d1) : (d0 - d1 - 2 >= 0, 12 - d0 >= 0)>(%i, %k) {
        affine.store %z, %A[%i] : memref<16xf32>
      }
      affine.if affine_set<(d0, d1) : (d0 + d1 - 5 >= 0, 12 - d0 >= 0)>(%i, %k) {
        affine.store %z, %A[%i] : memref<16xf32>
      }
    }
  }
  func.return
}
