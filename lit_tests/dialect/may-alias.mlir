// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

// CHECK: func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) attributes {pad.may_alias}
func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) attributes {pad.may_alias} {
  func.return
}

// CHECK: func.func private @g(memref<4xf32>, memref<4xf32>) attributes {pad.may_alias}
func.func private @g(memref<4xf32>, memref<4xf32>) attributes {pad.may_alias}
