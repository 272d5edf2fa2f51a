// A layout that stores two elements in one cell.
// RUN: not pad-opt %s -p 'pad-transform-layout{function=f buffer=A map="(i) -> (i floordiv 2)"}' 2>&1 | filecheck %s
// CHECK: non-injective-map.mlir:7:1: error: A cannot get this layout: (i) -> (i // 2) is not injective on [14]: indices 0 and 1 both map to [0]
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) {
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
