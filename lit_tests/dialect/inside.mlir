// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

// CHECK-LABEL: @f
func.func @f(%A: memref<?xf32>, %c: i1) {
  // CHECK: pad.assume %c {pad.inside = {of = "A", dim = 0 : i64}} : i1
  pad.assume %c {pad.inside = {of = "A", dim = 0}} : i1
  func.return
}
