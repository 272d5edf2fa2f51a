// An undef that is an index.
// RUN: not pad-opt %s 2>&1 | filecheck %s
// CHECK: undef-index.mlir:8:8: error: 'pad.undef' op 'memref.load' uses an undef value as its index, which is not allowed
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) -> f32 {
  %u = pad.undef : index
  %a = memref.load %A[%u] : memref<14xf32>
  func.return %a : f32
}

// CHECK-NOT: {{Traceback|error:|func}}
