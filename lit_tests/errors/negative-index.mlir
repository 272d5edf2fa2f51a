// A layout that stores an element before the buffer.
// RUN: not pad-opt %s -p 'pad-transform-layout{function=f buffer=A map="(i) -> (i - 1)"}' 2>&1 | filecheck %s
// CHECK: negative-index.mlir:7:1: error: A cannot get this layout: (i) -> (i - 1) must not be negative, but index 0 maps to [-1]
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) {
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
