// RUN: pad-opt %s -p pad-remove-branching-through-overcompute --split-input-file --verify-diagnostics | filecheck %s

// No stage has a name: each outermost loop is one, but for those that only state facts. The last
// guard stays, as more sums change S.
// CHECK-LABEL: @plain(
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: affine.for %i = 2 to 4 {
// CHECK-NEXT:   %a = affine.load %A[3, %i] : memref<4x4xf32>
// CHECK-NEXT:   %u = pad.undef : f32
// CHECK-NEXT:   %is = arith.cmpf ueq, %a, %u : f32
// CHECK-NEXT:   pad.assume %is : i1
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %i_1 = 2 to 4 {
// CHECK-NEXT:   %u_1 = pad.undef : f32
// CHECK-NEXT:   affine.store %u_1, %B[3, %i_1] : memref<4x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %io = 0 to 4 {
// CHECK-NEXT:   affine.for %ii = 0 to 4 {
// CHECK-NEXT:     %a_1 = affine.load %A[%io, %ii] : memref<4x4xf32>
// CHECK-NEXT:     affine.store %a_1, %B[%io, %ii] : memref<4x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %i_2 = 2 to 4 {
// CHECK-NEXT:   %u_2 = pad.undef : f32
// CHECK-NEXT:   affine.store %u_2, %B[3, %i_2] : memref<4x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %i_3 = 0 to 8 {
// CHECK-NEXT:   affine.if affine_set<(d0) : (-d0 + 5 >= 0)>(%i_3) {
// CHECK-NEXT:     %s = affine.load %S[0] : memref<1xi32>
// CHECK-NEXT:     %t = arith.addi %s, %n : i32
// CHECK-NEXT:     affine.store %t, %S[0] : memref<1xi32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @plain(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %S: memref<1xi32>, %n: i32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 2 to 4 {
    %a = affine.load %A[3, %i] : memref<4x4xf32>
    %u = pad.undef : f32
    %is = arith.cmpf ueq, %a, %u : f32
    pad.assume %is : i1
  }
  affine.for %i = 2 to 4 {
    %u = pad.undef : f32
    affine.store %u, %B[3, %i] : memref<4x4xf32>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        affine.store %a, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  }
  affine.for %i = 2 to 4 {
    %u = pad.undef : f32
    affine.store %u, %B[3, %i] : memref<4x4xf32>
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{stage 'i': guard kept: without the guard, iteration [6] is not shown to store the same value in S[0], which may be read later}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %S[0] : memref<1xi32>
      %t = arith.addi %s, %n : i32
      affine.store %t, %S[0] : memref<1xi32>
    }
  }
  func.return
}

// -----

// An outermost loop of scf, in an if; the loop's name is the stage's.
// CHECK-LABEL: @in_an_if(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c16 = arith.constant 16 : index
// CHECK-NEXT: %zero = arith.constant 0 : i32
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT:   affine.for %i = 14 to 16 {
// CHECK-NEXT:     memref.store %zero, %A[%i] : memref<16xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %i_1 = %c0 to %c16 step %c1 {
// CHECK-NEXT:     %a = memref.load %A[%i_1] : memref<16xi32>
// CHECK-NEXT:     %s = memref.load %S[%c0] : memref<1xi32>
// CHECK-NEXT:     %t = arith.addi %s, %a : i32
// CHECK-NEXT:     memref.store %t, %S[%c0] : memref<1xi32>
// CHECK-NEXT:   } {pad.loop = "cells"}
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @in_an_if(%A: memref<16xi32>, %S: memref<1xi32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  scf.if %c {
    affine.for %i = 14 to 16 {
      memref.store %zero, %A[%i] : memref<16xi32>
    }
    scf.for %i = %c0 to %c16 step %c1 {
      %inside = arith.cmpi slt, %i, %c14 : index
      scf.if %inside {
        %a = memref.load %A[%i] : memref<16xi32>
        %s = memref.load %S[%c0] : memref<1xi32>
        %t = arith.addi %s, %a : i32
        memref.store %t, %S[%c0] : memref<1xi32>
      }
    } {pad.loop = "cells"}
  }
  func.return
}

// -----

// Where only padding has stages, as pad-apply-layouts leaves it, the others are nests too.
// CHECK-LABEL: @beside_padding(
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: affine.for %i = 0 to 16 {
// CHECK-NEXT:   affine.store %zero, %B[%i] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %i_1 = 0 to 16 {
// CHECK-NEXT:   affine.if affine_set<(d0) : (d0 - 14 >= 0)>(%i_1) {
// CHECK-NEXT:     affine.store %zero, %B[%i_1] : memref<16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: } {pad.of_padding, pad.stage = "B_padding"}
// CHECK-NEXT: func.return
func.func @beside_padding(%B: memref<16xf32>, %A: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      affine.store %zero, %B[%i] : memref<16xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 14 >= 0)>(%i) {
      affine.store %zero, %B[%i] : memref<16xf32>
    }
  } {pad.of_padding, pad.stage = "B_padding"}
  func.return
}

// -----

// A stage that has a name is the only one.
// CHECK-LABEL: @named(
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: affine.for %i = 0 to 16 {
// CHECK-NEXT:   affine.if affine_set<(d0) : (-d0 + 13 >= 0)>(%i) {
// CHECK-NEXT:     affine.store %zero, %B[%i] : memref<16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %i_1 = 0 to 16 {
// CHECK-NEXT:   affine.store %zero, %C[%i_1] : memref<16xf32>
// CHECK-NEXT:   affine.store %zero, %B[%i_1] : memref<16xf32>
// CHECK-NEXT: } {pad.stage = "compute"}
// CHECK-NEXT: func.return
func.func @named(%B: memref<16xf32>, %C: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      affine.store %zero, %B[%i] : memref<16xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.store %zero, %C[%i] : memref<16xf32>
    affine.store %zero, %B[%i] : memref<16xf32>
  } {pad.stage = "compute"}
  func.return
}
