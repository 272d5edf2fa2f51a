// RFC 77, "Points of Communication": two functions that agree on nothing but that the padding may be read and written. The
// consumer's guard stays; it may not rely on a value.
// With sizes in place of 14 and 16: where they are multiples of 4 there is no padding, as the remarks say.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)"}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=transform buffer=B}, \
// RUN:   pad-sequential-buffer-access{stage=compute buffer=B}' -o %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p 'pad-hoist-stage{stage=transform new-name=transform_A}, \
// RUN:   pad-hoist-stage{stage=compute new-name=compute_C}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=SPLIT < %t.1.mlir
// RUN: pad-tv %t.0.mlir %t.1.mlir
// RUN: pad-opt %t.1.mlir -p pad-remove-branching-through-overcompute -o %t.2.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=REMARKS < %t.remarks
// RUN: filecheck %s --check-prefix=STAYS < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// REMARKS: stage 'compute': {{.*}}B[0, 1] may hold anything{{.*}}it would go where N mod 4 == 0
// REMARKS: stage 'transform': {{.*}}it would go where N mod 4 == 0

// SPLIT-LABEL: @single_func(%A: memref<?xi32> {{.*}}, %C: memref<1xi32>, %N: index
// SPLIT: %[[TILES:.*]] = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N)
// SPLIT-NEXT: %B = memref.alloc(%[[TILES]]) {{.*}}: memref<?x4xi32>
// SPLIT-NEXT: func.call @transform_A(%N, %A, %B)
// SPLIT: pad.stage = "B_assume"
// SPLIT-NEXT: affine.store %zero, %C[0]
// SPLIT-NEXT: func.call @compute_C(%N, %C, %B)
// SPLIT-LABEL: @compute_C(%N: index, %C: memref<1xi32> {{.*}}, %B: memref<?x4xi32>
// SPLIT: %[[EXTENT:.*]] = memref.dim %B
// SPLIT-NEXT: %[[TILES:.*]] = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N)
// SPLIT-NEXT: %[[EQUAL:.*]] = arith.cmpi eq, %[[EXTENT]], %[[TILES]]
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
// SPLIT-NEXT: %[[V:.*]] = pad.undef : i32
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
// SPLIT-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SPLIT-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// SPLIT-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// SPLIT-NEXT: }
// SPLIT-NEXT: }
// SPLIT: affine.for %[[IO:.*]] = 0 to %{{.*}} {
// SPLIT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SPLIT-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// SPLIT-NEXT: %[[V:.*]] = pad.undef : i32
// SPLIT-NEXT: affine.store %[[V]], %B[%[[IO]], %[[II]]]

// STAYS-LABEL: @single_func(%A: memref<?xi32> {{.*}}, %C: memref<1xi32>, %N: index
// STAYS: %B = memref.alloc(%{{.*}}) {{.*}}: memref<?x4xi32>
// STAYS-NEXT: func.call @transform_A(%N, %A, %B)
// STAYS: pad.stage = "B_assume"
// STAYS-NEXT: affine.store %zero, %C[0]
// STAYS-NEXT: func.call @compute_C(%N, %C, %B)
// STAYS-LABEL: @compute_C(%N: index, %C: memref<1xi32> {{.*}}, %B: memref<?x4xi32>
// STAYS: %[[EXTENT:.*]] = memref.dim %B
// STAYS-NEXT: %[[TILES:.*]] = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N)
// STAYS-NEXT: %[[EQUAL:.*]] = arith.cmpi eq, %[[EXTENT]], %[[TILES]]
// STAYS-NEXT: pad.assume %[[EQUAL]]
// STAYS: affine.for %[[N:.*]] = 0 to 1 {
// STAYS-NEXT: %[[C:.*]] = affine.load %C[%[[N]]]
// STAYS-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// STAYS-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[C]], %[[ZERO]]
// STAYS-NEXT: pad.assume %[[HOLDS]]
// STAYS: affine.for %[[IO:.*]] = 0 to %{{.*}} {
// STAYS-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STAYS-NEXT: %[[AT:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// STAYS-NEXT: %[[VALID:.*]] = arith.cmpi sgt, %N, %[[AT]]
// STAYS-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// STAYS-NEXT: %[[V:.*]] = pad.undef : i32
// STAYS-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[V]]
// STAYS-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// STAYS-NEXT: pad.assume %[[EITHER]]
// STAYS: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STAYS-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STAYS-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// STAYS-NEXT: %[[S:.*]] = affine.load %C[0]
// STAYS-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// STAYS-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// STAYS-NEXT: affine.store %[[T]], %C[0]
// STAYS-LABEL: @transform_A(%N: index, %A: memref<?xi32>{{.*}}, %B: memref<?x4xi32>
// STAYS: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STAYS-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STAYS-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// STAYS-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// STAYS-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// STAYS-NEXT: }
// STAYS-NEXT: }
// STAYS: affine.for %[[IO:.*]] = 0 to %{{.*}} {
// STAYS-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STAYS-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// STAYS-NEXT: %[[V:.*]] = pad.undef : i32
// STAYS-NEXT: affine.store %[[V]], %B[%[[IO]], %[[II]]]
// STAYS-NOT: affine.for
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
