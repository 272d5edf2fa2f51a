// RUN: pad-opt %s -p pad-check-assumes --split-input-file --verify-diagnostics | filecheck %s

// What stands after a write is not a promise of the caller.
// CHECK-LABEL: @behind
// CHECK-NOT: cf.assert
// CHECK: pad.assume
func.func @behind(%A: memref<4xf32>, %B: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<4xf32>
  %a = affine.load %A[0] : memref<4xf32>
  %holds = arith.cmpf oeq, %a, %zero : f32
  // expected-remark@+1 {{the assume is not checked: an operation before it may write memory}}
  pad.assume %holds : i1
  func.return
}

// -----

// So it is in a loop that writes: the second iteration comes after a write.
// CHECK-LABEL: @loop
// CHECK-NOT: cf.assert
func.func @loop(%A: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %holds = arith.cmpf oeq, %a, %zero : f32
    // expected-remark@+1 {{the assume is not checked: an operation before it may write memory}}
    pad.assume %holds : i1
    affine.store %zero, %A[%i] : memref<4xf32>
  }
  func.return
}

// -----

// A call may write.
// CHECK-LABEL: @call
// CHECK-NOT: cf.assert
func.func private @other()
func.func @call(%c: i1) {
  func.call @other() : () -> ()
  // expected-remark@+1 {{the assume is not checked: an operation before it may write memory}}
  pad.assume %c : i1
  func.return
}

// -----

// CHECK-LABEL: @local
// CHECK-NOT: cf.assert
func.func @local() {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() : memref<4xf32>
  %t = affine.load %T[0] : memref<4xf32>
  %holds = arith.cmpf oeq, %t, %zero : f32
  // expected-remark@+1 {{the assume is not checked: T is not an argument}}
  pad.assume %holds : i1
  memref.dealloc %T : memref<4xf32>
  func.return
}

// -----

// In an assume the load of A[14] is not an access; in an assert it would be one.
// CHECK-LABEL: @outside
// CHECK-NOT: cf.assert
func.func @outside(%A: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  %c14 = arith.constant 14 : index
  affine.for %i = 0 to 16 {
    %beyond = arith.cmpi sge, %i, %c14 : index
    %a = memref.load %A[%i] : memref<14xf32>
    %holds = arith.cmpf oeq, %a, %zero : f32
    %either = arith.ori %beyond, %holds : i1
    // expected-remark@+1 {{the assume is not checked: what it loads is not shown to be inside A}}
    pad.assume %either : i1
  }
  func.return
}

// -----

// So it is with what is forbidden of the padding.
// CHECK-LABEL: @forbidden
// CHECK-NOT: cf.assert
func.func @forbidden(%A: memref<2x4xf32> {pad.name = "A", pad.logical = memref<6xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [[{where = affine_map<(d0, d1) -> (2 - d1)>, kind = 0.0 : f32}, {kind = "forbidden"}]], {}>>}) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : index
  affine.for %ii = 2 to 4 {
    %beyond = arith.cmpi ne, %ii, %two : index
    %a = affine.load %A[1, %ii] : memref<2x4xf32>
    %holds = arith.cmpf oeq, %a, %zero : f32
    %either = arith.ori %beyond, %holds : i1
    // expected-remark@+1 {{the assume is not checked: what it loads may be forbidden padding of A}}
    pad.assume %either : i1
  }
  func.return
}

// -----

// That a value is arbitrary, any value satisfies.
// CHECK-LABEL: @arbitrary
// CHECK-NOT: cf.assert
func.func @arbitrary(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %u = pad.undef : f32
    %any = arith.cmpf ueq, %a, %u : f32
    pad.assume %any : i1
  }
  func.return
}

// -----

// What is to be proven, is not left to the caller.
// CHECK-LABEL: @static
// CHECK-NOT: cf.assert
func.func @static(%c: i1) {
  pad.assume %c {check = "static"} : i1
  func.return
}

// -----

// The assumes of padding come with the physical form.
// CHECK-LABEL: @pending
// CHECK-NOT: cf.assert
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
// expected-remark@+1 {{what layouts say of padding is not checked: run pad-apply-layouts first}}
func.func @pending(%A: memref<14xf32, #tiles>) {
  func.return
}
