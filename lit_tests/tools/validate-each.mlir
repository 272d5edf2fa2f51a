// After each pass of a pipeline, the functions that it changed are validated; nothing is said of proofs.
// RUN: pad-opt %s --split-input-file --validate-each -p 'pad-simplify,pad-remove-no-op' -o %t.mlir 2>&1 | filecheck %s --allow-empty --check-prefix=QUIET
// RUN: pad-opt %s --split-input-file --validate-each --term-budget 20 -p 'pad-simplify' -o %t.mlir 2>&1 | filecheck %s --check-prefix=LARGE
// RUN: pad-opt %s --split-input-file --validate-each --size n=30 -p 'pad-simplify' -o %t.mlir 2>&1 | filecheck %s --allow-empty --check-prefix=QUIET
// RUN: not pad-opt %s --split-input-file --validate-each --size k=30 -p 'pad-simplify' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not pad-opt %s --split-input-file --validate-each --size n -p 'pad-simplify' 2>&1 | filecheck %s --check-prefix=FORM
// RUN: pad-opt %s --split-input-file --validate-each --run-budget 1600 -p 'pad-simplify,pad-hoist-expression' -o %t.mlir 2>&1 | filecheck %s --check-prefix=PART
// RUN: pad-opt %s --split-input-file --validate-each --run-budget 0 -p 'pad-simplify' -o %t.mlir 2>&1 | filecheck %s --allow-empty --check-prefix=QUIET
// RUN: not pad-opt %s --split-input-file --validate-each --run-budget few -p 'pad-simplify' 2>&1 | filecheck %s --check-prefix=NUMBER
// RUN: pad-opt --help | filecheck %s --check-prefix=HELP
// QUIET-NOT: {{.}}
// LARGE: {{^}}{{.+}}validate-each.mlir:24:1: remark: [pad-simplify] @copy: not validated: too large to execute symbolically at n = 13: more than 20 steps; {{. runs? on random numbers}} found no difference
// LARGE-NOT: remark:
// PART: {{^}}{{.+}}validate-each.mlir:24:1: remark: [pad-simplify] @copy: not validated at n = 16: the run has spent its budget of 1600 steps; valid at n = 13
// NUMBER: {{^}}--run-budget: error: wants a number, got 'few'
// UNKNOWN: {{^}}{{.+}}validate-each.mlir:24:1: error: --size k: the sizes here are: n
// FORM: {{^}}--size: error: --size n: write it as n=13
// HELP: --validate-each
// HELP: --size n=13
// HELP: --term-budget N
// HELP: --run-budget N

// No guard is needed: what it asks is the case.
func.func @copy(%A: memref<64xf32>, %B: memref<64xf32>, %n: index) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<64xf32>
      affine.store %a, %B[%i] : memref<64xf32>
    }
  }
  func.return
}

// It stays as it is, so it is not looked at, whatever its size.
func.func @same(%A: memref<64xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    affine.store %zero, %A[%i] : memref<64xf32>
  }
  func.return
}
