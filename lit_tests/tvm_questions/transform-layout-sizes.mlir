// What TVM's tests of transform_layout ask of sizes in a map.
// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=T map="(i)[n] -> (i floordiv n, i mod n)" pad=0}' 2>&1 | filecheck %s

// CHECK: has the symbols n, but symbols=[]; give a value for each, such as symbols="[4]"

// Question: TestTransformLayoutWithVar
// TVM: rewritten; tiles of a size that is an argument: the padding is where a condition with it says
// Here: refused, less: a symbol of a map is a constant, as callers have to know the layout
func.func @tile_of_an_argument(%A: memref<18xi32>, %T: memref<18xi32>, %n: index) {
  affine.for %i = 0 to 18 {
    %a = affine.load %A[%i] : memref<18xi32>
    affine.store %a, %T[%i] : memref<18xi32>
  } {pad.stage = "block"}
  func.return
}

// Question: test_transform_layout_with_symbolic_bound
// TVM: rewritten; an output with an axis of unknown size becomes one axis, told that this is injective
// Here: refused, less: a product of sizes is not of a layout's map
func.func @axes_of_unknown_size(%A: memref<5x?xf16>, %T: memref<5x?xf16>, %n: index) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<5x?xf16>
      affine.store %a, %T[%i, %j] : memref<5x?xf16>
    }
  }
  func.return
}
