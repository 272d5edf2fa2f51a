// RUN: pad-opt %s -p pad-simplify --split-input-file | filecheck %s

// RFC 77: arms that do the same, whatever the condition; those that do once simplified, too.
// CHECK-LABEL: @equal_arms
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT: affine.store %x, %A[%[[I]]]
// CHECK-NEXT: affine.store %y, %A[%[[I]]]
// CHECK-NEXT: }
func.func @equal_arms(%A: memref<16xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %c = arith.cmpf olt, %a, %x : f32
    scf.if %c {
      affine.store %x, %A[%i] : memref<16xf32>
    } else {
      affine.store %x, %A[%i] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %y, %A[%i mod 16] : memref<16xf32>
    } else {
      affine.store %y, %A[%i mod 8] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Arms whose operations differ in the type of a result only.
// CHECK-LABEL: @arms_of_other_types
// CHECK: scf.if
// CHECK: arith.trunci %x : i32 to i8
// CHECK: else
// CHECK: arith.trunci %x : i32 to i16
func.func @arms_of_other_types(%A: memref<16xi32>, %c: i1, %x: i32) {
  affine.for %i = 0 to 16 {
    scf.if %c {
      %t = arith.trunci %x : i32 to i8
      %e = arith.extsi %t : i8 to i32
      affine.store %e, %A[%i] : memref<16xi32>
    } else {
      %t = arith.trunci %x : i32 to i16
      %e = arith.extsi %t : i16 to i32
      affine.store %e, %A[%i] : memref<16xi32>
    }
  }
  func.return
}

// -----

// A constant is its value, made before the if or in an arm.
// CHECK-LABEL: @equal_constants
// CHECK: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT: affine.store %zero, %A[%[[I]]]
// CHECK-NEXT: affine.store %x, %C[0]
// CHECK-NEXT: affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%[[I]]) {
// CHECK-NEXT: affine.store %zero, %B[%[[I]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: affine.store %[[ONE]], %B[%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %x, %C[0]
// CHECK-NEXT: affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%[[I]]) {
// CHECK-NEXT: affine.store %zero, %C[%[[I]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[NEGATIVE:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: affine.store %[[NEGATIVE]], %C[%[[I]]]
// CHECK-NEXT: }
func.func @equal_constants(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %zero, %A[%i] : memref<16xf32>
    } else {
      %again = arith.constant 0.0 : f32
      affine.store %again, %A[%i] : memref<16xf32>
    }
    affine.store %x, %C[0] : memref<16xf32>
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %zero, %B[%i] : memref<16xf32>
    } else {
      %one = arith.constant 1.0 : f32
      affine.store %one, %B[%i] : memref<16xf32>
    }
    affine.store %x, %C[0] : memref<16xf32>
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %zero, %C[%i] : memref<16xf32>
    } else {
      %negative = arith.constant -0.0 : f32
      affine.store %negative, %C[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @equal_values
// CHECK-NEXT: %[[S:.*]] = arith.addf %x, %y
// CHECK-NEXT: func.return %[[S]]
func.func @equal_values(%x: f32, %y: f32, %c: i1) -> f32 {
  %s = scf.if %c -> (f32) {
    %t = arith.addf %x, %y : f32
    scf.yield %t : f32
  } else {
    %t = arith.addf %x, %y : f32
    scf.yield %t : f32
  }
  func.return %s : f32
}

// -----

// RFC 77: equal conditions in different forms.
// CHECK-LABEL: @equal
// CHECK: affine.if affine_set<(d0) : (-d0 + 7 >= 0)>(%[[I:.*]]) {
// CHECK-NEXT: affine.store %x, %A[%[[I]]]
// CHECK-NEXT: affine.store %y, %B[%[[I]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %y, %A[%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @equal(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (7 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    } else {
      affine.store %y, %A[%i] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (d0 floordiv 8 == 0)>(%i) {
      affine.store %y, %B[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// RFC 77: complementary conditions, with indices of A and B as they must be.
// CHECK-LABEL: @complementary
// CHECK: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[I:.*]], %[[J:.*]]) {
// CHECK-NEXT: affine.store %x, %A[%[[I]], %[[J]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %y, %B[%[[I]], %[[J]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @complementary(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<4x4xf32>
      }
      affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%i, %j) {
        affine.store %y, %B[%i, %j] : memref<4x4xf32>
      }
    }
  }
  func.return
}

// -----

// One of affine and one of scf; both give values, of which the second uses one.
// CHECK-LABEL: @values
// CHECK: %[[P:.*]], %[[Q:.*]] = affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%[[I:.*]]) -> (f32, f32) {
// CHECK-NEXT: affine.load
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A:.*]], %x
// CHECK-NEXT: affine.yield %[[A]], %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[N:.*]] = arith.negf %y
// CHECK-NEXT: affine.yield %y, %[[N]]
// CHECK-NEXT: }
// CHECK-NEXT: arith.addf %[[P]], %[[Q]]
func.func @values(%A: memref<16xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 16 {
    %p = affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.yield %a : f32
    } else {
      affine.yield %y : f32
    }
    %c8 = arith.constant 8 : index
    %c = arith.cmpi slt, %i, %c8 : index
    %q = scf.if %c -> (f32) {
      %n = arith.negf %p : f32
      scf.yield %n : f32
    } else {
      %s = arith.addf %p, %x : f32
      scf.yield %s : f32
    }
    %r = arith.addf %p, %q : f32
    affine.store %r, %A[%i] : memref<16xf32>
  }
  func.return
}

// -----

// RFC 77: what is assumed of a size decides the rest: a value, an index, a condition.
// CHECK-LABEL: @assumed
// CHECK: pad.assume
// CHECK-NEXT: affine.for
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: affine.store %[[ZERO]], %A[%{{.*}}]
// CHECK-NEXT: affine.store %{{.*}}, %A[%n]
// CHECK-NOT: if
// CHECK: func.return
func.func @assumed(%A: memref<16xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %low = arith.cmpi sge, %n, %c0 : index
  %high = arith.cmpi slt, %n, %c8 : index
  %both = arith.andi %low, %high : i1
  pad.assume %both : i1
  affine.for %i = 0 to 16 {
    %q = arith.floordivsi %n, %c8 : index
    affine.store %q, %A[%i] : memref<16xindex>
    affine.store %i, %A[%n mod 8] : memref<16xindex>
    affine.if affine_set<()[s0] : (s0 - 9 >= 0)>()[%n] {
      affine.store %i, %A[0] : memref<16xindex>
    }
  }
  func.return
}

// -----

// RFC 77, "Remove Overcompute Through Branching", step 4: nothing is done where the condition holds. The opposite of the
// second condition is not an affine set: it stays.
// CHECK-LABEL: @only_otherwise
// CHECK: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[I:.*]], %[[J:.*]]) {
// CHECK-NEXT: affine.store %x, %A[%[[I]], %[[J]]]
// CHECK-NEXT: }
// CHECK: affine.if affine_set<(d0) : (d0 - 1 == 0)>(%[[I]]) {
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %x, %B[%[[I]]]
func.func @only_otherwise(%A: memref<4x4xf32>, %B: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%i, %j) {
      } else {
        affine.store %x, %A[%i, %j] : memref<4x4xf32>
      }
    }
    affine.if affine_set<(d0) : (d0 - 1 == 0)>(%i) {
    } else {
      affine.store %x, %B[%i] : memref<4xf32>
    }
  }
  func.return
}

// -----

// Two ifs that only read: with what the first one tests, the loop around both goes.
// CHECK-LABEL: @nothing_left
// CHECK-NEXT: return
func.func @nothing_left(%A: memref<4xi32>, %n: index) {
  affine.for %i = 0 to 4 {
    %p = arith.cmpi slt, %i, %n : index
    scf.if %p {
      %a = affine.load %A[%i] : memref<4xi32>
    } else {
      %a = affine.load %A[%i] : memref<4xi32>
    }
    affine.if affine_set<(d0)[s0] : (s0 - d0 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<4xi32>
    } else {
      %a = affine.load %A[%i] : memref<4xi32>
    }
  }
  func.return
}

// -----

// The loop goes before the equal arms in it are looked at.
// CHECK-LABEL: @nothing_left_either
// CHECK-NEXT: return
func.func @nothing_left_either(%A: memref<4xi32>, %n: index) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] {
      %less = arith.cmpi slt, %i, %n : index
      scf.if %less {
        %a = affine.load %A[%i] : memref<4xi32>
      }
    } else {
      affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] {
        %b = affine.load %A[%i] : memref<4xi32>
      }
    }
  }
  func.return
}

// -----

// One condition implies the other, or excludes it, but not the other way round.
// CHECK-LABEL: @one_implies_the_other
// CHECK: affine.if affine_set<(d0) : (-d0 + 4 >= 0)>
// CHECK: affine.if affine_set<(d0) : (-d0 + 8 >= 0)>
// CHECK: affine.if affine_set<(d0) : (-d0 + 8 >= 0)>
// CHECK: affine.if affine_set<(d0) : (-d0 + 4 >= 0)>
// CHECK: affine.if affine_set<(d0) : (-d0 + 4 >= 0)>
// CHECK: affine.if affine_set<(d0) : (d0 - 8 >= 0)>
func.func @one_implies_the_other(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (8 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<16xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (8 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<16xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// What is not a stage joins the one before it; another stage stays one.
// CHECK-LABEL: @stages
// CHECK: affine.if
// CHECK-NEXT: affine.store %x, %A[%[[I:.*]]]
// CHECK-NEXT: affine.store %x, %B[%[[I]]]
// CHECK-NEXT: } {pad.stage = "first"}
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.store %x, %C[%[[I]]]
// CHECK-NEXT: } {pad.stage = "second"}
func.func @stages(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    } {pad.stage = "first"}
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %x, %C[%i] : memref<16xf32>
    } {pad.stage = "second"}
  }
  func.return
}

// -----

// Of values: the opposite comparison of integers, else the opposite value.
// CHECK-LABEL: @only_otherwise_of_values
// CHECK: arith.cmpi sge, %n, %zero
// CHECK-NEXT: scf.if
// CHECK-NEXT: affine.store %x, %A
// CHECK-NEXT: }
// CHECK-NEXT: %[[L:.*]] = arith.cmpf olt, %x, %y
// CHECK-NEXT: arith.constant true
// CHECK-NEXT: %[[M:.*]] = arith.xori %[[L]]
// CHECK-NEXT: scf.if %[[M]]
// CHECK-NEXT: affine.store %y, %B
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @only_otherwise_of_values(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32, %y: f32, %n: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    %k = arith.cmpi slt, %n, %zero : i32
    scf.if %k {
    } else {
      affine.store %x, %A[%i] : memref<4xf32>
    }
    %l = arith.cmpf olt, %x, %y : f32
    scf.if %l {
    } else {
      affine.store %y, %B[%i] : memref<4xf32>
    }
  }
  func.return
}
