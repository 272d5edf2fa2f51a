// RUN: pad-opt %s -p 'pad-sequential-buffer-access{stage=compute buffer=A}' --split-input-file | filecheck %s

// RFC 77, "New Utility - Reorder Loops According to Buffer": the layout fits, so no guard.
// CHECK-LABEL: @fits
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// CHECK-NEXT:      affine.store %[[I]], %A[%[[IO]], %[[II]]]
// CHECK-NEXT:    } {pad.loop = "a1"}
// CHECK-NEXT:  } {pad.loop = "a0", pad.stage = "compute"}
func.func @fits(%A: memref<4x4xindex>) {
  affine.for %i = 0 to 16 {
    affine.store %i, %A[%i floordiv 4, %i mod 4] : memref<4x4xindex>
  } {pad.stage = "compute"}
  func.return
}

// -----

// 4*io + ii < 14
// CHECK-LABEL: @does_not_fit
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT:        %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// CHECK-NEXT:        affine.store %[[I]], %A[%[[IO]], %[[II]]]
func.func @does_not_fit(%A: memref<4x4xindex>) {
  affine.for %i = 0 to 14 {
    affine.store %i, %A[%i floordiv 4, %i mod 4] : memref<4x4xindex>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Option 1: the output's axes. A is the output here; the filter's loop stays, with the initialisation before it.
// CHECK-LABEL: @option_1
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT:        affine.store %{{.*}}, %A[%[[IO]], %[[II]]]
// CHECK-NEXT:        affine.for %[[F:.*]] = 0 to 3 {
// CHECK-NEXT:          affine.load %A[%[[IO]], %[[II]]]
// CHECK-NEXT:          affine.load %F[%[[F]]]
// CHECK-NEXT:          affine.load %B[(%[[II]] + %[[F]]) floordiv 4 + %[[IO]], (%[[II]] + %[[F]]) mod 4]
// CHECK:               affine.store %{{.*}}, %A[%[[IO]], %[[II]]]
// CHECK:       } {pad.loop = "a0", pad.stage = "compute"}
func.func @option_1(%B: memref<4x4xf32>, %F: memref<3xf32>, %A: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %zero, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    affine.for %f = 0 to 3 {
      %sum = affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
      %w = affine.load %F[%f] : memref<3xf32>
      %b = affine.load %B[(%i + %f) floordiv 4, (%i + %f) mod 4] : memref<4x4xf32>
      %p = arith.mulf %w, %b : f32
      %next = arith.addf %sum, %p : f32
      affine.store %next, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Option 2: an input's axes. Its index needs the filter's loop, so the initialisation gets a stage of its own; each
// sum is still done in order.
// CHECK-LABEL: @option_2
// CHECK:       affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT:    affine.store %{{.*}}, %B[%[[I]] floordiv 4, %[[I]] mod 4]
// CHECK-NEXT:  } {pad.stage = "init_compute"}
// CHECK-NEXT:  affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[F:.*]] = 0 to 3 {
// CHECK-NEXT:        affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0, d2 - d0 * 4 - d1 + 13 >= 0)>(%[[IO]], %[[II]], %[[F]]) {
// CHECK-NEXT:          affine.load %B[(%[[II]] - %[[F]]) floordiv 4 + %[[IO]], (%[[II]] - %[[F]]) mod 4]
// CHECK-NEXT:          affine.load %F[%[[F]]]
// CHECK-NEXT:          affine.load %A[%[[IO]], %[[II]]]
// CHECK:               affine.store %{{.*}}, %B[(%[[II]] - %[[F]]) floordiv 4 + %[[IO]], (%[[II]] - %[[F]]) mod 4]
// CHECK:       } {pad.loop = "a0", pad.stage = "compute"}
func.func @option_2(%A: memref<4x4xf32>, %F: memref<3xf32>, %B: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %zero, %B[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    affine.for %f = 0 to 3 {
      %sum = affine.load %B[%i floordiv 4, %i mod 4] : memref<4x4xf32>
      %w = affine.load %F[%f] : memref<3xf32>
      %a = affine.load %A[(%i + %f) floordiv 4, (%i + %f) mod 4] : memref<4x4xf32>
      %p = arith.mulf %w, %a : f32
      %next = arith.addf %sum, %p : f32
      affine.store %next, %B[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The names come from the contract, and each loop of the nest follows the axes that it alone decides.
// CHECK-LABEL: @row_sum
// CHECK:       affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:    affine.store %{{.*}}, %B[%[[I]]]
// CHECK-NEXT:    affine.for %[[JO:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[JI:.*]] = 0 to 4 {
// CHECK-NEXT:        affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[JO]], %[[JI]]) {
// CHECK-NEXT:          affine.load %B[%[[I]]]
// CHECK-NEXT:          affine.load %A[%[[I]], %[[JO]], %[[JI]]]
// CHECK:           } {pad.loop = "ji"}
// CHECK-NEXT:    } {pad.loop = "jo"}
// CHECK-NEXT:  } {pad.loop = "i", pad.stage = "compute"}
#tiles = #pad.layout<[affine_map<(i, j) -> (i, j floordiv 4, j mod 4)>], [0.0 : f32], {}>
func.func @row_sum(%A: memref<16x4x4xf32> {pad.logical = memref<16x14xf32, #tiles>}, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xf32>
    affine.for %j = 0 to 14 {
      %sum = affine.load %B[%i] : memref<16xf32>
      %a = affine.load %A[%i, %j floordiv 4, %j mod 4] : memref<16x4x4xf32>
      %next = arith.addf %sum, %a : f32
      affine.store %next, %B[%i] : memref<16xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Carried values pass through the new loops, and stay where the guard does not hold.
// CHECK-LABEL: @carried
// CHECK:       affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:    %[[SUM:.*]] = affine.for %[[JO:.*]] = 0 to 4 iter_args(%[[OUTER:.*]] = %zero) -> (f32) {
// CHECK-NEXT:      %[[ROW:.*]] = affine.for %[[JI:.*]] = 0 to 4 iter_args(%[[ACC:.*]] = %[[OUTER]]) -> (f32) {
// CHECK-NEXT:        %[[NEW:.*]] = affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[JO]], %[[JI]]) -> f32 {
// CHECK-NEXT:          %[[A:.*]] = memref.load %A[%[[I]], %[[JO]], %[[JI]]]
// CHECK-NEXT:          %[[NEXT:.*]] = arith.addf %[[ACC]], %[[A]] : f32
// CHECK-NEXT:          affine.yield %[[NEXT]]
// CHECK-NEXT:        } else {
// CHECK-NEXT:          affine.yield %[[ACC]]
// CHECK-NEXT:        }
// CHECK-NEXT:        affine.yield %[[NEW]]
// CHECK:           affine.yield %[[ROW]]
// CHECK:         memref.store %[[SUM]], %B[%[[I]]]
func.func @carried(%A: memref<16x4x4xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c14 = arith.constant 14 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %sum = scf.for %j = %c0 to %c14 step %c1 iter_args(%acc = %zero) -> (f32) {
      %jo = arith.divui %j, %c4 : index
      %ji = arith.remui %j, %c4 : index
      %a = memref.load %A[%i, %jo, %ji] : memref<16x4x4xf32>
      %next = arith.addf %acc, %a : f32
      scf.yield %next : f32
    }
    memref.store %sum, %B[%i] : memref<16xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Integer sums, and float sums under reassoc, are done in any order.
// CHECK-LABEL: @reordered_sums
// CHECK:       affine.for %[[X:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[Y:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[Y]], %[[X]]) {
func.func @reordered_sums(%A: memref<4x4xi32>, %B: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %sum = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i mod 4, %i floordiv 4] : memref<4x4xi32>
    %next = arith.addi %sum, %a : i32
    affine.store %next, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @reordered_carried_sum
// CHECK:       affine.load %A[%{{.*}}]
// CHECK:       arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
func.func @reordered_carried_sum(%A: memref<14xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 0 to 14 iter_args(%acc = %x) -> (f32) {
    %a = affine.load %A[13 - %i] : memref<14xf32>
    %next = arith.addf %acc, %a fastmath<reassoc> : f32
    affine.yield %next : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// -----

// A stride: the cells in between are left out.
// CHECK-LABEL: @stride
// CHECK:       affine.for %[[P:.*]] = 0 to 9 {
// CHECK-NEXT:    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%[[P]]) {
// CHECK:           affine.store %{{.*}}, %A[%[[P]]]
func.func @stride(%A: memref<9xindex>) {
  affine.for %i = 0 to 5 {
    affine.store %i, %A[%i * 2] : memref<9xindex>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A triangle: its hull is guarded.
// CHECK-LABEL: @triangle
// CHECK:       affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%[[I]], %[[J]]) {
// CHECK-NEXT:        affine.store %{{.*}}, %A[%[[J]], %[[I]]]
func.func @triangle(%A: memref<4x4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %A[%j, %i] : memref<4x4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What is before the inner loop, or after it, and has an effect gets loops of its own; a load of what the stage
// does not write is done where it is needed.
// CHECK-LABEL: @both_sides
// CHECK:       affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT:    %[[X:.*]] = affine.load %X[%[[I]]]
// CHECK-NEXT:    %[[Y:.*]] = arith.muli %[[X]], %[[X]]
// CHECK-NEXT:    affine.store %[[Y]], %C[%[[I]]]
// CHECK-NEXT:  } {pad.stage = "init_compute"}
// CHECK:       affine.if
// CHECK-NEXT:    %[[X2:.*]] = affine.load %X[%{{.*}} * 4 + %{{.*}}]
// CHECK-NEXT:    %[[Y2:.*]] = arith.muli %[[X2]], %[[X2]]
// CHECK-NEXT:    %[[Z:.*]] = arith.addi %[[X2]], %[[Y2]]
// CHECK-NEXT:    affine.store %[[Z]], %A[
// CHECK:       } {pad.loop = "a0", pad.stage = "compute"}
// CHECK-NEXT:  affine.for %[[I3:.*]] = 0 to 14 {
// CHECK-NEXT:    %[[X3:.*]] = affine.load %X[%[[I3]]]
// CHECK-NEXT:    affine.load %A[%[[I3]] floordiv 4, 2, %[[I3]] mod 4, 1]
// CHECK:       } {pad.stage = "final_compute"}
func.func @both_sides(%A: memref<4x4x4x4xi32>, %X: memref<14xi32>, %C: memref<14xi32>, %D: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %X[%i] : memref<14xi32>
    %y = arith.muli %x, %x : i32
    affine.store %y, %C[%i] : memref<14xi32>
    affine.for %j = 0 to 14 {
      %z = arith.addi %x, %y : i32
      affine.store %z, %A[%i floordiv 4, %j floordiv 4, %i mod 4, %j mod 4] : memref<4x4x4x4xi32>
    }
    %a = affine.load %A[%i floordiv 4, 2, %i mod 4, 1] : memref<4x4x4x4xi32>
    %d = arith.addi %a, %x : i32
    affine.store %d, %D[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The order is that of the index in all iterations, not of what a guard leaves of it: 0 of the first store.
// CHECK-LABEL: @guarded_first
// CHECK:       affine.for %[[R:.*]] = 0 to 2 {
// CHECK-NEXT:    affine.for %[[Q:.*]] = 0 to 7 {
// CHECK:           affine.store %y, %A[%[[R]], %[[Q]]]
func.func @guarded_first(%A: memref<2x7xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 14 {
    affine.if affine_set<(d0) : (d0 == 0)>(%i) {
      affine.store %x, %A[%i mod 2, %i floordiv 2] : memref<2x7xi32>
    } else {
      affine.store %y, %A[%i mod 2, %i floordiv 2] : memref<2x7xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Only the function with both the stage and the buffer is concerned.
// CHECK-LABEL: @concerned
// CHECK:       pad.loop = "a0"
// CHECK-LABEL: @another
// CHECK-NOT:   pad.loop
func.func @concerned(%A: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}
func.func @another(%A: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xi32>
  } {pad.stage = "init"}
  func.return
}

// -----

// Along the axes the iterations keep their order, and so does the call, which may read and write C.
// CHECK-LABEL: @calls
// CHECK: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if
// CHECK-NEXT: func.call @count(%C)
// CHECK-NEXT: %[[C:.*]] = affine.load %C[0]
// CHECK-NEXT: affine.store %[[C]], %A[%[[IO]], %[[II]]]
func.func private @count(%C: memref<1xi32>) {
  %one = arith.constant 1 : i32
  %c = affine.load %C[0] : memref<1xi32>
  %d = arith.addi %c, %one : i32
  affine.store %d, %C[0] : memref<1xi32>
  func.return
}
func.func @calls(%A: memref<4x4xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    func.call @count(%C) : (memref<1xi32>) -> ()
    %c = affine.load %C[0] : memref<1xi32>
    affine.store %c, %A[%i floordiv 4, %i mod 4] : memref<4x4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A load between loops stays where it is, beside a call that may write what it loads.
// CHECK-LABEL: @between
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: %[[C:.*]] = affine.load %C[0]
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: func.call @count(%C)
// CHECK-NEXT: affine.store %[[C]], %A[%[[I]], %[[J]]]
func.func private @count(%C: memref<1xi32>)
func.func @between(%A: memref<4x4xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 4 {
    %c = affine.load %C[0] : memref<1xi32>
    affine.for %j = 0 to 4 {
      func.call @count(%C) : (memref<1xi32>) -> ()
      affine.store %c, %A[%i, %j] : memref<4x4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Where a loop stays because the cells do not tell its iterations apart, its guard may have a minimum, which no
// affine.if takes.
// CHECK-LABEL: @extreme
// CHECK: affine.for %[[A0:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[A1:.*]] = 0 to 6 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 10 {
// CHECK: %[[M:.*]] = arith.minsi %[[I]],
// CHECK-NEXT: %[[AT:.*]] = arith.cmpi eq, %[[A1]], %[[M]]
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %A
func.func @extreme(%A: memref<4x6xf32>, %B: memref<10xf32>) {
  %three = arith.constant 3 : index
  %five = arith.constant 5 : index
  affine.for %i = 0 to 10 {
    %q = arith.floordivsi %i, %three : index
    %m = arith.minsi %i, %five : index
    %b = affine.load %B[%i] : memref<10xf32>
    memref.store %b, %A[%q, %m] : memref<4x6xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Of loads that nobody uses no loop is left.
// CHECK-LABEL: @unused
// CHECK-NEXT: func.return
func.func @unused(%A: memref<4x4xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// An iterator that nothing reads is not computed.
// CHECK-LABEL: @unread
// CHECK: affine.for %[[I:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 8 {
// CHECK-NEXT: affine.store %{{.*}}, %A[%[[I]], 0, %[[K]]]
func.func @unread(%A: memref<2x1x8xf32>, %x: f32) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 1 {
      affine.for %k = 0 to 8 {
        affine.store %x, %A[%i, 0, %k] : memref<2x1x8xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
