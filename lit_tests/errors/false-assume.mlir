// An assume that is provably false.
// RUN: not pad-opt %s -p pad-apply-layouts 2>&1 | filecheck %s
// CHECK: false-assume.mlir:11:5: error: the assumed condition is false at iteration [13] of the loops around it
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f() {
  %c13 = arith.constant 13 : index
  affine.for %i = 0 to 14 {
    %less = arith.cmpi slt, %i, %c13 : index
    pad.assume %less : i1
  }
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
