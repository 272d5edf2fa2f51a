// A map of more indices than the buffer has.
// RUN: not pad-opt %s -p 'pad-transform-layout{function=f buffer=A map="(i, j) -> (i, j floordiv 4, j mod 4)"}' 2>&1 | filecheck %s
// CHECK: wrong-rank.mlir:7:1: error: A cannot get this layout: the map (i, j) -> (i, j // 4, j % 4) takes 2 indices, but its input [14] has 1 axis
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) {
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
