// With `trust`, what padding has to hold becomes an assume that anyone can see.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{trust=true}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir | filecheck %s --check-prefix=VERDICT

// At the head of the function, of the padding only.
// CHECK-LABEL: @sum
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[ZERO]]
// CHECK-NEXT: %[[EITHER:.*]] = arith.ori %{{.*}}, %[[HOLDS]]
// CHECK-NEXT: pad.assume %[[EITHER]] {pad.user} : i1
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
// VERDICT: @sum: valid under 1 user assume
func.func @sum(%A: memref<4x4xi32>, %B: memref<1xi32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// Undef by its contract; a maximum asks for -inf.
// CHECK-LABEL: @maximum
// CHECK: arith.constant 0xff800000 : f32
// CHECK-NEXT: arith.cmpf oeq
// CHECK: pad.assume %{{.*}} {pad.user} : i1
// CHECK-NOT: affine.if
// CHECK: func.return
// VERDICT: @maximum: valid under 1 user assume
func.func @maximum(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>}, %init: f32) -> f32 {
  %r = affine.for %io = 0 to 4 iter_args(%x = %init) -> (f32) {
    %q = affine.for %ii = 0 to 4 iter_args(%y = %x) -> (f32) {
      %v = affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) -> f32 {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %t = arith.maximumf %y, %a : f32
        affine.yield %t : f32
      } else {
        affine.yield %y : f32
      }
      affine.yield %v : f32
    }
    affine.yield %q : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// A product of floats is a zero where both factors are: two assumes. Any zero will do in a sum that began at 0.0.
// CHECK-LABEL: @dot
// CHECK-COUNT-2: pad.assume %{{.*}} {pad.user} : i1
// CHECK-NOT: pad.assume
// CHECK-NOT: affine.if
// CHECK: func.return
// VERDICT: @dot: valid under 2 user assumes
func.func @dot(%A: memref<16xf32>, %F: memref<16xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<16xf32>
      %f = affine.load %F[%i] : memref<16xf32>
      %p = arith.mulf %f, %a : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// Written before the stage: so is the assume.
// CHECK-LABEL: @written_before
// CHECK: affine.store %x, %A
// CHECK: pad.assume %{{.*}} {pad.user} : i1
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: affine.if
// CHECK: func.return
// VERDICT: @written_before: valid under 1 user assume
func.func @written_before(%A: memref<16xi32>, %B: memref<1xi32>, %x: i32) {
  affine.for %k = 0 to 16 {
    affine.store %x, %A[%k] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<16xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
