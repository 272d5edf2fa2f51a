// An assume has to follow from the original, restate a contract, or be the user's.
// RUN: sed '/pad.assume/d' %s > %t.before.mlir
// RUN: not pad-tv %t.before.mlir %s 2>&1 | filecheck %s
// RUN: sed 's/%is_zero : i1/%is_zero {pad.user} : i1/' %s > %t.user.mlir
// RUN: pad-tv %t.before.mlir %t.user.mlir | filecheck %s --check-prefix=USER
// CHECK: {{^}}@f: refuted: the assume 'pad.assume' at {{.+}}:16:5 for i = 0 doesn't follow from the original: (A[0] == 0.0)
// CHECK-NEXT: {{^}}  it fails for A[0] = {{.+}}
// CHECK-NOT: {{.}}
// USER: {{^}}@f: valid under 1 user assume: 'pad.assume' at {{.+}}:16:5

func.func @f(%A: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %is_zero = arith.cmpf oeq, %a, %zero : f32
    pad.assume %is_zero : i1
  }
  func.return
}
