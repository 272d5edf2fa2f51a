// The smallest module and the shortest pipeline that still show what is wrong; the result is run again.
// RUN: pad-reduce %s -p 'cse, pad-split{loop=nope factor=8}, pad-simplify' --text 'there is no loop' -o %t.mlir 2>&1 | filecheck %s --check-prefix=COUNTS
// RUN: filecheck %s --check-prefix=TEXT < %t.mlir
// RUN: not pad-opt %t.mlir --run-reproducer 2>&1 | filecheck %s --check-prefix=AGAIN
// RUN: pad-reduce %s --command 'grep -q math.exp' | filecheck %s --check-prefix=COMMAND
// RUN: pad-reduce %s -p cse --command 'grep -q math.exp' --budget 3 -o %t.mlir 2>&1 | filecheck %s --check-prefix=BUDGET
// RUN: pad-reduce %s -p 'cse, pad-split{loop=nope factor=8}' --text 'IR Dump Before' -o %t.mlir -- --mlir-print-ir-before=pad-split
// RUN: filecheck %s --check-prefix=OPTIONS < %t.mlir

// COUNTS: pad-reduce: 2 operations and 1 pass are left, after {{[0-9]+}} candidates
// TEXT:      func.func @f() {
// TEXT-NEXT:   func.return
// TEXT-NEXT: }
// TEXT:      // pad-opt {{.+}}.mlir --run-reproducer
// TEXT:      pipeline: "builtin.module(pad-split{loop=nope factor={{[0-9]}}})"
// AGAIN: there is no loop
// COMMAND:      func.func @f
// COMMAND-NEXT:   %[[X:.+]] = arith.constant 0.000000e+00 : f32
// COMMAND-NEXT:   math.exp %[[X]] : f32
// COMMAND-NEXT:   func.return
// BUDGET: after 3 candidates; more may go, with a larger --budget
// OPTIONS:      builtin.module {
// OPTIONS-NEXT: }
// OPTIONS:      // pad-opt {{.+}}.mlir --run-reproducer --mlir-print-ir-before=pad-split
func.func @f(%A: memref<14xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 14 iter_args(%acc = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<14xf32>
    %e = math.exp %a : f32
    %s = arith.addf %acc, %e : f32
    affine.yield %s : f32
  }
  func.return %sum : f32
}
