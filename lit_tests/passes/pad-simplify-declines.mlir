// RUN: pad-opt %s -p pad-simplify --split-input-file --verify-diagnostics | filecheck %s

// A condition on data stays.
// CHECK-LABEL: @data
// CHECK: scf.if
func.func @data(%A: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xi32>
    %c = arith.cmpi slt, %a, %x : i32
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xi32>
    }
  }
  func.return
}

// -----

// What holds for most iterations stays; so does a bound that a size decides.
// CHECK-LABEL: @sometimes
// CHECK: affine.if affine_set<(d0) : (-d0 + 2 >= 0)>
// CHECK: arith.cmpi slt
func.func @sometimes(%A: memref<4xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<4xf32>
    }
    %c = arith.cmpi slt, %i, %n : index
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xf32>
    }
  }
  func.return
}

// -----

// A fact ends at the next write: the last load stays.
// CHECK-LABEL: @written
// CHECK: affine.store %x, %B[%i]
// CHECK: affine.load %B[0]
func.func @written(%B: memref<2xi32>, %x: i32, %i: index) -> i32 {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<2xi32>
  affine.store %x, %B[%i] : memref<2xi32>
  %b = affine.load %B[0] : memref<2xi32>
  func.return %b : i32
}

// -----

// A number below 8 may be negative, and large where it is read without a sign; -1 floordiv 8 is -1. One side of an `or`
// need not hold, and what is assumed later is not known yet.
// CHECK-LABEL: @open_range
// CHECK: arith.floordivsi
// CHECK: arith.divsi
// CHECK: arith.divui
// CHECK: arith.remui
// CHECK: arith.floordivsi
// CHECK: arith.floordivsi
func.func @open_range(%A: memref<6xi32>, %n: i32, %m: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %high = arith.cmpi slt, %n, %c8 : i32
  pad.assume %high : i1
  %f = arith.floordivsi %n, %c8 : i32
  affine.store %f, %A[0] : memref<6xi32>
  %d = arith.divsi %n, %c8 : i32
  affine.store %d, %A[1] : memref<6xi32>
  %u = arith.divui %n, %c8 : i32
  affine.store %u, %A[2] : memref<6xi32>
  %r = arith.remui %n, %c8 : i32
  affine.store %r, %A[3] : memref<6xi32>
  %zero = arith.cmpi eq, %m, %c0 : i32
  %either = arith.ori %zero, %c : i1
  pad.assume %either : i1
  %e = arith.floordivsi %m, %c8 : i32
  affine.store %e, %A[4] : memref<6xi32>
  %l = arith.floordivsi %m, %c8 : i32
  affine.store %l, %A[5] : memref<6xi32>
  pad.assume %zero : i1
  func.return
}

// -----

func.func @false(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %c3 = arith.constant 3 : index
    %holds = arith.cmpi slt, %i, %c3 : index
    // expected-error@+1 {{the assumed condition is false at iteration [3]}}
    pad.assume %holds : i1
  }
  func.return
}

// -----

// The smaller of two indices is not an affine expression: what is computed for it stays, and is used.
// CHECK-LABEL: @minimum
// CHECK: %[[ROW:.*]] = affine.min
// CHECK-NEXT: memref.load %A[%[[ROW]], %j]
// CHECK: %[[LESS:.*]] = arith.minsi %n, %{{.*}} : index
// CHECK-NEXT: memref.store %{{.*}}, %A[%[[LESS]], %j]
func.func @minimum(%A: memref<4x4xf32>, %n: index) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %row = affine.min affine_map<(d0, d1) -> (d0 * 2 + d1 floordiv 4, 3)>(%i, %j)
      %a = memref.load %A[%row, %j] : memref<4x4xf32>
      %less = arith.minsi %n, %c3 : index
      memref.store %a, %A[%less, %j] : memref<4x4xf32>
    }
  }
  func.return
}
