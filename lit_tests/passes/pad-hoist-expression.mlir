// RUN: pad-opt %s -p pad-hoist-expression --split-input-file | filecheck %s

// RFC 77's convolution, parts 1 to 3, with `and` in part 3: the arms that are dead are not there.
// CHECK-LABEL: @conv1d
// CHECK: affine.for %[[IO:.*]] = 0 to 3 {
// CHECK-NEXT: %[[FIRST:.*]] = arith.cmpi eq, %[[IO]], %c0
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK-NEXT:   affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT:     %[[C:.*]] = arith.cmpi sge, %[[II]], %c2
// CHECK-NEXT:     scf.if %[[C]] {
// CHECK-NEXT:       affine.for %[[FI:.*]] = 0 to 3 {
// CHECK-NEXT:         affine.load %A[%[[IO]], %[[II]]]
// CHECK-NOT:      scf.if
// CHECK:          affine.store
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[LAST:.*]] = arith.cmpi eq, %[[IO]], %c2
// CHECK-NEXT:   scf.if %[[LAST]] {
// CHECK-NEXT:     affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT:       %[[C:.*]] = arith.cmpi slt, %[[II]], %c2
// CHECK-NEXT:       scf.if %[[C]] {
// CHECK-NEXT:         affine.for %[[FI:.*]] = 0 to 3 {
// CHECK-NEXT:           affine.load %A[%[[IO]], %[[II]]]
// CHECK-NOT:        scf.if
// CHECK:            affine.store
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT:       affine.for %[[FI:.*]] = 0 to 3 {
// CHECK-NEXT:         affine.load %A[%[[IO]], %[[II]]]
// CHECK-NOT:      scf.if
// CHECK:      } {pad.stage = "compute"}
func.func @conv1d(%A: memref<3x8xf32>, %F: memref<3xf32>, %B: memref<3x8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %true = arith.constant true
  affine.for %io = 0 to 3 {
    affine.for %ii = 0 to 8 {
      affine.for %fi = 0 to 3 {
        %first = arith.cmpi eq, %io, %c0 : index
        %below = arith.cmpi slt, %ii, %c2 : index
        %padded = arith.andi %first, %below : i1
        %not_padded = arith.xori %padded, %true : i1
        %last = arith.cmpi eq, %io, %c2 : index
        %above = arith.cmpi sge, %ii, %c2 : index
        %behind = arith.andi %last, %above : i1
        %not_behind = arith.xori %behind, %true : i1
        %sum = arith.addi %ii, %fi : index
        %below_b = arith.cmpi slt, %sum, %c2 : index
        %padded_b = arith.andi %first, %below_b : i1
        %not_padded_b = arith.xori %padded_b, %true : i1
        %above_b = arith.cmpi sge, %sum, %c4 : index
        %behind_b = arith.andi %last, %above_b : i1
        %not_behind_b = arith.xori %behind_b, %true : i1
        %in_a = arith.andi %not_padded, %not_behind : i1
        %in_b = arith.andi %not_padded_b, %not_behind_b : i1
        %in = arith.andi %in_a, %in_b : i1
        scf.if %in {
          %a = affine.load %A[%io, %ii] : memref<3x8xf32>
          %f = affine.load %F[%fi] : memref<3xf32>
          %b = affine.load %B[%io + (%ii + %fi) floordiv 8, (%ii + %fi) mod 8] : memref<3x8xf32>
          %m = arith.mulf %a, %f : f32
          %t = arith.addf %b, %m : f32
          affine.store %t, %B[%io + (%ii + %fi) floordiv 8, (%ii + %fi) mod 8] : memref<3x8xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// RFC 77, "New Transform - Hoist Expression": the condition is on the loop, and stays in it.
// CHECK-LABEL: @is_in_bounds
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: %[[C:.*]] = arith.cmpi slt, %[[I]], %c3
// CHECK-NEXT: scf.if %[[C]] {
func.func @is_in_bounds(%A: memref<4xf32>, %zero: f32) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 4 {
    %is_in_bounds = arith.cmpi slt, %i, %c3 : index
    scf.if %is_in_bounds {
      affine.store %zero, %A[%i] : memref<4xf32>
    }
  }
  func.return
}

// -----

// A part of an affine condition becomes an affine.if; the other arm has what the else arm did.
// CHECK-LABEL: @affine_part
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:   affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%[[I]]) {
// CHECK-NEXT:     affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:       affine.if affine_set<(d0) : (-d0 + 2 >= 0)>(%[[J]]) {
// CHECK-NEXT:         affine.store %x
// CHECK-NEXT:       } else {
// CHECK-NEXT:         affine.store %y
// CHECK:        } else {
// CHECK-NEXT:     affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:       affine.store %y
func.func @affine_part(%A: memref<4x4xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - 1 >= 0, 2 - d1 >= 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<4x4xf32>
      } else {
        affine.store %y, %A[%i, %j] : memref<4x4xf32>
      }
    }
  }
  func.return
}

// -----

// The stage is the if now; the copies of the loop keep their name.
// CHECK-LABEL: @size
// CHECK-NEXT: affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%n) {
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.store %x
// CHECK-NEXT:     affine.store %y
// CHECK-NEXT:   } {pad.loop = "i"}
// CHECK-NEXT: } else {
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.store %y
// CHECK-NEXT:   } {pad.loop = "i"}
// CHECK-NEXT: } {pad.stage = "compute"}
func.func @size(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32, %y: f32, %n: index) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {
      affine.store %x, %A[%i] : memref<4xf32>
    }
    affine.store %y, %B[%i] : memref<4xf32>
  } {pad.stage = "compute", pad.loop = "i"}
  func.return
}

// -----

// Values that the loop carries come out of the if; so do those of a copy that does nothing.
// CHECK-LABEL: @carried
// CHECK: %[[C:.*]] = arith.cmpi slt, %n, %c3
// CHECK-NEXT: %[[R:.*]] = scf.if %[[C]] -> (f32) {
// CHECK-NEXT:   %[[L:.*]] = affine.for %[[I:.*]] = 0 to 16 iter_args(%[[S:.*]] = %z) -> (f32) {
// CHECK-NEXT:     %[[A:.*]] = affine.load %A[%[[I]]]
// CHECK-NEXT:     %[[U:.*]] = arith.addf %[[S]], %[[A]]
// CHECK-NEXT:     affine.yield %[[U]]
// CHECK:        scf.yield %[[L]]
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %z
// CHECK:      func.return %[[R]]
func.func @carried(%A: memref<16xf32>, %n: index) -> f32 {
  %z = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  %r = affine.for %i = 0 to 16 iter_args(%s = %z) -> (f32) {
    %c = arith.cmpi slt, %n, %c3 : index
    %a = affine.load %A[%i] : memref<16xf32>
    %v = arith.select %c, %a, %z : f32
    %t = scf.if %c -> (f32) {
      %u = arith.addf %s, %v : f32
      scf.yield %u : f32
    } else {
      scf.yield %s : f32
    }
    affine.yield %t : f32
  }
  func.return %r : f32
}

// -----

// Data: nothing in the loop writes it, and the loop certainly reads it. The load moves too.
// CHECK-LABEL: @data
// CHECK-NEXT: %[[B:.*]] = affine.load %B[0]
// CHECK-NEXT: %[[C:.*]] = arith.cmpf olt, %[[B]], %x
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.store %x
func.func @data(%A: memref<4xf32>, %B: memref<1xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %b = affine.load %B[0] : memref<1xf32>
    %c = arith.cmpf olt, %b, %x : f32
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xf32>
    }
  }
  func.return
}

// -----

// An i1 that no if is on; the one that an assume is on stays.
// CHECK-LABEL: @boolean
// CHECK: %[[C:.*]] = arith.cmpi slt, %n, %m
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT:   %[[ONE:.*]] = arith.constant true
// CHECK-NEXT:   %[[D:.*]] = arith.cmpi sgt, %n, %m
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:     affine.store %[[ONE]], %A[%[[I]]]
// CHECK-NEXT:     pad.assume %[[D]] : i1
// CHECK:      } else {
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant false
// CHECK-NEXT:   %[[D:.*]] = arith.cmpi sgt, %n, %m
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:     affine.store %[[ZERO]], %A[%[[I]]]
// CHECK-NEXT:     pad.assume %[[D]] : i1
func.func @boolean(%A: memref<4xi1>, %n: i32, %m: i32) {
  affine.for %i = 0 to 4 {
    %c = arith.cmpi slt, %n, %m : i32
    affine.store %c, %A[%i] : memref<4xi1>
    %d = arith.cmpi sgt, %n, %m : i32
    pad.assume %d : i1
  }
  func.return
}

// -----

// A division under the condition that its divisor is not zero: the condition first, then what it
// allows.
// CHECK-LABEL: @divisor
// CHECK: %[[NZ:.*]] = arith.cmpi ne, %d, %c0
// CHECK-NEXT: scf.if %[[NZ]] {
// CHECK-NEXT:   %[[Q:.*]] = arith.divsi %n, %d
// CHECK-NEXT:   %[[C:.*]] = arith.cmpi slt, %[[Q]], %c2
// CHECK-NEXT:   scf.if %[[C]] {
// CHECK-NEXT:     affine.for
func.func @divisor(%A: memref<8xf32>, %n: index, %d: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 8 {
    %nz = arith.cmpi ne, %d, %c0 : index
    scf.if %nz {
      %q = arith.divsi %n, %d : index
      %c = arith.cmpi slt, %q, %c2 : index
      scf.if %c {
        affine.store %x, %A[%i] : memref<8xf32>
      }
    }
  }
  func.return
}

// -----

// What is tested before the inner loop leaves nothing for it to do: the outer one goes too.
// CHECK-LABEL: @nothing_left
// CHECK-NEXT: return
func.func @nothing_left(%A: memref<40xi32>, %x: i32, %n: index) {
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0)[s0] : (d0 + s0 - 4 == 0)>(%i)[%n] {
        affine.if affine_set<(d0)[s0] : (s0 - 4 * d0 - 2 == 0)>(%i)[%n] {
          affine.store %x, %A[%j] : memref<40xi32>
        }
      }
    }
  }
  func.return
}

// What is added is a zero where %p is false: then neither a zero's sign nor an order is more open
// than in the original sum.
// CHECK-LABEL: @zero_of_a_condition(
// CHECK: scf.if
// CHECK: else
// CHECK: arith.addf {{.*}} fastmath<reassoc,nsz>
func.func @zero_of_a_condition(%A: memref<2xf32>, %p: i1) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 2 {
    %a = affine.load %A[%i] : memref<2xf32>
    %less = arith.cmpf olt, %a, %zero : f32
    %min = arith.select %less, %a, %zero : f32
    %step = arith.uitofp %p : i1 to f32
    %sum = arith.addf %min, %step fastmath<reassoc,nsz> : f32
    affine.store %sum, %A[%i] : memref<2xf32>
  }
  return
}

// -----

// Over a parallel loop: a condition that no thread decides, and the serial loop in it.
// CHECK-LABEL: @tiles_by_mode
// CHECK: scf.if
// CHECK-NEXT: affine.parallel
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
// CHECK: {pad.stage = "fill"}
func.func @tiles_by_mode(%out: memref<96x10xf32>, %x: f32, %mode: i32) {
  %zero = arith.constant 0 : i32
  affine.parallel (%t) = (0) to (96) {
    %on = arith.cmpi eq, %mode, %zero : i32
    scf.if %on {
      affine.for %j = 0 to 10 {
        affine.store %x, %out[%t, %j] : memref<96x10xf32>
      }
    }
  } {pad.stage = "fill"}
  func.return
}

// -----

// One that gives a sum: the if does.
// CHECK-LABEL: @sum_by_mode
// CHECK: %[[S:.*]] = affine.if
// CHECK-NEXT: scf.parallel
// CHECK-NEXT: memref.load
// CHECK-NOT: affine.if
// CHECK: } else {
// CHECK-NEXT: scf.parallel
// CHECK-NEXT: scf.reduce(%one
// CHECK: func.return %[[S]]
func.func @sum_by_mode(%in: memref<96xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %s = scf.parallel (%t) = (%c0) to (%c96) step (%c1) init (%zero) -> f32 {
    %v = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%n) -> f32 {
      %a = memref.load %in[%t] : memref<96xf32>
      affine.yield %a : f32
    } else {
      affine.yield %one : f32
    }
    scf.reduce (%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %r = arith.addf %p, %q fastmath<reassoc> : f32
      scf.reduce.return %r : f32
    }
  }
  func.return %s : f32
}

// -----

// Out of the inner, parallel loop only.
// CHECK-LABEL: @scf_parallel
// CHECK: scf.for
// CHECK-NEXT: arith.cmpi
// CHECK-NEXT: scf.if
// CHECK-NEXT: scf.parallel
// CHECK-NEXT: memref.store %x
// CHECK: } else {
// CHECK-NEXT: scf.parallel
// CHECK-NEXT: memref.store %y
func.func @scf_parallel(%out: memref<?x?xf32>, %n: index, %m: index, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %k = %c0 to %c5 step %c1 {
    scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
      %odd = arith.cmpi eq, %k, %c1 : index
      scf.if %odd {
        memref.store %x, %out[%i, %j] : memref<?x?xf32>
      } else {
        memref.store %y, %out[%i, %j] : memref<?x?xf32>
      }
      scf.reduce
    }
  }
  func.return
}
