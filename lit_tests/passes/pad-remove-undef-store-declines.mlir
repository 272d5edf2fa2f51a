// Memory that nobody wrote need not hold one value, so a store that somebody may read stores 0 instead.
// RUN: pad-opt %s -p pad-remove-undef-store --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @read
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: affine.store %[[ZERO]], %b[3]
func.func @read(%i: index) -> f32 {
  %b = memref.alloc() : memref<4xf32>
  %u = pad.undef : f32
  // expected-remark@+1 {{[pad-remove-undef-store] store of undef to 'b' replaced by a store of 0: the cell may be read}}
  affine.store %u, %b[3] : memref<4xf32>
  %a = affine.load %b[%i] : memref<4xf32>
  func.return %a : f32
}

// -----

// An assume says that the cell it is about is readable.
// CHECK-LABEL: @assumed
// CHECK: affine.store %{{.*}}, %b[3]
func.func @assumed(%x: f32) {
  %b = memref.alloc() : memref<4xf32>
  %u = pad.undef : f32
  // expected-remark@+1 {{the cell may be read}}
  affine.store %u, %b[3] : memref<4xf32>
  %a = affine.load %b[3] : memref<4xf32>
  %same = arith.cmpf oeq, %a, %x : f32
  pad.assume %same : i1
  func.return
}

// -----

// CHECK-LABEL: @passed_on
// CHECK: affine.store
func.func private @g(memref<4xf32>)
func.func @passed_on() {
  %b = memref.alloca() : memref<4xf32>
  %u = pad.undef : f32
  // expected-remark@+1 {{the cell may be read}}
  affine.store %u, %b[3] : memref<4xf32>
  func.call @g(%b) : (memref<4xf32>) -> ()
  func.return
}

// -----

// The caller's buffer may be a local one.
// CHECK-LABEL: @called
// CHECK: affine.store
func.func @called(%B: memref<4xf32>) {
  %u = pad.undef : f32
  // expected-remark@+1 {{store of undef to 'B' replaced by a store of 0: @caller calls @called, maybe with a local buffer there, and memory that nobody wrote need not hold one value}}
  affine.store %u, %B[3] : memref<4xf32>
  func.return
}
func.func @caller() {
  %b = memref.alloc() : memref<4xf32>
  func.call @called(%b) : (memref<4xf32>) -> ()
  func.return
}

// -----

// CHECK-LABEL: @chosen
// CHECK: affine.store
func.func @chosen(%A: memref<4xf32>, %c: i1) {
  %b = memref.alloc() : memref<4xf32>
  %either = arith.select %c, %A, %b : memref<4xf32>
  %u = pad.undef : f32
  // expected-remark@+1 {{the buffer may be a local one}}
  affine.store %u, %either[3] : memref<4xf32>
  func.return
}

// -----

// CHECK-LABEL: @branched
// CHECK: memref.store
func.func @branched() -> f32 {
  %c0 = arith.constant 0 : index
  %b = memref.alloc() : memref<4xf32>
  cf.br ^bb1(%b : memref<4xf32>)
^bb1(%any: memref<4xf32>):
  %u = pad.undef : f32
  // expected-remark@+1 {{the buffer may be a local one}}
  memref.store %u, %any[%c0] : memref<4xf32>
  %a = memref.load %any[%c0] : memref<4xf32>
  func.return %a : f32
}

// -----

// One undef is one value: the two cells must be equal.
// CHECK-LABEL: @one_value
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: affine.store %[[ZERO]], %B[0]
// CHECK: affine.store %[[ZERO]], %B[1]
func.func @one_value(%B: memref<4xf32>) {
  %u = pad.undef : f32
  // expected-remark@+1 {{other places see the same undef}}
  affine.store %u, %B[0] : memref<4xf32>
  // expected-remark@+1 {{other places see the same undef}}
  affine.store %u, %B[1] : memref<4xf32>
  func.return
}

// -----

// CHECK-LABEL: @one_for_all_iterations
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: affine.store %[[ZERO]]
func.func @one_for_all_iterations(%B: memref<4xf32>) {
  %u = pad.undef : f32
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{other places see the same undef}}
    affine.store %u, %B[%i] : memref<4xf32>
  }
  func.return
}

// -----

func.func @no_zero() -> complex<f32> {
  // expected-error@+1 {{an undef of type complex<f32> cannot be lowered: it is not an integer, float or index}}
  %u = pad.undef : complex<f32>
  func.return %u : complex<f32>
}
