// RUN: pad-opt %s -p 'pad-split{loop=i factor=4}' --split-input-file | filecheck %s

// A factor that does not divide leaves a guard.
// CHECK-LABEL: @guarded
// CHECK-NEXT: affine.for %[[O:.*]] = 0 to 4 {
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:     affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[O]], %[[I]]) {
// CHECK-NEXT:       affine.store %x, %A[%[[O]] * 4 + %[[I]]]
// CHECK:      } {pad.loop = "ii"}
// CHECK-NEXT: } {pad.loop = "io", pad.stage = "compute"}
func.func @guarded(%A: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A factor that divides leaves none; a loop that starts elsewhere starts in its tile.
// CHECK-LABEL: @exact
// CHECK-NEXT: affine.for %[[O:.*]] = 1 to 4 {
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:     affine.store %x, %A[%[[O]] * 4 + %[[I]]]
func.func @exact(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 4 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  func.return
}

// -----

// What a loop carries goes through both loops, and through the guard; the order of a strict float
// sum stays.
// CHECK-LABEL: @carried
// CHECK: %[[R:.*]] = affine.for %[[O:.*]] = 0 to 4 iter_args(%[[SO:.*]] = %zero) -> (f32) {
// CHECK-NEXT: %[[RI:.*]] = affine.for %[[I:.*]] = 0 to 4 iter_args(%[[S:.*]] = %[[SO]]) -> (f32) {
// CHECK-NEXT: %[[IF:.*]] = affine.if {{.*}}(%[[O]], %[[I]]) -> f32 {
// CHECK-NEXT: %[[A:.*]] = affine.load %A[%[[O]] * 4 + %[[I]]]
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[A]]
// CHECK-NEXT: affine.yield %[[T]]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %[[S]]
// CHECK: affine.yield %[[IF]]
// CHECK: affine.yield %[[RI]]
// CHECK: func.return %[[R]]
func.func @carried(%A: memref<14xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 14 iter_args(%s = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<14xf32>
    %t = arith.addf %s, %a : f32
    affine.yield %t : f32
  }
  func.return %r : f32
}

// -----

// The loop by its pad.loop, an scf loop too; accesses by arith indices follow.
// CHECK-LABEL: @scf
// CHECK: affine.for %[[O:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: %[[J:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[O]], %[[I]])
// CHECK: memref.store %x, %A[%{{.*}}]
func.func @scf(%A: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    memref.store %x, %A[%k] : memref<8xf32>
  } {pad.loop = "i"}
  func.return
}

// -----

// Bounds over a loop around are constants for the new loops; the guard has what they depend on.
// CHECK-LABEL: @band
// CHECK: affine.for %[[O:.*]] = 0 to 5 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * -4 - d1 + 16 >= 0, d2 - d0 * 4 - d1 + 2 >= 0, d0 * 4 + d1 - d2 + 2 >= 0)>(%[[O]], %[[I]], %r)
func.func @band(%A: memref<17x17xf32>, %x: f32) {
  affine.for %r = 0 to 17 {
    affine.for %i = max affine_map<(d0) -> (0, d0 - 2)>(%r) to min affine_map<(d0) -> (17, d0 + 3)>(%r) {
      affine.store %x, %A[%r, %i] : memref<17x17xf32>
    }
  }
  func.return
}

// -----

// As many tiles as a size takes.
// CHECK-LABEL: @any_size
// CHECK-NEXT: affine.for %[[O:.*]] = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%n) {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%n, %[[O]], %[[I]])
func.func @any_size(%A: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  func.return
}

// -----

// What never runs does not.
// CHECK-LABEL: @empty
// CHECK-NEXT: affine.for %{{.*}} = 0 to 0 {
func.func @empty(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 5 to 3 {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  func.return
}

// -----

// A split alone keeps the order of calls and of what is not followed.
// CHECK-LABEL: @calls
// CHECK: affine.for %[[O:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[O]], %[[I]])
// CHECK-NEXT: %[[AT:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[O]], %[[I]])
// CHECK-NEXT: %[[X:.*]] = func.call @next(%A, %[[AT]])
// CHECK-NEXT: affine.parallel (%j) = (0) to (3) {
// CHECK-NEXT: affine.store %[[X]], %B[%[[O]] * 4 + %[[I]], %j]
func.func private @next(%A: memref<14xi32>, %i: index) -> i32 {
  %x = memref.load %A[%i] : memref<14xi32>
  %y = arith.addi %x, %x : i32
  affine.store %y, %A[0] : memref<14xi32>
  func.return %y : i32
}
func.func @calls(%A: memref<14xi32>, %B: memref<14x3xi32>) {
  affine.for %i = 0 to 14 {
    %x = func.call @next(%A, %i) : (memref<14xi32>, index) -> i32
    affine.parallel (%j) = (0) to (3) {
      affine.store %x, %B[%i, %j] : memref<14x3xi32>
    }
  }
  func.return
}
