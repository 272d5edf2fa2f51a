// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC

// CHECK-LABEL: @types
func.func @types() {
  // CHECK-NEXT: pad.undef : f32
  // GENERIC: "pad.undef"() : () -> f32
  %f32 = pad.undef : f32
  // CHECK-NEXT: pad.undef : bf16
  %bf16 = pad.undef : bf16
  // CHECK-NEXT: pad.undef : i1
  %i1 = pad.undef : i1
  // CHECK-NEXT: pad.undef : index
  %index = pad.undef : index
  // CHECK-NEXT: pad.undef : vector<4xf32>
  %vector = pad.undef : vector<4xf32>
  // CHECK-NEXT: pad.undef {some.attribute} : f64
  // GENERIC: "pad.undef"() {some.attribute} : () -> f64
  %attributes = pad.undef {some.attribute} : f64
  func.return
}

// A value to store, to compute with, to compare in an assume, to choose by and to choose.
// CHECK-LABEL: @uses
func.func @uses(%A: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %u = pad.undef : f32
  %c = pad.undef : i1
  affine.store %u, %A[%i] : memref<4xf32>
  %sum = arith.addf %u, %x : f32
  %chosen = arith.select %c, %sum, %u : f32
  %same = arith.cmpf ueq, %x, %u : f32
  pad.assume %same : i1
  // A choice on an undef is either arm, so no undef.
  %c0 = arith.constant 0 : index
  %j = arith.select %c, %i, %c0 : index
  affine.store %chosen, %A[%j] : memref<4xf32>
  func.return %chosen : f32
}
