// RUN: pad-opt %s -p pad-remove-assume 2>&1 | filecheck %s
// RUN: pad-opt %s -p pad-remove-assume,pad-remove-assume | filecheck %s

// The nest that states an argument's padding goes with all that it needs (RFC 77, "RemoveAssume").
// CHECK-LABEL: @padding
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14
// CHECK-NEXT: affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4]
func.func @padding(%A: memref<4x4xf32>, %B: memref<14xf32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
      %c14 = arith.constant 14 : index
      %valid = arith.cmpi slt, %i, %c14 : index
      %a = affine.load %A[%io, %ii] : memref<4x4xf32>
      %value = arith.constant -1.0 : f32
      %same = arith.cmpf oeq, %a, %value : f32
      %either = arith.ori %valid, %same : i1
      pad.assume %either : i1
    } {pad.loop = "ii"}
  } {pad.loop = "io", pad.stage = "A_assume"}
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    %twice = arith.mulf %a, %two : f32
    affine.store %twice, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// Undefs, math, bit patterns, scf and memref go as well.
// CHECK-LABEL: @kinds
// CHECK-NEXT: func.return
func.func @kinds(%A: memref<4xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %A[%i] : memref<4xf32>
    %u = pad.undef : f32
    %same = arith.cmpf ueq, %a, %u : f32
    pad.assume %same : i1
    %bits = arith.bitcast %a : f32 to i32
    %zero = arith.constant 0 : i32
    %is_zero = arith.cmpi eq, %bits, %zero : i32
    pad.assume %is_zero : i1
    %size = math.absf %a : f32
    %inf = arith.constant 0x7f800000 : f32
    %finite = arith.cmpf olt, %size, %inf : f32
    pad.assume %finite {pad.user} : i1
  }
  scf.if %c {
    %less = arith.cmpi slt, %c0, %n : index
    pad.assume %less : i1
  }
  affine.if affine_set<(d0) : (d0 >= 0)>(%n) {
    pad.assume %c : i1
  }
  func.return
}

// What something else needs stays: loads, conditions, loops.
// CHECK-LABEL: @shared
// CHECK: affine.for %[[I:.*]] = 0 to 4
// CHECK-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// CHECK-NEXT: affine.store %[[A]], %B[%[[I]]]
// CHECK-NEXT: }
// CHECK: scf.if %[[C:.*]] {
// CHECK-NEXT: affine.store
func.func @shared(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %same = arith.cmpf oeq, %a, %x : f32
    pad.assume %same : i1
    affine.store %a, %B[%i] : memref<4xf32>
  }
  %less = arith.cmpf olt, %x, %y : f32
  pad.assume %less : i1
  scf.if %less {
    affine.store %x, %A[0] : memref<4xf32>
  }
  func.return
}

// So do calls, and what has no use already is not its business.
// CHECK-LABEL: @calls
// CHECK: func.call @flag
// CHECK: arith.addf %x, %x
// CHECK-NOT: pad.assume
// CHECK: func.return
func.func private @flag() -> i1
func.func @calls(%x: f32) {
  %c = func.call @flag() : () -> i1
  pad.assume %c : i1
  %unused = arith.addf %x, %x : f32
  func.return
}

// A loop that carries the condition to the assume goes, one whose result is used stays.
// CHECK-LABEL: @carried
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @carried(%x: f32) {
  %r = affine.for %i = 0 to 4 iter_args(%s = %x) -> (f32) {
    %t = arith.addf %s, %s : f32
    affine.yield %t : f32
  }
  %less = arith.cmpf olt, %r, %x : f32
  pad.assume %less : i1
  func.return
}
