// Pad values of integers: 0.0 is 0 and 2.0 is 2; there is no -0.0, nor a number that does not fit. Of unsigned elements there are no
// constants and comparisons, so that their padding is forbidden: a pad value is refused, all else goes as with other elements.
// RUN: pad-opt %s -p 'pad-transform-layout{function=tiled buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0},pad-transform-layout{function=tiled buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=2.0},pad-transform-layout{function=unsigned buffer=A map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: not pad-opt %s -p 'pad-transform-layout{function=tiled buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=-0.0}' 2>&1 | filecheck %s --check-prefix=NEGATIVE
// RUN: not pad-opt %s -p 'pad-transform-layout{function=tiled buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=1e30}' 2>&1 | filecheck %s --check-prefix=LARGE
// RUN: not pad-opt %s -p 'pad-transform-layout{function=unsigned buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0}' 2>&1 | filecheck %s --check-prefix=UNSIGNED

// NEGATIVE: :{{[0-9]+:[0-9]+}}: error: A cannot get this layout: the pad value -0.0 is not a value of the element type i32
// LARGE: :{{[0-9]+:[0-9]+}}: error: A cannot get this layout: the pad value {{.*}} is not a value of the element type i32
// UNSIGNED: :{{[0-9]+:[0-9]+}}: error: A cannot get this layout: padding of ui8 can only be forbidden

// CHECK-LABEL: @tiled
// CHECK-SAME: [0 : i32]
// CHECK-SAME: [2 : i32]
func.func @tiled(%A: memref<14xi32>, %B: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    affine.store %a, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @unsigned
// CHECK-SAME: ["forbidden"]
// CHECK: affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xui8>
func.func @unsigned(%A: memref<14xui8>, %B: memref<14xui8>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xui8>
    affine.store %a, %B[%i] : memref<14xui8>
  } {pad.stage = "compute"}
  func.return
}
