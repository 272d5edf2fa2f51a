// RFC 77, "Enhancement - Remove No Op": a store of what the buffer is known to hold. The RFC assumes `B[0] == 0.0`, which
// -0.0 is too: the sum of a negative zero and more of them is one, that of the stored 0.0 and them is not. So the assume
// is on the bits; in @either_zero, where it is the RFC's, the store stays, but for `fp=relaxed`.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=BEFORE < %t.0.mlir
// RUN: pad-opt %s --verify-diagnostics -p pad-remove-no-op -o %t.1.mlir
// RUN: filecheck %s --check-prefix=AFTER < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s -p 'pad-remove-no-op{fp=relaxed}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=RELAXED < %t.2.mlir
// RUN: pad-tv --fp relaxed %s %t.2.mlir

// BEFORE-LABEL: @sum
// BEFORE: pad.assume
// BEFORE-NEXT: affine.store %zero, %B[0]
// BEFORE-NEXT: affine.for %[[I:.*]] = 0 to %M {

// AFTER-LABEL: @sum
// AFTER: %[[B:.*]] = affine.load %B[0]
// AFTER-NEXT: %[[BITS:.*]] = arith.bitcast %[[B]]
// AFTER-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %zero
// AFTER-NEXT: pad.assume %[[HOLDS]]
// AFTER-NEXT: affine.for %[[I:.*]] = 0 to %M {
// AFTER-NEXT: %[[S:.*]] = affine.load %B[0]
// AFTER-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// AFTER-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[A]]
// AFTER-NEXT: affine.store %[[T]], %B[0]
// AFTER-LABEL: @either_zero
// AFTER: %[[HOLDS:.*]] = arith.cmpf oeq, %{{.*}}, %[[ZERO:.*]] : f32
// AFTER-NEXT: pad.assume %[[HOLDS]]
// AFTER-NEXT: affine.store %[[ZERO]], %B[0]
// AFTER-NEXT: affine.for %{{.*}} = 0 to %M {

// RELAXED-LABEL: @either_zero
// RELAXED: %[[B:.*]] = affine.load %B[0]
// RELAXED-NEXT: %[[HOLDS:.*]] = arith.cmpf oeq, %[[B]], %zero
// RELAXED-NEXT: pad.assume %[[HOLDS]]
// RELAXED-NEXT: affine.for %[[I:.*]] = 0 to %M {
// RELAXED-NEXT: %[[S:.*]] = affine.load %B[0]
// RELAXED-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// RELAXED-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[A]]
// RELAXED-NEXT: affine.store %[[T]], %B[0]
func.func @sum(%A: memref<?xf32> {pad.name = "A"}, %B: memref<1xf32>, %M: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero_bits = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %known = affine.load %B[0] : memref<1xf32>
  %bits = arith.bitcast %known : f32 to i32
  %holds = arith.cmpi eq, %bits, %zero_bits : i32
  pad.assume %holds {pad.user} : i1
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to %M {
    %s = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %B[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

func.func @either_zero(%A: memref<?xf32> {pad.name = "A"}, %B: memref<1xf32>, %M: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  %known = affine.load %B[0] : memref<1xf32>
  %holds = arith.cmpf oeq, %known, %zero : f32
  pad.assume %holds {pad.user} : i1
  // expected-remark@+1 {{store of a zero not removed: its cell is known to hold 0.0 or -0.0, not which}}
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to %M {
    %s = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %B[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}
