// Text that is not MLIR.
// RUN: not pad-opt %s 2>&1 | filecheck %s
// CHECK: unparsable.mlir:8:25: error: expected ']', got
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) {
  %a = affine.load %A[0 : memref<14xf32>
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
