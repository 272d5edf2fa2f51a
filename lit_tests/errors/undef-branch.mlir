// An undef that is branched on, after a comparison.
// RUN: not pad-opt %s 2>&1 | filecheck %s
// CHECK: undef-branch.mlir:8:8: error: 'pad.undef' op 'scf.if' uses an undef value as its branch condition, which is not allowed
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>, %x: f32) {
  %u = pad.undef : f32
  %less = arith.cmpf olt, %u, %x : f32
  scf.if %less {
    affine.store %x, %A[0] : memref<14xf32>
  }
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
