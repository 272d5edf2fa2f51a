// RFC 77, "Points of Communication": two functions that agree on zeros in the padding of what one gives to the other. What a
// stage knows when it begins is assumed in its function; `C[0] = 0` stands before the stage, and stays there.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-sequential-buffer-access{stage=transform buffer=B},pad-sequential-buffer-access{stage=compute buffer=B}' -o %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p 'pad-hoist-stage{stage=transform new-name=transform_A}, \
// RUN:   pad-hoist-stage{stage=compute new-name=compute_C}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=SPLIT < %t.1.mlir
// RUN: pad-tv %t.0.mlir %t.1.mlir
// RUN: pad-opt %t.1.mlir -p pad-remove-branching-through-overcompute -o %t.waste.mlir 2> %t.waste
// RUN: filecheck %s --check-prefix=WASTE < %t.waste
// RUN: pad-opt %t.1.mlir -p 'pad-remove-branching-through-overcompute{sizes="N=2..4096"}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// WASTE: stage 'compute': {{.*}}it would be allowed where N >= 2
// WASTE: stage 'transform': {{.*}}it would go where N mod 4 == 0

// SPLIT-LABEL: @single_func(%A: memref<?xi32> {{.*}}, %C: memref<1xi32>, %N: index
// SPLIT: %B = memref.alloc(%{{.*}}) {{.*}}: memref<?x4xi32>
// SPLIT-NEXT: func.call @transform_A(%N, %A, %B)
// SPLIT: pad.stage = "B_assume"
// SPLIT-NEXT: affine.store %zero, %C[0]
// SPLIT-NEXT: func.call @compute_C(%N, %C, %B)
// SPLIT-LABEL: @compute_C(%N: index, %C: memref<1xi32> {{.*}}, %B: memref<?x4xi32>
// SPLIT: %[[TILES:.*]] = memref.dim %B
// SPLIT-NEXT: %[[WANTED:.*]] = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N)
// SPLIT-NEXT: %[[EQUAL:.*]] = arith.cmpi eq, %[[TILES]], %[[WANTED]]
// SPLIT-NEXT: pad.assume %[[EQUAL]]
// SPLIT: affine.for %[[N:.*]] = 0 to 1 {
// SPLIT-NEXT: %[[C:.*]] = affine.load %C[%[[N]]]
// SPLIT-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// SPLIT-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[C]], %[[ZERO]]
// SPLIT-NEXT: pad.assume %[[HOLDS]]
// SPLIT: affine.for %[[IO:.*]] = 0 to %{{.*}} {
// SPLIT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SPLIT-NEXT: %[[AT:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// SPLIT-NEXT: %[[VALID:.*]] = arith.cmpi sgt, %N, %[[AT]]
// SPLIT-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// SPLIT-NEXT: %[[V:.*]] = arith.constant 0 : i32
// SPLIT-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[V]]
// SPLIT-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// SPLIT-NEXT: pad.assume %[[EITHER]]
// SPLIT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SPLIT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SPLIT-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SPLIT-NEXT: %[[S:.*]] = affine.load %C[0]
// SPLIT-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// SPLIT-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// SPLIT-NEXT: affine.store %[[T]], %C[0]
// SPLIT-LABEL: @transform_A(%N: index, %A: memref<?xi32>{{.*}}, %B: memref<?x4xi32>
// SPLIT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SPLIT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SPLIT-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// SPLIT-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// SPLIT-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// SPLIT-NEXT: } else {
// SPLIT-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// SPLIT-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]]
// SPLIT-NEXT: }
// SPLIT-NEXT: }

// OVERCOMPUTE-LABEL: @single_func(%A: memref<?xi32> {{.*}}, %C: memref<1xi32>, %N: index
// OVERCOMPUTE: %B = memref.alloc(%{{.*}}) {{.*}}: memref<?x4xi32>
// OVERCOMPUTE-NEXT: func.call @transform_A(%N, %A, %B)
// OVERCOMPUTE: pad.stage = "B_assume"
// OVERCOMPUTE-NEXT: affine.store %zero, %C[0]
// OVERCOMPUTE-NEXT: func.call @compute_C(%N, %C, %B)
// OVERCOMPUTE-LABEL: @compute_C(%N: index, %C: memref<1xi32> {{.*}}, %B: memref<?x4xi32>
// OVERCOMPUTE: %[[TILES:.*]] = memref.dim %B
// OVERCOMPUTE-NEXT: %[[WANTED:.*]] = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N)
// OVERCOMPUTE-NEXT: %[[EQUAL:.*]] = arith.cmpi eq, %[[TILES]], %[[WANTED]]
// OVERCOMPUTE-NEXT: pad.assume %[[EQUAL]]
// OVERCOMPUTE: affine.for %[[N:.*]] = 0 to 1 {
// OVERCOMPUTE-NEXT: %[[C:.*]] = affine.load %C[%[[N]]]
// OVERCOMPUTE-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[C]], %[[ZERO]]
// OVERCOMPUTE-NEXT: pad.assume %[[HOLDS]]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to %{{.*}} {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[AT:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// OVERCOMPUTE-NEXT: %[[VALID:.*]] = arith.cmpi sgt, %N, %[[AT]]
// OVERCOMPUTE-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[V:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[V]]
// OVERCOMPUTE-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// OVERCOMPUTE-NEXT: pad.assume %[[EITHER]]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[S:.*]] = affine.load %C[0]
// OVERCOMPUTE-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// OVERCOMPUTE-NEXT: affine.store %[[T]], %C[0]
// OVERCOMPUTE-LABEL: @transform_A(%N: index, %A: memref<?xi32>{{.*}}, %B: memref<?x4xi32>
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// OVERCOMPUTE-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: } else {
// OVERCOMPUTE-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE-NOT: affine.for
func.func @single_func(%A: memref<?xi32> {pad.name = "A"}, %C: memref<1xi32>, %N: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  %B = memref.alloc(%N) : memref<?xi32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    affine.store %a, %B[%i] : memref<?xi32>
  } {pad.stage = "transform"}
  affine.store %zero, %C[0] : memref<1xi32>
  affine.for %i = 0 to %N {
    %s = affine.load %C[0] : memref<1xi32>
    %b = affine.load %B[%i] : memref<?xi32>
    %t = arith.addi %s, %b : i32
    affine.store %t, %C[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
