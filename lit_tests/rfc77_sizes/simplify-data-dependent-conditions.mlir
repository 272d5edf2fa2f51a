// RFC 77, "Enhancement - Simplify": the first body may change what the second condition reads, so the ifs stay two.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=BEFORE < %t.0.mlir
// RUN: pad-opt %s -p pad-simplify -o %t.1.mlir
// RUN: filecheck %s --check-prefix=STAYS < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// BEFORE-LABEL: @func
// BEFORE: scf.if
// BEFORE: scf.if

// STAYS-LABEL: @func
// STAYS: affine.for %[[I:.*]] = 0 to %M {
// STAYS-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// STAYS-NEXT: %[[C:.*]] = arith.cmpf olt, %[[A]], %zero
// STAYS-NEXT: scf.if %[[C]] {
// STAYS-NEXT: %[[X:.*]] = affine.load %A[%[[I]]]
// STAYS-NEXT: %[[Y:.*]] = arith.addf %[[X]], %one
// STAYS-NEXT: affine.store %[[Y]], %A[%[[I]]]
// STAYS-NEXT: }
// STAYS-NEXT: %[[A2:.*]] = affine.load %A[%[[I]]]
// STAYS-NEXT: %[[C2:.*]] = arith.cmpf olt, %[[A2]], %zero
// STAYS-NEXT: scf.if %[[C2]] {
// STAYS-NEXT: affine.store %zero, %A[%[[I]]]
// STAYS-NEXT: }
// STAYS-NEXT: }
func.func @func(%A: memref<?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %M: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %M {
    %a = affine.load %A[%i] : memref<?xf32>
    %negative = arith.cmpf olt, %a, %zero : f32
    scf.if %negative {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.addf %x, %one : f32
      affine.store %y, %A[%i] : memref<?xf32>
    }
    %b = affine.load %A[%i] : memref<?xf32>
    %still = arith.cmpf olt, %b, %zero : f32
    scf.if %still {
      affine.store %zero, %A[%i] : memref<?xf32>
    }
  }
  func.return
}
