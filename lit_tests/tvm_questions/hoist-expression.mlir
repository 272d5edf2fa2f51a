// RUN: pad-opt %s -p pad-hoist-expression --split-input-file | filecheck %s

// Question: TestHoistToTop[1]
// TVM: rewritten; an if on an argument comes around the loop, all flags on
// Here: rewritten
// CHECK-LABEL: @top_all
// CHECK: scf.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @top_all(%out: memref<25xf32>, %x: f32, %mode: i32) {
  %three = arith.constant 3 : i32
  affine.for %i = 0 to 25 {
    %on = arith.cmpi ne, %mode, %three : i32
    scf.if %on {
      affine.store %x, %out[%i] : memref<25xf32>
    }
  }
  func.return
}

// -----

// Question: TestHoistAcrossBlockVar
// TVM: rewritten; a condition that no thread decides comes around their loop
// Here: rewritten
// CHECK-LABEL: @not_of_a_lane
// CHECK-NOT: affine.parallel
// CHECK: scf.if
// CHECK-NEXT: affine.parallel
// CHECK-NOT: scf.if
func.func @not_of_a_lane(%out: memref<96x10xf32>, %x: f32, %mode: i32) {
  %zero = arith.constant 0 : i32
  affine.parallel (%t) = (0) to (96) {
    %on = arith.cmpi eq, %mode, %zero : i32
    scf.if %on {
      affine.for %j = 0 to 10 {
        affine.store %x, %out[%t, %j] : memref<96x10xf32>
      }
    }
  }
  func.return
}

// -----

// Question: TestHoistToMiddle
// TVM: rewritten; a condition on the outer loop comes between the loops
// Here: rewritten
// CHECK-LABEL: @middle
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
func.func @middle(%m: memref<6x9xi32>, %v: i32) {
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      affine.if affine_set<(d0) : (4 - d0 >= 0)>(%r) {
        affine.store %v, %m[%r, %c] : memref<6x9xi32>
      }
    }
  }
  func.return
}

// -----

// Question: TestHoistWithLet
// TVM: rewritten; so does one that is computed in the inner loop
// Here: rewritten
// CHECK-LABEL: @with_a_name
// CHECK: affine.for
// CHECK: arith.cmpi
// CHECK-NEXT: scf.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
func.func @with_a_name(%m: memref<6x9xi32>, %v: i32) {
  %c10 = arith.constant 10 : index
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      %twice = affine.apply affine_map<(d0) -> (d0 * 2)>(%r)
      %early = arith.cmpi ult, %twice, %c10 : index
      scf.if %early {
        affine.store %v, %m[%r, %c] : memref<6x9xi32>
      }
    }
  }
  func.return
}

// -----

// Question: TestHoistIfElse
// TVM: rewritten; each arm gets a loop
// Here: rewritten
// CHECK-LABEL: @two_arms
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %v
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %w
func.func @two_arms(%m: memref<6x9xi32>, %v: i32, %w: i32) {
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%r) {
        affine.store %v, %m[%r, %c] : memref<6x9xi32>
      } else {
        affine.store %w, %m[%r, %c] : memref<6x9xi32>
      }
    }
  }
  func.return
}

// -----

// Question: TestHoistSequentialAssign
// TVM: rewritten; each arm gets a loop of two stores
// Here: rewritten
// CHECK-LABEL: @two_stores_an_arm
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %v, %m
// CHECK-NEXT: affine.store %v, %n
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %w, %m
// CHECK-NEXT: affine.store %w, %n
func.func @two_stores_an_arm(%m: memref<6x9xi32>, %n: memref<6x9xi32>, %v: i32, %w: i32) {
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%r) {
        affine.store %v, %m[%r, %c] : memref<6x9xi32>
        affine.store %v, %n[%r, 8 - %c] : memref<6x9xi32>
      } else {
        affine.store %w, %m[%r, %c] : memref<6x9xi32>
        affine.store %w, %n[%r, 8 - %c] : memref<6x9xi32>
      }
    }
  }
  func.return
}

// -----

// Question: TestHoistMultiIf
// TVM: rewritten; each of two ifs comes around the loops that do not change its condition
// Here: rewritten
// CHECK-LABEL: @two_levels
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if affine_set<(d0) : (d0 - 1 >= 0)>
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if affine_set<(d0) : ({{.*}}7{{.*}} >= 0)>
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
func.func @two_levels(%m: memref<6x9xi32>, %v: i32) {
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      affine.for %t = 0 to 2 {
        affine.if affine_set<(d0) : (7 - d0 >= 0)>(%c) {
          affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%r) {
            affine.store %v, %m[%r, %c] : memref<6x9xi32>
          }
        }
      }
    }
  }
  func.return
}

// -----

// Question: TestHoistComplexConditional
// TVM: rewritten; so does each part of an `and`
// Here: rewritten
// CHECK-LABEL: @two_parts
// CHECK: affine.for
// CHECK-NEXT: arith.cmpi uge
// CHECK-NEXT: scf.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: arith.cmpi ule
// CHECK-NEXT: scf.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
func.func @two_parts(%m: memref<6x9xi32>, %v: i32) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      affine.for %t = 0 to 2 {
        %column = arith.cmpi ule, %c, %c7 : index
        %row = arith.cmpi uge, %r, %c1 : index
        %both = arith.andi %column, %row : i1
        scf.if %both {
          affine.store %v, %m[%r, %c] : memref<6x9xi32>
        }
      }
    }
  }
  func.return
}

// -----

// Question: TestHoistMultiIfElse
// TVM: rewritten; two ifs in each arm of a third become one around it
// Here: rewritten
// CHECK-LABEL: @four_arms
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %p
// CHECK: } else {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %s
// CHECK: } else {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %q
// CHECK: } else {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %u
// CHECK-NOT: affine.store
func.func @four_arms(%m: memref<6x9xi32>, %p: i32, %q: i32, %s: i32, %u: i32) {
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      affine.for %t = 0 to 2 {
        affine.if affine_set<(d0) : (7 - d0 >= 0)>(%c) {
          affine.if affine_set<(d0) : (3 - d0 >= 0)>(%r) {
            affine.store %p, %m[%r, %c] : memref<6x9xi32>
          } else {
            affine.store %q, %m[%r, %c] : memref<6x9xi32>
          }
        } else {
          affine.if affine_set<(d0) : (3 - d0 >= 0)>(%r) {
            affine.store %s, %m[%r, %c] : memref<6x9xi32>
          } else {
            affine.store %u, %m[%r, %c] : memref<6x9xi32>
          }
        }
      }
    }
  }
  func.return
}

// -----

// Question: TestHoistMultiIfElseDifferentBranches
// TVM: rewritten; two ifs on other conditions come around, and decide each other
// Here: rewritten
// CHECK-LABEL: @four_arms_two_rows
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %p
// CHECK: affine.store %s
// CHECK: affine.store %p
// CHECK: affine.store %u
// CHECK: affine.store %q
// CHECK: affine.store %u
// CHECK-NOT: affine.store
func.func @four_arms_two_rows(%m: memref<6x9xi32>, %p: i32, %q: i32, %s: i32, %u: i32) {
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      affine.for %t = 0 to 2 {
        affine.if affine_set<(d0) : (7 - d0 >= 0)>(%c) {
          affine.if affine_set<(d0) : (3 - d0 >= 0)>(%r) {
            affine.store %p, %m[%r, %c] : memref<6x9xi32>
          } else {
            affine.store %q, %m[%r, %c] : memref<6x9xi32>
          }
        } else {
          affine.if affine_set<(d0) : (1 - d0 >= 0)>(%r) {
            affine.store %s, %m[%r, %c] : memref<6x9xi32>
          } else {
            affine.store %u, %m[%r, %c] : memref<6x9xi32>
          }
        }
      }
    }
  }
  func.return
}

// -----

// Question: TestHoistIfElseExpr
// TVM: rewritten; a conditional value becomes two loops
// Here: rewritten
// CHECK-LABEL: @chosen_by_row
// CHECK-NOT: arith.select
// CHECK: scf.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %x
// CHECK: } else {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %y
func.func @chosen_by_row(%m: memref<6x9xf64>, %x: f64, %y: f64) {
  %c4 = arith.constant 4 : index
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      %early = arith.cmpi ult, %r, %c4 : index
      %v = arith.select %early, %x, %y : f64
      affine.store %v, %m[%r, %c] : memref<6x9xf64>
    }
  }
  func.return
}

// -----

// Question: TestHoistLetExpr
// TVM: rewritten; a binding of an expression moves before the inner loop
// Here: rewritten
// CHECK-LABEL: @row_factor
// CHECK: affine.for %[[R:.*]] = 0 to 6
// CHECK-NEXT: arith.index_cast %[[R]]
// CHECK-NEXT: arith.sitofp
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: affine.for
// CHECK-NEXT: arith.index_cast
func.func @row_factor(%m: memref<6x9xf64>) {
  %three = arith.constant 3.0 : f64
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      %ri = arith.index_cast %r : index to i64
      %rf = arith.sitofp %ri : i64 to f64
      %ci = arith.index_cast %c : index to i64
      %cf = arith.sitofp %ci : i64 to f64
      %p = arith.mulf %rf, %three : f64
      %s = arith.addf %p, %cf : f64
      affine.store %s, %m[%r, %c] : memref<6x9xf64>
    }
  }
  func.return
}
