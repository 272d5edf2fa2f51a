// The pipeline is in the file; a failing one leaves a file that fails the same way.
// RUN: pad-opt %s --run-reproducer | filecheck %s
// RUN: not pad-opt %s --pad-split='loop=j factor=2' --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | filecheck %s --check-prefix=FIRST
// RUN: filecheck %s --check-prefix=WRITTEN < %t.mlir
// RUN: not pad-opt %t.mlir --run-reproducer 2>&1 | filecheck %s --check-prefix=AGAIN

// CHECK:      %0 = arith.constant 1 : index
// CHECK-NEXT: func.return %0 : index

// FIRST:      run-reproducer.mlir:[[# @LINE + 8]]:{{[0-9]+}}: error: [[MESSAGE:.*]]
// FIRST:      note: reproducer generated; replay it with: pad-opt {{.*}}.mlir --run-reproducer
// WRITTEN:      external_resources: {
// WRITTEN-NEXT:   mlir_reproducer: {
// WRITTEN-NEXT:     pipeline: "builtin.module(pad-split{loop=j factor=2})",
// WRITTEN-NEXT:     disable_threading: true,
// WRITTEN-NEXT:     verify_each: true
// AGAIN: error:
func.func @f() -> index {
  %0 = arith.constant 1 : index
  %1 = arith.constant 1 : index
  func.return %1 : index
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(cse)",
      disable_threading: false,
      verify_each: true
    }
  }
#-}
