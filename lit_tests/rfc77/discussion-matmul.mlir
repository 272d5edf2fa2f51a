// RFC 77, discussion: a matrix product on 127 x 127, with loops and buffers of 128. The buffers get their extents by
// themselves, where the discussion spells `(i // 32) * 32 + i % 32`; their padding is zero for A and B, undefined for C.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j)" extents="[128, 128]" pad=0.0}, \
// RUN:   pad-transform-layout{buffer=B map="(i, j) -> (i, j)" extents="[128, 128]" pad=0.0}, \
// RUN:   pad-transform-layout{buffer=C map="(i, j) -> (i, j)" extents="[128, 128]" pad=undef}, \
// RUN:   pad-apply-layouts,pad-split{loop=compute.i factor=32},pad-fuse{outer=compute.io inner=compute.ii}, \
// RUN:   pad-split{loop=compute.j factor=32},pad-fuse{outer=compute.jo inner=compute.ji},pad-split{loop=compute.k factor=32}, \
// RUN:   pad-fuse{outer=compute.ko inner=compute.ki},pad-simplify' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=PADDED < %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-remove-branching-through-overcompute{stage=compute},pad-remove-assume,pad-remove-undef-store' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.2.mlir
// The proof that meaning stays is of 31 x 31, in the same steps.
// RUN: sed 's/127/31/g' %s > %t.small.0.mlir
// RUN: pad-opt %t.small.0.mlir -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j)" extents="[32, 32]" pad=0.0}, \
// RUN:   pad-transform-layout{buffer=B map="(i, j) -> (i, j)" extents="[32, 32]" pad=0.0}, \
// RUN:   pad-transform-layout{buffer=C map="(i, j) -> (i, j)" extents="[32, 32]" pad=undef}, \
// RUN:   pad-apply-layouts,pad-split{loop=compute.i factor=8},pad-fuse{outer=compute.io inner=compute.ii}, \
// RUN:   pad-split{loop=compute.j factor=8},pad-fuse{outer=compute.jo inner=compute.ji},pad-split{loop=compute.k factor=8}, \
// RUN:   pad-fuse{outer=compute.ko inner=compute.ki},pad-simplify' -o %t.small.1.mlir
// RUN: pad-tv %t.small.0.mlir %t.small.1.mlir
// RUN: pad-opt %t.small.1.mlir -p 'pad-remove-branching-through-overcompute{stage=compute},pad-remove-assume,pad-remove-undef-store' -o %t.small.2.mlir
// RUN: pad-tv %t.small.1.mlir %t.small.2.mlir

// ORIGINAL-LABEL: @matmul(%A: memref<127x127xf32>, %B: memref<127x127xf32>, %C: memref<127x127xf32>)
// ORIGINAL: affine.for %[[I:.*]] = 0 to 127 {
// ORIGINAL-NEXT: affine.for %[[J:.*]] = 0 to 127 {
// ORIGINAL-NEXT: affine.store %zero, %C[%[[I]], %[[J]]]
// ORIGINAL-NEXT: affine.for %[[K:.*]] = 0 to 127 {
// ORIGINAL-NEXT: %[[C:.*]] = affine.load %C[%[[I]], %[[J]]]
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[K]]]
// ORIGINAL-NEXT: %[[B:.*]] = affine.load %B[%[[K]], %[[J]]]
// ORIGINAL-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// ORIGINAL-NEXT: %[[S:.*]] = arith.addf %[[C]], %[[P]]
// ORIGINAL-NEXT: affine.store %[[S]], %C[%[[I]], %[[J]]]

// PADDED-LABEL: @matmul(%A: memref<128x128xf32>{{.*}}, %B: memref<128x128xf32>{{.*}}, %C: memref<128x128xf32>
// PADDED: affine.for %[[I:.*]] = 0 to 128 {
// PADDED-NEXT: affine.for %[[J:.*]] = 0 to 128 {
// PADDED-NEXT: %[[END:.*]] = arith.constant 127 : index
// PADDED-NEXT: %[[ROW:.*]] = arith.cmpi slt, %[[I]], %[[END]]
// PADDED-NEXT: %[[COLUMN:.*]] = arith.cmpi slt, %[[J]], %[[END]]
// PADDED-NEXT: %[[VALID:.*]] = arith.andi %[[ROW]], %[[COLUMN]]
// PADDED-NEXT: %[[V:.*]] = affine.load %B[%[[I]], %[[J]]]
// PADDED-NEXT: %[[BITS:.*]] = arith.bitcast %[[V]]
// PADDED-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// PADDED-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// PADDED-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// PADDED-NEXT: pad.assume %[[EITHER]]
// PADDED: affine.for %[[I:.*]] = 0 to 128 {
// PADDED-NEXT: affine.for %[[J:.*]] = 0 to 128 {
// PADDED-NEXT: %[[END:.*]] = arith.constant 127 : index
// PADDED-NEXT: %[[ROW:.*]] = arith.cmpi slt, %[[I]], %[[END]]
// PADDED-NEXT: %[[COLUMN:.*]] = arith.cmpi slt, %[[J]], %[[END]]
// PADDED-NEXT: %[[VALID:.*]] = arith.andi %[[ROW]], %[[COLUMN]]
// PADDED-NEXT: %[[V:.*]] = affine.load %A[%[[I]], %[[J]]]
// PADDED-NEXT: %[[BITS:.*]] = arith.bitcast %[[V]]
// PADDED-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// PADDED-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// PADDED-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// PADDED-NEXT: pad.assume %[[EITHER]]
// PADDED: affine.for %[[I:.*]] = 0 to 128 {
// PADDED-NEXT: affine.if affine_set<(d0) : (-d0 + 126 >= 0)>(%[[I]]) {
// PADDED-NEXT: affine.for %[[J:.*]] = 0 to 128 {
// PADDED-NEXT: affine.if affine_set<(d0) : (-d0 + 126 >= 0)>(%[[J]]) {
// PADDED-NEXT: affine.store %zero, %C[%[[I]], %[[J]]]
// PADDED-NEXT: affine.for %[[K:.*]] = 0 to 128 {
// PADDED-NEXT: affine.if affine_set<(d0) : (-d0 + 126 >= 0)>(%[[K]]) {
// PADDED-NEXT: %[[C:.*]] = affine.load %C[%[[I]], %[[J]]]
// PADDED-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[K]]]
// PADDED-NEXT: %[[B:.*]] = affine.load %B[%[[K]], %[[J]]]
// PADDED-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// PADDED-NEXT: %[[S:.*]] = arith.addf %[[C]], %[[P]]
// PADDED-NEXT: affine.store %[[S]], %C[%[[I]], %[[J]]]
// PADDED: affine.for %[[I:.*]] = 0 to 128 {
// PADDED-NEXT: affine.for %[[J:.*]] = 0 to 128 {
// PADDED-NEXT: %[[END:.*]] = arith.constant 127 : index
// PADDED-NEXT: %[[ROW:.*]] = arith.cmpi sge, %[[I]], %[[END]]
// PADDED-NEXT: %[[COLUMN:.*]] = arith.cmpi sge, %[[J]], %[[END]]
// PADDED-NEXT: %[[EITHER:.*]] = arith.ori %[[ROW]], %[[COLUMN]]
// PADDED-NEXT: scf.if %[[EITHER]] {
// PADDED-NEXT: %[[U:.*]] = pad.undef : f32
// PADDED-NEXT: affine.store %[[U]], %C[%[[I]], %[[J]]]

// OVERCOMPUTE-LABEL: @matmul(%A: memref<128x128xf32>{{.*}}, %B: memref<128x128xf32>{{.*}}, %C: memref<128x128xf32>
// OVERCOMPUTE-NOT: affine.if
// OVERCOMPUTE: affine.for %[[I:.*]] = 0 to 128 {
// OVERCOMPUTE-NEXT: affine.for %[[J:.*]] = 0 to 128 {
// OVERCOMPUTE-NEXT: affine.store %zero, %C[%[[I]], %[[J]]]
// OVERCOMPUTE-NEXT: affine.for %[[K:.*]] = 0 to 128 {
// OVERCOMPUTE-NEXT: %[[C:.*]] = affine.load %C[%[[I]], %[[J]]]
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[K]]]
// OVERCOMPUTE-NEXT: %[[B:.*]] = affine.load %B[%[[K]], %[[J]]]
// OVERCOMPUTE-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// OVERCOMPUTE-NEXT: %[[S:.*]] = arith.addf %[[C]], %[[P]]
// OVERCOMPUTE-NEXT: affine.store %[[S]], %C[%[[I]], %[[J]]]
// OVERCOMPUTE-NOT: affine.for
func.func @matmul(%A: memref<127x127xf32>, %B: memref<127x127xf32>, %C: memref<127x127xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 127 {
    affine.for %j = 0 to 127 {
      affine.store %zero, %C[%i, %j] : memref<127x127xf32>
      affine.for %k = 0 to 127 {
        %c = affine.load %C[%i, %j] : memref<127x127xf32>
        %a = affine.load %A[%i, %k] : memref<127x127xf32>
        %b = affine.load %B[%k, %j] : memref<127x127xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<127x127xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
