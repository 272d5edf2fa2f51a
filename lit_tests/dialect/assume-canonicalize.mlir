// What is proven needs no assume; anything else is a fact, and stays where it stands.
// RUN: pad-opt %s -p canonicalize,cse,dce | filecheck %s

// CHECK-LABEL: @proven
// CHECK-NOT: pad.assume
// CHECK: func.return
func.func @proven() {
  %true = arith.constant true
  pad.assume %true : i1
  pad.assume %true {check = "static"} : i1
  func.return
}

// A condition on an argument, or on a cell, is a fact that nothing else states.
// CHECK-LABEL: @fact
// CHECK: %[[LESS:.*]] = arith.cmpi slt, %n
// CHECK-NEXT: pad.assume %[[LESS]]
// CHECK: %[[A:.*]] = affine.load
// CHECK: %[[IS_ZERO:.*]] = arith.cmpi eq, %[[A]]
// CHECK-NEXT: pad.assume %[[IS_ZERO]]
func.func @fact(%n: index, %A: memref<4xi32>) {
  %c4 = arith.constant 4 : index
  %less = arith.cmpi slt, %n, %c4 : index
  pad.assume %less : i1
  %a = affine.load %A[0] : memref<4xi32>
  %zero = arith.constant 0 : i32
  %is_zero = arith.cmpi eq, %a, %zero : i32
  pad.assume %is_zero : i1
  func.return
}

// What holds in a loop in an if holds nowhere else.
// CHECK-LABEL: @in_place
// CHECK: scf.if
// CHECK-NEXT: scf.for
// CHECK-NEXT: pad.assume
func.func @in_place(%c: i1, %d: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    scf.for %i = %c0 to %n step %c1 {
      pad.assume %d : i1
    }
  }
  func.return
}
