// RFC 77, discussion: a matrix product with loops and buffers of multiples of 8, not 32. The buffers get their extents by
// themselves, where the discussion spells `(i // 32) * 32 + i % 32`; their padding is zero for A and B, undefined for C.
// With three sizes in place of 127. From 4 on there is no more padding than data; up to 9 each, so that pad-tv is quick.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j)" align="[8, 8]" pad=0.0}, \
// RUN:   pad-transform-layout{buffer=B map="(i, j) -> (i, j)" align="[8, 8]" pad=0.0}, \
// RUN:   pad-transform-layout{buffer=C map="(i, j) -> (i, j)" align="[8, 8]" pad=undef}, \
// RUN:   pad-apply-layouts,pad-split{loop=compute.i factor=8},pad-fuse{outer=compute.io inner=compute.ii}, \
// RUN:   pad-split{loop=compute.j factor=8},pad-fuse{outer=compute.jo inner=compute.ji},pad-split{loop=compute.k factor=8}, \
// RUN:   pad-fuse{outer=compute.ko inner=compute.ki},pad-simplify' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=PADDED < %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-remove-branching-through-overcompute{stage=compute},pad-remove-assume,pad-remove-undef-store' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.2.mlir
// RUN: sed 's/, min = 4 : i64, max = 9 : i64//g' %t.1.mlir > %t.small.mlir
// RUN: pad-opt %t.small.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.3.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=WASTE < %t.remarks

// WASTE: it would be allowed where M >= 4
// WASTE: it would be allowed where N >= 4
// WASTE: it would be allowed where K >= 4

// ORIGINAL-LABEL: @matmul(%A: memref<?x?xf32> {{.*}}, %B: memref<?x?xf32> {{.*}}, %C: memref<?x?xf32> {{.*}}, %M: index {{.*}}, %K: index {{.*}}, %N: index
// ORIGINAL: affine.for %[[I:.*]] = 0 to %M {
// ORIGINAL-NEXT: affine.for %[[J:.*]] = 0 to %N {
// ORIGINAL-NEXT: affine.store %zero, %C[%[[I]], %[[J]]]
// ORIGINAL-NEXT: affine.for %[[K:.*]] = 0 to %K {
// ORIGINAL-NEXT: %[[C:.*]] = affine.load %C[%[[I]], %[[J]]]
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[K]]]
// ORIGINAL-NEXT: %[[B:.*]] = affine.load %B[%[[K]], %[[J]]]
// ORIGINAL-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// ORIGINAL-NEXT: %[[S:.*]] = arith.addf %[[C]], %[[P]]
// ORIGINAL-NEXT: affine.store %[[S]], %C[%[[I]], %[[J]]]

// PADDED-LABEL: @matmul(%A: memref<?x?xf32> {{.*}}, %B: memref<?x?xf32> {{.*}}, %C: memref<?x?xf32> {{.*}}, %M: index {{.*}}, %K: index {{.*}}, %N: index
// PADDED: affine.for %[[I:.*]] = 0 to {{.*}}(%K) {
// PADDED-NEXT: affine.for %[[J:.*]] = 0 to {{.*}}(%N) {
// PADDED-NEXT: %[[ROW:.*]] = arith.cmpi slt, %[[I]], %K
// PADDED-NEXT: %[[COLUMN:.*]] = arith.cmpi slt, %[[J]], %N
// PADDED-NEXT: %[[VALID:.*]] = arith.andi %[[ROW]], %[[COLUMN]]
// PADDED-NEXT: %[[V:.*]] = affine.load %B[%[[I]], %[[J]]]
// PADDED-NEXT: %[[BITS:.*]] = arith.bitcast %[[V]]
// PADDED-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// PADDED-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// PADDED-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// PADDED-NEXT: pad.assume %[[EITHER]]
// PADDED: affine.for %[[I:.*]] = 0 to {{.*}}(%M) {
// PADDED-NEXT: affine.for %[[J:.*]] = 0 to {{.*}}(%K) {
// PADDED-NEXT: %[[ROW:.*]] = arith.cmpi slt, %[[I]], %M
// PADDED-NEXT: %[[COLUMN:.*]] = arith.cmpi slt, %[[J]], %K
// PADDED-NEXT: %[[VALID:.*]] = arith.andi %[[ROW]], %[[COLUMN]]
// PADDED-NEXT: %[[V:.*]] = affine.load %A[%[[I]], %[[J]]]
// PADDED-NEXT: %[[BITS:.*]] = arith.bitcast %[[V]]
// PADDED-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// PADDED-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// PADDED-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// PADDED-NEXT: pad.assume %[[EITHER]]
// PADDED: affine.for %[[I:.*]] = 0 to {{.*}}(%M) {
// PADDED-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%M, %[[I]]) {
// PADDED-NEXT: affine.for %[[J:.*]] = 0 to {{.*}}(%N) {
// PADDED-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%N, %[[J]]) {
// PADDED-NEXT: affine.store %zero, %C[%[[I]], %[[J]]]
// PADDED-NEXT: affine.for %[[K:.*]] = 0 to {{.*}}(%K) {
// PADDED-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%K, %[[K]]) {
// PADDED-NEXT: %[[C:.*]] = affine.load %C[%[[I]], %[[J]]]
// PADDED-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[K]]]
// PADDED-NEXT: %[[B:.*]] = affine.load %B[%[[K]], %[[J]]]
// PADDED-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// PADDED-NEXT: %[[S:.*]] = arith.addf %[[C]], %[[P]]
// PADDED-NEXT: affine.store %[[S]], %C[%[[I]], %[[J]]]
// PADDED: affine.for %[[I:.*]] = 0 to {{.*}}(%M) {
// PADDED-NEXT: affine.for %[[J:.*]] = 0 to {{.*}}(%N) {
// PADDED-NEXT: %[[ROW:.*]] = arith.cmpi sge, %[[I]], %M
// PADDED-NEXT: %[[COLUMN:.*]] = arith.cmpi sge, %[[J]], %N
// PADDED-NEXT: %[[EITHER:.*]] = arith.ori %[[ROW]], %[[COLUMN]]
// PADDED-NEXT: scf.if %[[EITHER]] {
// PADDED-NEXT: %[[U:.*]] = pad.undef : f32
// PADDED-NEXT: affine.store %[[U]], %C[%[[I]], %[[J]]]

// OVERCOMPUTE-LABEL: @matmul(%A: memref<?x?xf32> {{.*}}, %B: memref<?x?xf32> {{.*}}, %C: memref<?x?xf32> {{.*}}, %M: index {{.*}}, %K: index {{.*}}, %N: index
// OVERCOMPUTE-NOT: affine.if
// OVERCOMPUTE: affine.for %[[I:.*]] = 0 to {{.*}}(%M) {
// OVERCOMPUTE-NEXT: affine.for %[[J:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.store %zero, %C[%[[I]], %[[J]]]
// OVERCOMPUTE-NEXT: affine.for %[[K:.*]] = 0 to {{.*}}(%K) {
// OVERCOMPUTE-NEXT: %[[C:.*]] = affine.load %C[%[[I]], %[[J]]]
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[K]]]
// OVERCOMPUTE-NEXT: %[[B:.*]] = affine.load %B[%[[K]], %[[J]]]
// OVERCOMPUTE-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// OVERCOMPUTE-NEXT: %[[S:.*]] = arith.addf %[[C]], %[[P]]
// OVERCOMPUTE-NEXT: affine.store %[[S]], %C[%[[I]], %[[J]]]
// OVERCOMPUTE-NOT: affine.for
func.func @matmul(%A: memref<?x?xf32> {pad.name = "A"}, %B: memref<?x?xf32> {pad.name = "B"}, %C: memref<?x?xf32> {pad.name = "C"}, %M: index {pad.size = [{of = "A", dim = 0}, {of = "C", dim = 0, min = 4, max = 9}]}, %K: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 0, min = 4, max = 9}]}, %N: index {pad.size = [{of = "B", dim = 1}, {of = "C", dim = 1, min = 4, max = 9}]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.store %zero, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %K {
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
