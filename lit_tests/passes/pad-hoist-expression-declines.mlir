// RUN: pad-opt %s -p pad-hoist-expression --split-input-file --verify-diagnostics | filecheck %s

// The loop writes what the condition reads.
// CHECK-LABEL: @written
// CHECK: affine.for
// CHECK-NEXT: affine.load
func.func @written(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %b = affine.load %B[0] : memref<4xf32>
    %c = arith.cmpf olt, %b, %x : f32
    // expected-remark@+1 {{condition not hoisted: the loop may write what 'affine.load' reads of B}}
    scf.if %c {
      affine.store %x, %B[%i] : memref<4xf32>
    }
  }
  func.return
}

// -----

// ... through another name, as far as is known.
// CHECK-LABEL: @alias
// CHECK: affine.for
// CHECK-NEXT: affine.load
func.func @alias(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32) attributes {pad.may_alias} {
  affine.for %i = 0 to 4 {
    %b = affine.load %B[0] : memref<4xf32>
    %c = arith.cmpf olt, %b, %x : f32
    // expected-remark@+1 {{the loop may write what 'affine.load' reads}}
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xf32>
    }
  }
  func.return
}

// -----

// ... in a call.
// CHECK-LABEL: @call
// CHECK: affine.for
// CHECK-NEXT: affine.load
func.func private @other()
func.func @call(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %b = affine.load %B[0] : memref<4xf32>
    %c = arith.cmpf olt, %b, %x : f32
    // expected-remark@+1 {{the loop may write what 'affine.load' reads}}
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xf32>
    }
    func.call @other() : () -> ()
  }
  func.return
}

// -----

// A loop that may have no iteration: the cell may not be there, or hold nothing.
// CHECK-LABEL: @no_iteration
// CHECK: affine.for
// CHECK-NEXT: affine.load
func.func @no_iteration(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, 4)>()[%n] {
    %b = affine.load %B[0] : memref<4xf32>
    %c = arith.cmpf olt, %b, %x : f32
    // expected-remark@+1 {{'affine.load' is not shown to run whenever the loop is reached}}
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xf32>
    }
  }
  func.return
}

// -----

// A division under a condition that may be what keeps it from a zero.
// CHECK-LABEL: @division
// CHECK: affine.for
// CHECK: arith.divsi
func.func @division(%A: memref<4xf32>, %x: f32, %n: i32, %m: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %positive = arith.cmpf ogt, %a, %x : f32
    scf.if %positive {
      %q = arith.divsi %n, %m : i32
      %c = arith.cmpi sgt, %q, %zero : i32
      // expected-remark@+1 {{'arith.divsi' is not shown to run whenever the loop is reached}}
      scf.if %c {
        affine.store %x, %A[%i] : memref<4xf32>
      }
    }
  }
  func.return
}

// -----

// A sum that may overflow, and is then poison: the outer condition keeps it from the branch. The sum
// itself moves: poison that is not looked at does no harm.
// CHECK-LABEL: @poison
// CHECK: arith.addi %n, %m overflow<nsw>
// CHECK: affine.for
// CHECK: scf.if
// CHECK-NEXT: scf.if
func.func @poison(%A: memref<4xf32>, %x: f32, %n: i32, %m: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %positive = arith.cmpf ogt, %a, %x : f32
    scf.if %positive {
      %q = arith.addi %n, %m overflow<nsw> : i32
      %c = arith.cmpi sgt, %q, %zero : i32
      // expected-remark@+1 {{it may be poison or undef, and a branch on it before the loop could be undefined behaviour}}
      scf.if %c {
        affine.store %x, %A[%i] : memref<4xf32>
      }
    }
  }
  func.return
}

// -----

// A select may be on undef, an if may not.
// CHECK-LABEL: @select
// CHECK: affine.for
// CHECK: arith.select
func.func @select(%A: memref<4xf32>, %B: memref<1xf32>, %x: f32, %y: f32) {
  %b = affine.load %B[0] : memref<1xf32>
  %c = arith.cmpf olt, %b, %x : f32
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    // expected-remark@+1 {{it may be poison or undef, and a branch on it before the loop could be undefined behaviour}}
    %v = arith.select %c, %a, %y : f32
    affine.store %v, %A[%i] : memref<4xf32>
  }
  func.return
}

// -----

// What the loop decides stays without a word; so does a value of an operation that is not known.
// CHECK-LABEL: @variant
// CHECK: affine.for
// CHECK-NEXT: affine.load
func.func private @ask() -> i1
func.func @variant(%A: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %c = arith.cmpf olt, %a, %x : f32
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xf32>
    }
    %d = func.call @ask() : () -> i1
    scf.if %d {
      affine.store %x, %A[%i] : memref<4xf32>
    }
  }
  func.return
}

// -----

// Six conditions would make 64 copies.
// CHECK-LABEL: @copies
// CHECK: scf.if %{{.*}} {
func.func @copies(%A: memref<4xf32>, %x: f32, %a: i1, %b: i1, %c: i1, %d: i1, %e: i1, %f: i1) {
  affine.for %i = 0 to 4 {
    scf.if %a {
      affine.store %x, %A[0] : memref<4xf32>
    }
    scf.if %b {
      affine.store %x, %A[1] : memref<4xf32>
    }
    scf.if %c {
      affine.store %x, %A[2] : memref<4xf32>
    }
    scf.if %d {
      affine.store %x, %A[3] : memref<4xf32>
    }
    // expected-remark@+1 {{this would make more than 16 times as many operations}}
    scf.if %e {
      affine.store %x, %A[0] : memref<4xf32>
    }
    scf.if %f {
      affine.store %x, %A[%i] : memref<4xf32>
    }
  }
  func.return
}

// -----

// A condition that holds in any case is left to pad-simplify.
// CHECK-LABEL: @decided
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
func.func @decided(%A: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {
        affine.store %x, %A[%i, %j] : memref<4x4xf32>
      }
    }
  }
  func.return
}

// -----

// The same of an i1, of a constant, and of one in a loop whose iterations are not known.
// CHECK-LABEL: @decided_values
// CHECK: affine.for
// CHECK-NOT: scf.if
// CHECK: affine.for
// CHECK-COUNT-2: scf.if
// CHECK: scf.for
// CHECK-COUNT-2: scf.if
// CHECK-NOT: scf.if
func.func @decided_values(%A: memref<4x4xf32>, %L: memref<2xindex>, %x: f32) {
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %low = affine.load %L[0] : memref<2xindex>
  %high = affine.load %L[1] : memref<2xindex>
  %none = arith.cmpi slt, %c1, %c0 : index
  affine.for %i = 0 to 4 {
    %p = arith.cmpi slt, %i, %c4 : index
    affine.for %j = 0 to 4 {
      scf.if %p {
        affine.store %x, %A[%i, %j] : memref<4x4xf32>
      }
      scf.if %true {
        affine.store %x, %A[%j, %i] : memref<4x4xf32>
      }
    }
  }
  scf.for %k = %low to %high step %c1 {
    scf.if %true {
      affine.store %x, %A[0, 0] : memref<4x4xf32>
    }
    scf.if %none {
      affine.store %x, %A[1, 1] : memref<4x4xf32>
    }
  }
  func.return
}

// -----

// A part of a condition that may be undef: `false and undef` is false, but no if may be on undef.
// CHECK-LABEL: @undef_part
// CHECK: affine.for
// CHECK: scf.if
func.func @undef_part(%A: memref<4xf32>, %B: memref<1xf32>, %x: f32) {
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 4 {
    %b = affine.load %B[0] : memref<1xf32>
    %c = arith.cmpf olt, %b, %x : f32
    %d = arith.cmpi slt, %i, %c2 : index
    %e = arith.andi %c, %d : i1
    // expected-remark@+1 {{it may be poison or undef, and a branch on it before the loop could be undefined behaviour}}
    scf.if %e {
      affine.store %x, %A[%i] : memref<4xf32>
    }
  }
  func.return
}
