// What is compared before the budget of the run is spent is told; the rest is not validated, on every machine the same.
// RUN: not pad-tv --run-budget 140 %s %s 2>&1 | filecheck %s
// RUN: pad-tv --run-budget 0 %s %s | filecheck %s --check-prefix=WHOLE
// RUN: pad-tv %s %s | filecheck %s --check-prefix=WHOLE
// CHECK: {{^}}@first: valid
// CHECK-NEXT: {{^}}@sum: not validated: the run has spent its budget of 140 steps, in 'affine.for' at {{.*}}
// CHECK-NEXT: {{^}}@last: not validated: the run has spent its budget of 140 steps{{$}}
// WHOLE: {{^}}@first: valid
// WHOLE-NEXT: {{^}}@sum: valid
// WHOLE-NEXT: {{^}}@last: valid

func.func @first(%x: f32) -> f32 {
  func.return %x : f32
}

func.func @sum(%A: memref<14xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 14 iter_args(%s = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<14xf32>
    %t = arith.addf %s, %a : f32
    affine.yield %t : f32
  }
  func.return %r : f32
}

func.func @last(%x: f32) -> f32 {
  func.return %x : f32
}
