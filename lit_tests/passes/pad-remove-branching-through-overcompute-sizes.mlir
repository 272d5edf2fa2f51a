// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute max-waste=inf}' --split-input-file 2>/dev/null | filecheck %s --check-prefix=ANY

// Sizes that are not known: a row sum over ? x ? x 16, with what RFC 77 writes about the padding.
// Where the size is 15 or more, the padding is never more than what it pads.
// CHECK-LABEL: @row_sum
// CHECK:         pad.assume
// CHECK-NOT:     affine.if
func.func @row_sum(%A: memref<?x?x16xf32>, %B: memref<?xf32>, %S: memref<?xf32>, %m: index,
                   %n: index {pad.size = [{of = "S", dim = 0, min = 15}]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %m {
    affine.for %jo = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%n] {
      affine.for %ji = 0 to 16 {
        affine.if affine_set<(d0, d1)[s0] : (d0 * 16 + d1 - s0 >= 0)>(%jo, %ji)[%n] {
          %a = affine.load %A[%i, %jo, %ji] : memref<?x?x16xf32>
          %is = arith.cmpf oeq, %a, %zero : f32
          pad.assume %is : i1
        }
      }
    }
  }
  affine.for %i = 0 to %m {
    affine.store %zero, %B[%i] : memref<?xf32>
    affine.for %jo = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%n] {
      affine.for %ji = 0 to 16 {
        affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 16 - d1 >= 0)>(%jo, %ji)[%n] {
          %s = affine.load %B[%i] : memref<?xf32>
          %a = affine.load %A[%i, %jo, %ji] : memref<?x?x16xf32>
          %t = arith.addf %s, %a : f32
          affine.store %t, %B[%i] : memref<?xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Without the bound, one value may get 15 cells of padding: the remark has the formula.
// CHECK-LABEL: @waste
// CHECK:         affine.if {{.*}}%io
// ANY-LABEL:   @waste
// ANY-NOT:       affine.if
func.func @waste(%A: memref<?x16xi32>, %B: memref<1xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%n] {
    affine.for %ii = max affine_map<(d0)[s0] -> (0, s0 - d0 * 16)>(%io)[%n] to 16 {
      affine.store %zero, %A[%io, %ii] : memref<?x16xi32>
    }
  }
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%n] {
    affine.for %ii = 0 to 16 {
      // expected-remark@+1 {{guard kept: it may add more than max-waste=1 times as many instances as there are (16*((n + 15) // 16) - n to n), as at n = 1}}
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 16 - d1 >= 0)>(%io, %ii)[%n] {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<?x16xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A size that memref.dim gives, loops of scf, a guard of arith, a bound that the user assumes.
// ANY-LABEL:   @dim
// CHECK-LABEL: @dim
// CHECK-NOT:     scf.if
func.func @dim(%A: memref<?x16xi32>, %L: memref<?xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %L, %c0 : memref<?xi32>
  %many = arith.cmpi sge, %n, %c15 : index
  pad.assume %many : i1
  %tiles = arith.ceildivsi %n, %c16 : index
  scf.for %io = %c0 to %tiles step %c1 {
    scf.for %ii = %c0 to %c16 step %c1 {
      %high = arith.muli %io, %c16 : index
      %j = arith.addi %high, %ii : index
      %valid = arith.cmpi slt, %j, %n : index
      %a = memref.load %A[%io, %ii] : memref<?x16xi32>
      %is = arith.cmpi eq, %a, %zero : i32
      %either = arith.ori %valid, %is : i1
      pad.assume %either : i1
    }
  }
  scf.for %io = %c0 to %tiles step %c1 {
    scf.for %ii = %c0 to %c16 step %c1 {
      %high = arith.muli %io, %c16 : index
      %j = arith.addi %high, %ii : index
      %valid = arith.cmpi slt, %j, %n : index
      scf.if %valid {
        %s = memref.load %B[%c0] : memref<1xi32>
        %a = memref.load %A[%io, %ii] : memref<?x16xi32>
        %t = arith.addi %s, %a : i32
        memref.store %t, %B[%c0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A local buffer of a symbolic size; the bound of the loop is that of its allocation.
// CHECK-LABEL: @alloc
// CHECK-NOT:     affine.if
func.func @alloc(%A: memref<?xi32>, %n: index) -> i32 {
  %zero = arith.constant 0 : i32
  %L = memref.alloc(%n) : memref<?xi32>
  affine.for %i = 0 to %n {
    affine.store %zero, %L[%i] : memref<?xi32>
  }
  %r = affine.for %i = 0 to %n iter_args(%acc = %zero) -> (i32) {
    %new = affine.if affine_set<(d0)[s0] : (s0 - 1 - 2 * d0 >= 0)>(%i)[%n] -> i32 {
      %a = affine.load %L[%i] : memref<?xi32>
      %t = arith.addi %acc, %a : i32
      affine.yield %t : i32
    } else {
      affine.yield %acc : i32
    }
    affine.yield %new : i32
  } {pad.stage = "compute"}
  func.return %r : i32
}

// -----

// Nothing says that the buffer goes on after n.
// CHECK-LABEL: @not_known_to_be_there
// CHECK:         affine.if
func.func @not_known_to_be_there(%A: memref<?xi32>, %n: index, %x: i32) {
  affine.for %i = 0 to affine_map<()[s0] -> ((s0 ceildiv 4) * 4)>()[%n] {
    // expected-remark@+1 {{guard kept: without the guard, 'affine.store' would access A[1], out of bounds where A is as small as [1]; it would go where n mod 4 == 0: state that by pad.size or a pad.assume, or let trust assume it}}
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%n] {
      affine.store %x, %A[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The facts are about one size, the loop goes by another.
// CHECK-LABEL: @another_size
// CHECK:         affine.if
func.func @another_size(%A: memref<64xi32>, %B: memref<1xi32>, %n: index, %m: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = %n to 64 {
    affine.store %zero, %A[%i] : memref<64xi32>
  }
  affine.for %i = 0 to 64 {
    // expected-remark@+1 {{is not shown to store the same value in B[0]}}
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%m] {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The same, where the user says that one is not less than the other.
// CHECK-LABEL: @related_sizes
// CHECK-NOT:     affine.if
func.func @related_sizes(%A: memref<64xi32>, %B: memref<1xi32>, %n: index, %m: index) {
  %zero = arith.constant 0 : i32
  %c32 = arith.constant 32 : index
  %less = arith.cmpi sle, %n, %m : index
  pad.assume %less : i1
  %many = arith.cmpi sge, %m, %c32 : index
  pad.assume %many : i1
  affine.for %i = %n to 64 {
    affine.store %zero, %A[%i] : memref<64xi32>
  }
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%m] {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The user says so only after the stage: a call in between may keep it from being reached.
// CHECK-LABEL: @said_too_late
// CHECK:         affine.if
func.func @said_too_late(%A: memref<64xi32>, %B: memref<1xi32>, %n: index, %m: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = %n to 64 {
    affine.store %zero, %A[%i] : memref<64xi32>
  }
  affine.for %i = 0 to 64 {
    // expected-remark@+1 {{is not shown to store the same value in B[0]}}
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%m] {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.call @perhaps_exit() : () -> ()
  %less = arith.cmpi sle, %n, %m : index
  pad.assume %less : i1
  func.return
}
func.func private @perhaps_exit()

// -----

// The size of an axis that is not known says nothing, and does no harm.
// CHECK-LABEL: @size_of_any_axis
// CHECK-NOT: affine.if
func.func @size_of_any_axis(%A: memref<4x4xi32>, %B: memref<1xi32>, %k: index) {
  %zero = arith.constant 0 : i32
  %size = memref.dim %A, %k : memref<4x4xi32>
  affine.for %j = 0 to 4 {
    affine.store %zero, %A[3, %j] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What the function says of its sizes holds in a loop around the stage.
// CHECK-LABEL: @stage_in_a_loop
// CHECK-NOT: affine.if
// ANY-LABEL: @stage_in_a_loop
func.func @stage_in_a_loop(%A: memref<?xf32>, %B: memref<?xf32>,
                           %n: index {pad.size = [{of = "A", dim = 0, multiple = 4}, {of = "B", dim = 0}]}) {
  affine.for %t = 0 to 4 {
    affine.for %jo = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
      affine.for %ji = 0 to 4 {
        affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 4 - d1 >= 0)>(%jo, %ji)[%n] {
          %a = affine.load %A[%jo * 4 + %ji] : memref<?xf32>
          affine.store %a, %B[%jo * 4 + %ji] : memref<?xf32>
        }
      }
    } {pad.stage = "compute"}
  }
  func.return
}
