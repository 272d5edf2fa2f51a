// A function that the module does not have.
// RUN: not pad-opt %s -p 'pad-transform-layout{function=g buffer=A map="(i) -> (i)"}' 2>&1 | filecheck %s
// CHECK: unknown-function.mlir:7:1: error: there is no function @g with a body; there are: @f
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) {
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
