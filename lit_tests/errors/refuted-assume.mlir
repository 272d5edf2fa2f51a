// An assume about cells that a store before it left with another value.
// RUN: not pad-opt %s -p pad-remove-branching-through-overcompute 2>&1 | filecheck %s
// CHECK: refuted-assume.mlir:16:5: error: the assumed condition is false at iteration [3] of the loops around it, so this place must never be reached; remove the assume, or correct its condition
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 3 to 16 {
    affine.store %one, %A[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %is = arith.cmpi eq, %a, %zero : i32
    pad.assume %is : i1
  }
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
