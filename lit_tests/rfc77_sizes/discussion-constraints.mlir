// RFC 77, discussion: a constraint as part of the buffer's type, as an attribute of the function, and as statements that hold
// at its head. The first two are one here, before and after indices are physical; the assumes are made from them.
// Those do not run, unlike the assertions of the discussion, unless asked for by --check-assumes.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=AC map="(i) -> (i floordiv 4, i mod 4)" pad=0}' -o %t.0.mlir
// RUN: filecheck %s --check-prefix=TYPE < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p 'pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=AC}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=ATTRIBUTE < %t.1.mlir
// RUN: pad-tv %t.0.mlir %t.1.mlir

// TYPE-LABEL: @func(%AC: memref<?xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0 : i32], {}>>
// TYPE: affine.for %[[I:.*]] = 0 to %N {
// TYPE-NEXT: %[[A:.*]] = affine.load %AC[%[[I]]]
// TYPE-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// TYPE-NEXT: affine.store %[[B]], %B[%[[I]]]

// ATTRIBUTE-LABEL: @func(%AC: memref<?x4xi32> {{.*}}pad.logical = memref<?xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0 : i32], {}>>
// ATTRIBUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// ATTRIBUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// ATTRIBUTE-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// ATTRIBUTE-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// ATTRIBUTE-NEXT: %[[A:.*]] = affine.load %AC[%[[IO]], %[[II]]]
// ATTRIBUTE-NEXT: %[[V:.*]] = arith.constant 0 : i32
// ATTRIBUTE-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// ATTRIBUTE-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// ATTRIBUTE-NEXT: pad.assume %[[EITHER]]
// ATTRIBUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// ATTRIBUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// ATTRIBUTE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// ATTRIBUTE-NEXT: %[[A:.*]] = affine.load %AC[%[[IO]], %[[II]]]
// ATTRIBUTE-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// ATTRIBUTE-NEXT: affine.store %[[B]], %B[%[[IO]] * 4 + %[[II]]]
// ATTRIBUTE-NOT: affine.for
func.func @func(%AC: memref<?xi32> {pad.name = "AC"}, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "AC", dim = 0}, {of = "B", dim = 0}]}) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to %N {
    %a = affine.load %AC[%i] : memref<?xi32>
    %b = arith.muli %two, %a : i32
    affine.store %b, %B[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}
