// Where the first arm may not run everywhere, the second may: RFC 77, "this check is repeated to see if the then_case can be
// simplified down to the else_case".
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p 'pad-remove-branching-through-overcompute{stage=compute}' | filecheck %s

// By its assume %A is 0 there, and 0 * %w - 0 is what the first arm stores.
// CHECK-LABEL: @scale_channels(
// CHECK: pad.assume
// CHECK-NOT: affine.if
// CHECK: affine.load %A
// CHECK-NEXT: arith.muli
// CHECK-NEXT: arith.subi
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
func.func @scale_channels(%A: memref<5x3x8xi64>, %B: memref<5x3x8xi64>, %w: i64) {
  %zero = arith.constant 0 : i64
  affine.for %p = 0 to 5 {
    affine.for %ci = 4 to 8 {
      %a = affine.load %A[%p, 2, %ci] : memref<5x3x8xi64>
      %is = arith.cmpi eq, %a, %zero : i64
      pad.assume %is : i1
    }
  }
  affine.for %p = 0 to 5 {
    affine.for %co = 0 to 3 {
      affine.for %ci = 0 to 8 {
        affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 20 >= 0)>(%co, %ci) {
          affine.store %zero, %B[%p, %co, %ci] : memref<5x3x8xi64>
        } else {
          %a = affine.load %A[%p, %co, %ci] : memref<5x3x8xi64>
          %s = arith.muli %a, %w : i64
          %n = arith.subi %s, %a : i64
          affine.store %n, %B[%p, %co, %ci] : memref<5x3x8xi64>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The value of the second arm, and the second value of the select: -inf changes no maximum.
// CHECK-LABEL: @row_peak(
// CHECK: pad.assume
// CHECK: memref.load
// CHECK-NEXT: arith.maximumf
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
func.func @row_peak(%A: memref<6x12xf32>, %P: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c10 = arith.constant 10 : index
  %c12 = arith.constant 12 : index
  %lowest = arith.constant 0xFF800000 : f32
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c10 to %c12 step %c1 {
      %a = memref.load %A[%i, %j] : memref<6x12xf32>
      %is = arith.cmpf oeq, %a, %lowest : f32
      pad.assume %is : i1
    }
  }
  scf.for %i = %c0 to %c6 step %c1 {
    %r = scf.for %j = %c0 to %c12 step %c1 iter_args(%m = %lowest) -> (f32) {
      %outside = arith.cmpi sge, %j, %c10 : index
      %a = scf.if %outside -> (f32) {
        scf.yield %lowest : f32
      } else {
        %x = memref.load %A[%i, %j] : memref<6x12xf32>
        scf.yield %x : f32
      }
      %n = arith.maximumf %m, %a : f32
      %k = arith.select %outside, %m, %n : f32
      scf.yield %k : f32
    }
    memref.store %r, %P[%i] : memref<6xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The shorter arm stays: %gain[0] is 1.
// CHECK-LABEL: @border_gain(
// CHECK: affine.store %one
// CHECK: affine.load %src
// CHECK-NEXT: affine.store %{{.*}}, %dst
// CHECK-NEXT: }
func.func @border_gain(%gain: memref<4xi32>, %src: memref<9x9xi32>, %dst: memref<9x9xi32>) {
  %one = arith.constant 1 : i32
  affine.store %one, %gain[0] : memref<4xi32>
  affine.for %y = 0 to 9 {
    affine.for %x = 0 to 9 {
      %a = affine.load %src[%y, %x] : memref<9x9xi32>
      affine.if affine_set<(d0) : (d0 == 0)>(%y) {
        %g = affine.load %gain[0] : memref<4xi32>
        %b = arith.muli %a, %g : i32
        affine.store %b, %dst[%y, %x] : memref<9x9xi32>
      } else {
        affine.store %a, %dst[%y, %x] : memref<9x9xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The first arm runs where both conditions hold, so the second may go on where one does not.
// CHECK-LABEL: @corner(
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B
// CHECK-NEXT: }
func.func @corner(%A: memref<6x6xi8>, %B: memref<6x6xi8>) {
  %zero = arith.constant 0 : i8
  affine.for %i = 4 to 6 {
    affine.for %j = 3 to 6 {
      affine.store %zero, %A[%i, %j] : memref<6x6xi8>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.if affine_set<(d0, d1) : (d0 - 4 >= 0, d1 - 3 >= 0)>(%i, %j) {
        affine.store %zero, %B[%i, %j] : memref<6x6xi8>
      } else {
        %a = affine.load %A[%i, %j] : memref<6x6xi8>
        %n = arith.subi %zero, %a : i8
        affine.store %n, %B[%i, %j] : memref<6x6xi8>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// So do flags of a value: what nothing promised where it did not run goes.
// CHECK-LABEL: @difference(
// CHECK-NOT: scf.if
// CHECK: arith.subi %{{.*}}, %{{.*}} : i32
// CHECK-NOT: scf.if
// CHECK: pad.stage = "compute"
func.func @difference(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %c5 = arith.constant 5 : index
  affine.for %i = 5 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %beyond = arith.cmpi sge, %i, %c5 : index
    %v = scf.if %beyond -> (i32) {
      scf.yield %zero : i32
    } else {
      %a = affine.load %A[%i] : memref<8xi32>
      %d = arith.subi %a, %a overflow<nsw> : i32
      scf.yield %d : i32
    }
    affine.store %v, %B[%i] : memref<8xi32>
  } {pad.stage = "compute"}
  func.return
}
