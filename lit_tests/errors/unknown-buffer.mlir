// A buffer that the function does not have.
// RUN: not pad-opt %s -p 'pad-transform-layout{function=f buffer=Q map="(i) -> (i)"}' 2>&1 | filecheck %s
// CHECK: unknown-buffer.mlir:7:1: error: there is no buffer 'Q' in @f; its buffers are: A
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) {
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
