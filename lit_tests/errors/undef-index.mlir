// An undef that is an index.
// RUN: not pad-opt %s 2>&1 | filecheck %s
// CHECK: undef-index.mlir:8:8: error: 'pad.undef' op an undef value may be no index, but 'memref.load' takes it as one
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) -> f32 {
  %u = pad.undef : index
  %a = memref.load %A[%u] : memref<14xf32>
  func.return %a : f32
}

// CHECK-NOT: {{Traceback|error:|func}}
