// Symbols of the map take the values of `symbols`, in order; they may be factors and divisors then.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i)[tile, first] -> ((i + first) floordiv tile, (i + first) mod tile)" symbols="[4, 2]"}, pad-transform-layout{buffer=B map="(i, j)[pitch] -> (i * pitch - j + 7)" symbols=8}' | filecheck %s
// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i)[i] -> (i)" symbols=1}' 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i)" symbols=1}' 2>&1 | filecheck %s --check-prefix=NONE
// TWICE: the map "(i)[i] -> (i)" names an index or symbol twice
// NONE: the map "(i) -> (i)" has the symbols none, but symbols=[1]; give a value for each, such as symbols="[4]"

// CHECK: func.func @f(%A: memref<14xf32, #pad.layout<[affine_map<(d0) -> ((d0 + 2) floordiv 4, (d0 + 2) mod 4)>], ["forbidden"], {}>> {pad.name = "A"}, %B: memref<3x8xf32, #pad.layout<[affine_map<(d0, d1) -> (d0 * 8 - d1 + 7)>], ["forbidden"], {}>> {pad.name = "B"}) {
func.func @f(%A: memref<14xf32>, %B: memref<3x8xf32>) {
  func.return
}
