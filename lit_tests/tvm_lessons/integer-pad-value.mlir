// TVM (section 1): the pad value 0 is refused for a float buffer, it must be 0.0. Right: 0 is a float; what is
// no value of the element type is an error.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=-1}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-opt %s --verify-diagnostics -p 'pad-transform-layout{buffer=C map="(i) -> (i floordiv 4, i mod 4)" pad=0.5}'

// CHECK-LABEL: @floats
// CHECK-SAME: [0.000000e+00 : f32]
// CHECK-SAME: [-1.000000e+00 : bf16]
func.func @floats(%A: memref<14xf32>, %B: memref<14xbf16>) {
  func.return
}

// expected-error@+1 {{C cannot get this layout: the pad value 0.5 is not a value of the element type i32}}
func.func @integers(%C: memref<14xi32>) {
  func.return
}
