// The sign of a zero stays where more than results may rest on it: pad values, and assumes on bits.
// RUN: pad-opt %s -p 'pad-remove-no-op{fp=relaxed}' --verify-diagnostics | filecheck %s
// RUN: grep -v 'affine.store %zero' %s > %t.mlir
// RUN: not pad-tv --fp relaxed %s %t.mlir 2>&1 | filecheck %s --check-prefix=WITHOUT

// Padding that promises 0.0.
// CHECK-LABEL: @padding
// CHECK: affine.store %zero, %A
func.func @padding(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>}, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to 4 {
    affine.store %x, %A[0, %j] : memref<4x4xf32>
    affine.store %x, %A[1, %j] : memref<4x4xf32>
    affine.store %x, %A[2, %j] : memref<4x4xf32>
  }
  affine.for %j = 0 to 4 {
    %a = affine.load %A[3, %j] : memref<4x4xf32>
    %holds = arith.cmpf oeq, %a, %zero : f32
    pad.assume %holds : i1
  }
  affine.for %j = 0 to 4 {
    // expected-remark@+1 {{store of a zero not removed: its cell is known to hold 0.0 or -0.0, and the sign may matter to more than results: the cell may be padding}}
    affine.store %zero, %A[3, %j] : memref<4x4xf32>
  }
  func.return
}

// It is copied there.
// WITHOUT: @copied: {{refuted|not validated}}
// CHECK-LABEL: @copied
// CHECK: affine.store %zero, %B
func.func @copied(%B: memref<4xf32>, %T: memref<4xf32>, %A: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>}) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to 4 {
    %b = affine.load %B[%j] : memref<4xf32>
    %holds = arith.cmpf oeq, %b, %zero : f32
    pad.assume %holds : i1
  }
  affine.for %j = 0 to 4 {
    // expected-remark@+1 {{it may be stored to padding}}
    affine.store %zero, %B[%j] : memref<4xf32>
  }
  memref.copy %B, %T : memref<4xf32> to memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %b = affine.load %T[%j] : memref<4xf32>
      affine.store %b, %A[%i, %j] : memref<4x4xf32>
    }
  }
  func.return
}

// An assume of its bits, which the store shows; an if in between.
// WITHOUT: @bits: {{refuted|not validated}}
// CHECK-LABEL: @bits
// CHECK: affine.store %zero, %B[0]
func.func @bits(%B: memref<1xf32>, %c: i1) {
  %zero = arith.constant 0.0 : f32
  %zero_bits = arith.constant 0 : i32
  %known = affine.load %B[0] : memref<1xf32>
  %is_zero = arith.cmpf oeq, %known, %zero : f32
  pad.assume %is_zero {pad.user} : i1
  // expected-remark@+1 {{'pad.assume' may rest on it}}
  affine.store %zero, %B[0] : memref<1xf32>
  %b = affine.load %B[0] : memref<1xf32>
  %d = arith.addf %b, %b : f32
  %e = scf.if %c -> (f32) {
    scf.yield %d : f32
  } else {
    scf.yield %zero : f32
  }
  %bits = arith.bitcast %e : f32 to i32
  %holds = arith.cmpi eq, %bits, %zero_bits : i32
  pad.assume %holds : i1
  func.return
}

// Another function may rest on it: a callee, and a caller.
// CHECK-LABEL: @called
// CHECK: affine.store %zero, %B[0]
func.func private @look(memref<1xf32>)
func.func @called(%B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %known = affine.load %B[0] : memref<1xf32>
  %is_zero = arith.cmpf oeq, %known, %zero : f32
  pad.assume %is_zero {pad.user} : i1
  // expected-remark@+1 {{'func.call' may rest on it}}
  affine.store %zero, %B[0] : memref<1xf32>
  func.call @look(%B) : (memref<1xf32>) -> ()
  func.return
}

// CHECK-LABEL: @callee
// CHECK: affine.store %zero, %B[0]
func.func private @callee(%B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %known = affine.load %B[0] : memref<1xf32>
  %is_zero = arith.cmpf oeq, %known, %zero : f32
  pad.assume %is_zero {pad.user} : i1
  // expected-remark@+1 {{another function calls this one}}
  affine.store %zero, %B[0] : memref<1xf32>
  func.return
}
func.func @caller(%B: memref<1xf32>) {
  %zero_bits = arith.constant 0 : i32
  func.call @callee(%B) : (memref<1xf32>) -> ()
  %b = affine.load %B[0] : memref<1xf32>
  %bits = arith.bitcast %b : f32 to i32
  %holds = arith.cmpi eq, %bits, %zero_bits : i32
  pad.assume %holds {pad.user} : i1
  func.return
}

// The stage that writes the padding of an output, of which nothing is known on entry.
// CHECK-LABEL: @promised
// CHECK: affine.store %zero, %B
#promised = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
func.func @promised(%B: memref<4x4xf32> {pad.logical = memref<14xf32, #promised>}, %A: memref<14xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = arith.mulf %a, %x : f32
    affine.store %b, %B[%i floordiv 4, %i mod 4] : memref<4x4xf32>
  } {pad.stage = "scale"}
  affine.for %ii = 2 to 4 {
    %b = affine.load %B[3, %ii] : memref<4x4xf32>
    %is = arith.cmpf oeq, %b, %zero : f32
    pad.assume %is : i1
  }
  affine.for %ii = 2 to 4 {
    // expected-remark@+1 {{the cell may be padding}}
    affine.store %zero, %B[3, %ii] : memref<4x4xf32>
  } {pad.of_padding, pad.stage = "B_padding"}
  func.return
}

// Nothing tells that it is a zero.
// CHECK-LABEL: @any_value
// CHECK: affine.store %zero, %B[0]
func.func @any_value(%B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  func.return
}

// The sign decides which arm runs.
// CHECK-LABEL: @decides
// CHECK: affine.store %zero
func.func @decides(%A: memref<1xf32>, %O: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %a = affine.load %A[0] : memref<1xf32>
  %is = arith.cmpf oeq, %a, %zero : f32
  pad.assume %is : i1
  // expected-remark@+1 {{'scf.if' may rest on it}}
  affine.store %zero, %A[0] : memref<1xf32>
  %x = affine.load %A[0] : memref<1xf32>
  %q = arith.divf %one, %x : f32
  %c = arith.cmpf ogt, %q, %zero : f32
  scf.if %c {
    affine.store %one, %O[0] : memref<1xf32>
  } else {
    %o = affine.load %O[0] : memref<1xf32>
    %holds = arith.cmpf oeq, %o, %one : f32
    pad.assume %holds : i1
  }
  func.return
}

// The divisor is 0 for a zero of the other sign.
// CHECK-LABEL: @divides
// CHECK: affine.store %zero
func.func @divides(%A: memref<1xf32>, %O: memref<1xi32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %sign = arith.constant 0x80000000 : i32
  %a = affine.load %A[0] : memref<1xf32>
  %is = arith.cmpf oeq, %a, %zero : f32
  pad.assume %is : i1
  // expected-remark@+1 {{'arith.divui' may rest on it}}
  affine.store %zero, %A[0] : memref<1xf32>
  %x = affine.load %A[0] : memref<1xf32>
  %b = arith.bitcast %x : f32 to i32
  %d = arith.xori %b, %sign : i32
  %q = arith.divui %one, %d : i32
  affine.store %q, %O[0] : memref<1xi32>
  func.return
}

// The cell is another one, or none.
// CHECK-LABEL: @addresses
// CHECK: affine.store %zero
func.func @addresses(%A: memref<1xf32>, %O: memref<1xi32>, %y: i32) {
  %zero = arith.constant 0.0 : f32
  %a = affine.load %A[0] : memref<1xf32>
  %is = arith.cmpf oeq, %a, %zero : f32
  pad.assume %is : i1
  // expected-remark@+1 {{'memref.store' may rest on it}}
  affine.store %zero, %A[0] : memref<1xf32>
  %x = affine.load %A[0] : memref<1xf32>
  %b = arith.bitcast %x : f32 to i32
  %i = arith.index_cast %b : i32 to index
  memref.store %y, %O[%i] : memref<1xi32>
  func.return
}

// The padding [0, 3] copies [0, 0].
// CHECK-LABEL: @copied_by_padding
// CHECK-COUNT-2: affine.store %zero
func.func @copied_by_padding(%B: memref<1x4xf32> {pad.logical = memref<3xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 3)>], {}>>}) {
  %zero = arith.constant 0.0 : f32
  %b = affine.load %B[0, 0] : memref<1x4xf32>
  %is = arith.cmpf oeq, %b, %zero : f32
  pad.assume %is : i1
  // expected-remark@+1 {{the cell may be padding}}
  affine.store %zero, %B[0, 0] : memref<1x4xf32>
  affine.store %zero, %B[0, 3] : memref<1x4xf32>
  func.return
}

// Under another name the cell may be read by anything.
// CHECK-LABEL: @other_names
// CHECK: affine.store %zero, %A
func.func @other_names(%A: memref<1xf32>, %O: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = affine.load %A[0] : memref<1xf32>
  %is = arith.cmpf oeq, %a, %zero : f32
  pad.assume %is : i1
  // expected-remark@+1 {{it is stored where other names may be read}}
  affine.store %zero, %A[0] : memref<1xf32>
  %x = affine.load %A[0] : memref<1xf32>
  %V = memref.cast %O : memref<1xf32> to memref<?xf32>
  affine.store %x, %V[0] : memref<?xf32>
  func.return
}
