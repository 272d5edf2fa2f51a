// TVM (section 2, conv1d_cumsum): the loops that RFC 77 says must not be reordered are, into IR that uses an
// undefined loop variable and fails in the build. Right: an error that names two iterations that would swap.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"},pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A}' -o /dev/null
// Along B, the loops are in order already: i stays outside of f.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"},pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=B}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// CHECK: affine.for %{{.*}} = 0 to 3 {
func.func @conv1d_cumsum(%A: memref<16xi32>, %F: memref<3xi32>, %B: memref<14xi32>) {
  %zero = arith.constant 0 : i32
  // expected-error@+1 {{the stage cannot run in the order of A: 'affine.store' in iteration [0, 0] and 'affine.load' in iteration [1] access the same cell of B, and would change order}}
  affine.for %i = 0 to 14 {
    affine.if affine_set<(d0) : (d0 == 0)>(%i) {
      affine.store %zero, %B[%i] : memref<14xi32>
    } else {
      %b = affine.load %B[%i - 1] : memref<14xi32>
      affine.store %b, %B[%i] : memref<14xi32>
    }
    affine.for %f = 0 to 3 {
      %b = affine.load %B[%i] : memref<14xi32>
      %w = affine.load %F[%f] : memref<3xi32>
      %a = affine.load %A[%i + %f] : memref<16xi32>
      %p = arith.muli %w, %a : i32
      %s = arith.addi %b, %p : i32
      affine.store %s, %B[%i] : memref<14xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
