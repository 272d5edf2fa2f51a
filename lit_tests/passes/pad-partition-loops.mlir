// RUN: pad-opt %s -p pad-partition-loops --split-input-file 2>%t | filecheck %s
// RUN: filecheck %s --check-prefix=PRICE --input-file %t

// RFC 77's convolution: prologue, fast loop at io == 1, and epilogue, without a condition in any.
// CHECK-LABEL: @conv1d
// CHECK-NEXT: affine.for %[[II:.*]] = 2 to 8 {
// CHECK-NEXT:   affine.for %[[FI:.*]] = 0 to 3 {
// CHECK-NEXT:     affine.load %A[0, %[[II]]]
// CHECK:      } {pad.loop = "ii", pad.stage = "compute.head"}
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT:   affine.for %[[FI:.*]] = 0 to 3 {
// CHECK-NEXT:     affine.load %A[1, %[[II]]]
// CHECK:      } {pad.stage = "compute.main"}
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 2 {
// CHECK-NEXT:   affine.for %[[FI:.*]] = 0 to 3 {
// CHECK-NEXT:     affine.load %A[2, %[[II]]]
// CHECK:      } {pad.loop = "ii", pad.stage = "compute.tail"}
// CHECK-NEXT: func.return
// PRICE: 21:3: remark: [pad-partition-loops] loop 'io' split into head, main, tail; its 14 operations become 36
func.func @conv1d(%A: memref<3x8xf32>, %F: memref<3xf32>, %B: memref<3x8xf32>) {
  affine.for %io = 0 to 3 {
    affine.for %ii = 0 to 8 {
      affine.for %fi = 0 to 3 {
        affine.if affine_set<(d0, d1, d2) : (8 * d0 + d1 - 2 >= 0, 17 - 8 * d0 - d1 >= 0, 8 * d0 + d1 + d2 - 2 >= 0, 19 - 8 * d0 - d1 - d2 >= 0)>(%io, %ii, %fi) {
          %a = affine.load %A[%io, %ii] : memref<3x8xf32>
          %f = affine.load %F[%fi] : memref<3xf32>
          %b = affine.load %B[%io + (%ii + %fi) floordiv 8, (%ii + %fi) mod 8] : memref<3x8xf32>
          %m = arith.mulf %a, %f : f32
          %s = arith.addf %b, %m : f32
          affine.store %s, %B[%io + (%ii + %fi) floordiv 8, (%ii + %fi) mod 8] : memref<3x8xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A size: full tiles, and the rest of the last one, of which there may be none.
// CHECK-LABEL: @size
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to affine_map<(d0) -> (d0 floordiv 4)>(%n) {
// CHECK-NEXT:   affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:     affine.load %A[%[[IO]] * 4 + %[[II]]]
// CHECK-NEXT:     affine.store
// CHECK:      } {pad.stage = "compute.main"}
// CHECK-NEXT: affine.for %[[IO:.*]] = max affine_map<(d0) -> (d0 floordiv 4, 0)>(%n) to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
// CHECK-NEXT:   affine.for %[[II:.*]] = 0 to affine_map<(d0, d1) -> (d0 - d1 * 4)>(%n, %[[IO]]) {
// CHECK-NEXT:     affine.load %A[%[[IO]] * 4 + %[[II]]]
// CHECK-NEXT:     affine.store
// CHECK:      } {pad.stage = "compute.tail"}
func.func @size(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1)[s0] : (s0 - 4 * d0 - d1 - 1 >= 0)>(%io, %ii)[%n] {
        %a = affine.load %A[%io * 4 + %ii] : memref<?xf32>
        affine.store %a, %B[%io * 4 + %ii] : memref<?xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Carried values go from piece to piece; a piece that only passes them on goes.
// CHECK-LABEL: @carried
// CHECK: %[[H:.*]] = affine.for %{{.*}} = 0 to 2 iter_args(%[[S:.*]] = %z) -> (f32) {
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[S]], %one
// CHECK-NEXT: affine.yield %[[U]]
// CHECK: } {pad.loop = "i.head"}
// CHECK-NEXT: %[[M:.*]] = affine.for %[[I:.*]] = 2 to 14 iter_args(%[[S:.*]] = %[[H]]) -> (f32) {
// CHECK-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[S]], %[[A]]
// CHECK-NEXT: affine.yield %[[U]]
// CHECK: } {pad.loop = "i"}
// CHECK-NEXT: %[[T:.*]] = affine.for %{{.*}} = 14 to 16 iter_args(%[[S:.*]] = %[[M]]) -> (f32) {
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[S]], %one
// CHECK: } {pad.loop = "i.tail"}
// CHECK-NEXT: func.return %[[T]]
func.func @carried(%A: memref<14xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r = affine.for %i = 0 to 16 iter_args(%s = %z) -> (f32) {
    %t = affine.if affine_set<(d0) : (13 - d0 >= 0, d0 - 2 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i] : memref<14xf32>
      %u = arith.addf %s, %a : f32
      affine.yield %u : f32
    } else {
      %u = arith.addf %s, %one : f32
      affine.yield %u : f32
    }
    affine.yield %t : f32
  }
  func.return %r : f32
}

// -----

// CHECK-LABEL: @idle
// CHECK: %[[M:.*]] = affine.for %{{.*}} = 2 to 14 iter_args
// CHECK-NOT: affine.for
// CHECK: func.return %[[M]]
func.func @idle(%A: memref<14xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 16 iter_args(%s = %z) -> (f32) {
    %t = affine.if affine_set<(d0) : (13 - d0 >= 0, d0 - 2 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i] : memref<14xf32>
      %u = arith.addf %s, %a : f32
      affine.yield %u : f32
    } else {
      affine.yield %s : f32
    }
    affine.yield %t : f32
  }
  func.return %r : f32
}

// -----

// An initialisation in the first iteration: the middle is where it is not done.
// CHECK-LABEL: @first
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.store %z, %B[0]
// CHECK: } {pad.stage = "compute.head"}
// CHECK-NEXT: affine.for %{{.*}} = 1 to 16 {
// CHECK-NEXT: affine.load %B[0]
// CHECK: } {pad.stage = "compute.main"}
// CHECK-NEXT: func.return
func.func @first(%A: memref<16xf32>, %B: memref<1xf32>, %z: f32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 == 0)>(%i) {
      affine.store %z, %B[0] : memref<1xf32>
    }
    %b = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<16xf32>
    %s = arith.addf %b, %a : f32
    affine.store %s, %B[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A select on indices, in an scf loop with a step.
// CHECK-LABEL: @select
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[B:.*]] step %c3 {
// CHECK-NEXT: %[[A:.*]] = memref.load %A[%[[I]]]
// CHECK-NEXT: memref.store %[[A]], %B[%[[I]]]
// CHECK-NEXT: } {pad.stage = "compute.main"}
// CHECK: %[[B:.*]] = arith.constant 15 : index
// CHECK: scf.for %[[I:.*]] = %[[B]] to %{{.*}} step %c3 {
// CHECK-NEXT: memref.store %z, %B[%[[I]]]
// CHECK-NEXT: } {pad.stage = "compute.tail"}
func.func @select(%A: memref<20xf32>, %B: memref<20xf32>, %z: f32) {
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %c20 = arith.constant 20 : index
  %c14 = arith.constant 14 : index
  scf.for %i = %c0 to %c20 step %c3 {
    %c = arith.cmpi slt, %i, %c14 : index
    %a = memref.load %A[%i] : memref<20xf32>
    %v = arith.select %c, %a, %z : f32
    memref.store %v, %B[%i] : memref<20xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The outer loop decides the condition for one iteration only; the inner one always has a middle.
// CHECK-LABEL: @triangle
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to affine_map<(d0) -> (d0 + 1)>(%[[I]]) {
// CHECK-NEXT:     affine.store %z, %A[%[[I]], %[[J]]]
// CHECK-NEXT:   } {pad.loop = "j"}
// CHECK-NEXT:   affine.for %[[J:.*]] = affine_map<(d0) -> (d0 + 1)>(%[[I]]) to 16 {
// CHECK-NEXT:     affine.store %z, %A[%[[J]], %[[I]]]
// CHECK-NEXT:   } {pad.loop = "j.tail"}
// CHECK-NEXT: } {pad.stage = "compute"}
func.func @triangle(%A: memref<16x16xf32>, %z: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
        affine.store %z, %A[%i, %j] : memref<16x16xf32>
      } else {
        affine.store %z, %A[%j, %i] : memref<16x16xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Two axes, two conditions.
// CHECK-LABEL: @axes
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 10 {
// CHECK-NEXT:     affine.store %x, %A[%[[I]], %[[J]]]
// CHECK-NEXT:   } {pad.loop = "j"}
// CHECK-NEXT:   affine.for %[[J:.*]] = 10 to 16 {
// CHECK-NEXT:     affine.store %z, %A[%[[I]], %[[J]]]
// CHECK-NEXT:   } {pad.loop = "j.tail"}
// CHECK-NEXT: } {pad.stage = "compute.main"}
// CHECK-NEXT: affine.for %[[I:.*]] = 14 to 16 {
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 16 {
// CHECK-NEXT:     affine.store %z, %A[%[[I]], %[[J]]]
// CHECK-NEXT:   }
// CHECK-NEXT: } {pad.stage = "compute.tail"}
func.func @axes(%A: memref<16x16xf32>, %x: f32, %z: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.if affine_set<(d0, d1) : (13 - d0 >= 0, 9 - d1 >= 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<16x16xf32>
      } else {
        affine.store %z, %A[%i, %j] : memref<16x16xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Without a use of what is loaded, nothing is left of the first piece, nor of the loop around.
// CHECK-LABEL: @unused
// CHECK-NEXT: func.return
func.func @unused(%X: memref<6x16xi32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 16 {
      affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) {
        %a = affine.load %X[%i, %j] : memref<6x16xi32>
      }
    }
  }
  func.return
}

// -----

// Nothing happens outside of a small range: that is narrowed, and nothing gets a new name.
// CHECK-LABEL: @narrowed
// CHECK-NEXT: affine.for %[[I:.*]] = 40 to 43 {
// CHECK-NEXT:   affine.store %z, %A[%[[I]]]
// CHECK-NEXT: } {pad.stage = "patch"}
// CHECK-NEXT: func.return
// PRICE: remark: [pad-partition-loops] loop 'i' narrowed to the iterations in which something happens; its 5 operations become 3
func.func @narrowed(%A: memref<64xf32>, %z: f32) {
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (d0 - 40 >= 0, 42 - d0 >= 0)>(%i) {
      affine.store %z, %A[%i] : memref<64xf32>
    }
  } {pad.stage = "patch"}
  func.return
}

// -----

// What is before and after the middle is split in turn.
// CHECK-LABEL: @four
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:   affine.store %w
// CHECK-NEXT: } {pad.stage = "compute.head.head"}
// CHECK-NEXT: affine.for %[[I:.*]] = 4 to 12 {
// CHECK-NEXT:   affine.store %x
// CHECK-NEXT: } {pad.stage = "compute.head.main"}
// CHECK-NEXT: affine.for %[[I:.*]] = 12 to 24 {
// CHECK-NEXT:   affine.store %y
// CHECK-NEXT: } {pad.stage = "compute.main"}
// CHECK-NEXT: affine.for %[[I:.*]] = 24 to 30 {
// CHECK-NEXT:   affine.store %z
// CHECK-NEXT: } {pad.stage = "compute.tail"}
// CHECK-NEXT: func.return
func.func @four(%A: memref<30xf32>, %w: f32, %x: f32, %y: f32, %z: f32) {
  affine.for %i = 0 to 30 {
    affine.if affine_set<(d0) : (d0 - 12 >= 0, 23 - d0 >= 0)>(%i) {
      affine.store %y, %A[%i] : memref<30xf32>
    } else {
      affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {
        affine.store %w, %A[%i] : memref<30xf32>
      } else {
        affine.if affine_set<(d0) : (23 - d0 >= 0)>(%i) {
          affine.store %x, %A[%i] : memref<30xf32>
        } else {
          affine.store %z, %A[%i] : memref<30xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A loop inside may have no iteration: then no condition matters, but the range is the same.
// CHECK-LABEL: @empty_inside
// CHECK: affine.for %{{.*}} = 0 to affine_map<(d0) -> (d0 floordiv 8)>(%m) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to %l {
// CHECK-NEXT: affine.store
// CHECK: affine.for %[[O:.*]] = max affine_map<(d0) -> (d0 floordiv 8, 0)>(%m) to
// CHECK-NEXT: affine.for %{{.*}} = 0 to affine_map<(d0, d1) -> (d0 - d1 * 8)>(%m, %[[O]]) {
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @empty_inside(%A: memref<?x?xf32>, %m: index, %l: index, %z: f32) {
  affine.for %o = 0 to affine_map<()[s0] -> (s0 ceildiv 8)>()[%m] {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to %l {
        affine.if affine_set<(d0, d1)[s0] : (s0 - 8 * d0 - d1 - 1 >= 0)>(%o, %i)[%m] {
          affine.store %z, %A[%o * 8 + %i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  func.return
}

// -----

// Of two ranges without a condition that may each reach further, one is the middle.
// CHECK-LABEL: @two_ranges
// CHECK: %[[E:.*]] = arith.minsi %m, %k
// CHECK: scf.for %{{.*}} = %c0 to %[[E]] step %c1 {
// CHECK-NEXT: memref.store
func.func @two_ranges(%A: memref<?xf32>, %z: f32, %n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %k step %c1 {
    %a = arith.cmpi slt, %i, %n : index
    %b = arith.cmpi slt, %i, %m : index
    %c = arith.ori %a, %b : i1
    scf.if %c {
      memref.store %z, %A[%i] : memref<?xf32>
    }
  }
  func.return
}
