// RUN: pad-opt %s -p pad-expand-math --split-input-file --verify-diagnostics
// RUN: pad-opt %s -p pad-expand-math --split-input-file | filecheck %s

// CHECK-LABEL: @short
// CHECK: math.exp %a : f8E4M3FN
func.func @short(%a: f8E4M3FN) -> f8E4M3FN {
  // expected-remark@+1 {{math.exp of f8E4M3FN not expanded: there is no formula}}
  %b = math.exp %a : f8E4M3FN
  func.return %b : f8E4M3FN
}

// -----

// There is no remark on what is an instruction anyway, or no function of this pass.
// CHECK-LABEL: @others
// CHECK: math.sqrt
// CHECK: math.floor
// CHECK: math.acosh
// CHECK: math.ipowi
func.func @others(%a: f32, %n: i32) -> (f32, f32, f32, i32) {
  %b = math.sqrt %a : f32
  %c = math.floor %a : f32
  %d = math.acosh %a : f32
  %e = math.ipowi %n, %n : i32
  func.return %b, %c, %d, %e : f32, f32, f32, i32
}
