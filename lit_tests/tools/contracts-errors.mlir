// Contracts are those of a module that is right; else there are errors, and no JSON.
// RUN: pad-opt %s --contracts --split-input-file --verify-diagnostics | filecheck %s
// RUN: not pad-opt %s --contracts --split-input-file 2>&1 | filecheck %s --check-prefix=PRINTED

// One document a module.
// CHECK: "functions": []
// CHECK: // -----
// CHECK: "name": "f"
// CHECK-NOT: "name": "g"
// PRINTED: error: in the layout of
// PRINTED-NOT: Traceback
// PRINTED-NOT: version

// -----

func.func @f() {
  func.return
}

// -----

// expected-error@+1 {{is not injective on [14]}}
func.func @g(%A: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2)>], [0.0 : f32], {}>>) {
  func.return
}
