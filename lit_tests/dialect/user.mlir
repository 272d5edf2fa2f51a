// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

// CHECK-LABEL: @f
func.func @f(%c: i1) {
  // CHECK: pad.assume %c {pad.user} : i1
  pad.assume %c {pad.user} : i1
  func.return
}
