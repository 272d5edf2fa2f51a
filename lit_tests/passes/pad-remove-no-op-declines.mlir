// RUN: pad-opt %s -p pad-remove-no-op --split-input-file --verify-diagnostics | filecheck %s

// Read in between.
// CHECK-LABEL: @read
// CHECK: affine.store %x, %B[0]
// CHECK: affine.store %y, %B[0]
func.func @read(%A: memref<1xf32>, %B: memref<1xf32>, %x: f32, %y: f32) {
  affine.store %x, %B[0] : memref<1xf32>
  %b = affine.load %B[0] : memref<1xf32>
  affine.store %y, %B[0] : memref<1xf32>
  affine.store %b, %A[0] : memref<1xf32>
  func.return
}

// -----

// One cell is not overwritten.
// CHECK-LABEL: @one_left
// CHECK: affine.store %x, %B
// CHECK: affine.store %y, %B
func.func @one_left(%B: memref<16xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %B[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 15 {
    affine.store %y, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// Overwritten only where the data says so.
// CHECK-LABEL: @maybe
// CHECK: affine.store %x, %B[0]
// CHECK: affine.store %y, %B[0]
func.func @maybe(%B: memref<1xf32>, %x: f32, %y: f32, %c: i1) {
  affine.store %x, %B[0] : memref<1xf32>
  scf.if %c {
    affine.store %y, %B[0] : memref<1xf32>
  }
  func.return
}

// -----

// A call may read it; an alias may.
// CHECK-LABEL: @call
// CHECK: affine.store %x, %B[0]
// CHECK: affine.store %y, %B[0]
func.func private @look(memref<1xf32>)
func.func @call(%B: memref<1xf32>, %x: f32, %y: f32) {
  affine.store %x, %B[0] : memref<1xf32>
  func.call @look(%B) : (memref<1xf32>) -> ()
  affine.store %y, %B[0] : memref<1xf32>
  func.return
}

// -----

// CHECK-LABEL: @alias
// CHECK: affine.store %x, %B[0]
// CHECK: affine.store %y, %B[0]
func.func @alias(%A: memref<1xf32>, %B: memref<1xf32>, %x: f32, %y: f32) attributes {pad.may_alias} {
  affine.store %x, %B[0] : memref<1xf32>
  %a = affine.load %A[0] : memref<1xf32>
  affine.store %y, %B[0] : memref<1xf32>
  affine.store %a, %A[0] : memref<1xf32>
  func.return
}

// -----

// What was loaded is written back, but the cell was written in between.
// CHECK-LABEL: @between
// CHECK: affine.store %x, %B[%i]
// CHECK: affine.store %{{.*}}, %B[0]
func.func @between(%B: memref<2xf32>, %x: f32, %i: index) {
  %b = affine.load %B[0] : memref<2xf32>
  affine.store %x, %B[%i] : memref<2xf32>
  affine.store %b, %B[0] : memref<2xf32>
  func.return
}

// -----

// Known to be +0.0 or -0.0, which need not be the zero that is stored.
// CHECK-LABEL: @some_zero
// CHECK: affine.store %zero, %B[0]
func.func @some_zero(%B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %b = affine.load %B[0] : memref<1xf32>
  %holds = arith.cmpf oeq, %b, %zero : f32
  pad.assume %holds : i1
  // expected-remark@+1 {{store of a zero not removed: its cell is known to hold 0.0 or -0.0, not which; an assume of the bits (arith.bitcast) tells them apart, and fp=relaxed lets either stay}}
  affine.store %zero, %B[0] : memref<1xf32>
  func.return
}

// -----

// What is stored was loaded from a cell that depends on the data, perhaps another one.
// CHECK-LABEL: @from_any_cell
// CHECK: affine.store
func.func @from_any_cell(%B: memref<8xi32>, %at: memref<8xindex>) {
  affine.for %i = 0 to 8 {
    %k = affine.load %at[%i] : memref<8xindex>
    %b = memref.load %B[%k] : memref<8xi32>
    affine.store %b, %B[%i] : memref<8xi32>
  }
  func.return
}

// -----

// An assume is understood once the store goes that is between it and its load.
// CHECK-LABEL: @assumed_without_a_store_between
// CHECK-NOT: affine.store %{{.*}}, %B
// CHECK: affine.store %zero, %A
func.func @assumed_without_a_store_between(%A: memref<2xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 2 {
    %b = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<2xf32>
    affine.store %b, %B[0] : memref<1xf32>
    %c = arith.cmpf oeq, %a, %zero : f32
    pad.assume %c : i1
  }
  affine.for %i = 0 to 2 {
    // expected-remark@+1 {{store of a zero not removed: its cell is known to hold 0.0 or -0.0, not which}}
    affine.store %zero, %A[%i] : memref<2xf32>
  }
  func.return
}
