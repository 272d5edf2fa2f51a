// RFC 77, "Points of Communication": two functions that agree on zeros in the padding of what one gives to the other. What a
// stage knows when it begins is assumed in its function; `C[0] = 0` stands before the stage, and stays there.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-sequential-buffer-access{stage=transform buffer=B},pad-sequential-buffer-access{stage=compute buffer=B}' -o %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p 'pad-hoist-stage{stage=transform new-name=transform_A}, \
// RUN:   pad-hoist-stage{stage=compute new-name=compute_C}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=SPLIT < %t.1.mlir
// RUN: pad-tv %t.0.mlir %t.1.mlir
// RUN: pad-opt %t.1.mlir -p pad-remove-branching-through-overcompute -o %t.2.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// SPLIT-LABEL: @single_func(%A: memref<14xi32>, %C: memref<1xi32>)
// SPLIT: %B = memref.alloc() {{.*}}: memref<4x4xi32>
// SPLIT-NEXT: func.call @transform_A(%A, %B)
// SPLIT: pad.stage = "B_assume"
// SPLIT-NEXT: affine.store %zero, %C[0]
// SPLIT-NEXT: func.call @compute_C(%C, %B)
// SPLIT-LABEL: @compute_C(%C: memref<1xi32> {{.*}}, %B: memref<4x4xi32>
// SPLIT: affine.for %[[N:.*]] = 0 to 1 {
// SPLIT-NEXT: %[[C:.*]] = affine.load %C[%[[N]]]
// SPLIT-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// SPLIT-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[C]], %[[ZERO]]
// SPLIT-NEXT: pad.assume %[[HOLDS]]
// SPLIT: affine.for %[[IO:.*]] = 0 to 4 {
// SPLIT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SPLIT: %[[TWO:.*]] = arith.constant 2 : index
// SPLIT-NEXT: %[[LOW:.*]] = arith.cmpi slt, %[[II]], %[[TWO]]
// SPLIT-NEXT: %[[THREE:.*]] = arith.constant 3 : index
// SPLIT-NEXT: %[[OTHER:.*]] = arith.cmpi ne, %[[IO]], %[[THREE]]
// SPLIT-NEXT: %[[VALID:.*]] = arith.ori %[[LOW]], %[[OTHER]]
// SPLIT-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// SPLIT-NEXT: %[[V:.*]] = arith.constant 0 : i32
// SPLIT-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[V]]
// SPLIT-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// SPLIT-NEXT: pad.assume %[[EITHER]]
// SPLIT: affine.for %[[IO:.*]] = 0 to 4 {
// SPLIT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SPLIT-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// SPLIT-NEXT: %[[S:.*]] = affine.load %C[0]
// SPLIT-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// SPLIT-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// SPLIT-NEXT: affine.store %[[T]], %C[0]
// SPLIT-LABEL: @transform_A(%A: memref<14xi32>{{.*}}, %B: memref<4x4xi32>
// SPLIT: affine.for %[[IO:.*]] = 0 to 4 {
// SPLIT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SPLIT-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// SPLIT-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// SPLIT-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// SPLIT-NEXT: } else {
// SPLIT-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// SPLIT-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]]
// SPLIT-NEXT: }
// SPLIT-NEXT: }

// OVERCOMPUTE-LABEL: @single_func(%A: memref<14xi32>, %C: memref<1xi32>)
// OVERCOMPUTE: %B = memref.alloc() {{.*}}: memref<4x4xi32>
// OVERCOMPUTE-NEXT: func.call @transform_A(%A, %B)
// OVERCOMPUTE: pad.stage = "B_assume"
// OVERCOMPUTE-NEXT: affine.store %zero, %C[0]
// OVERCOMPUTE-NEXT: func.call @compute_C(%C, %B)
// OVERCOMPUTE-LABEL: @compute_C(%C: memref<1xi32> {{.*}}, %B: memref<4x4xi32>
// OVERCOMPUTE: affine.for %[[N:.*]] = 0 to 1 {
// OVERCOMPUTE-NEXT: %[[C:.*]] = affine.load %C[%[[N]]]
// OVERCOMPUTE-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[C]], %[[ZERO]]
// OVERCOMPUTE-NEXT: pad.assume %[[HOLDS]]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE: %[[TWO:.*]] = arith.constant 2 : index
// OVERCOMPUTE-NEXT: %[[LOW:.*]] = arith.cmpi slt, %[[II]], %[[TWO]]
// OVERCOMPUTE-NEXT: %[[THREE:.*]] = arith.constant 3 : index
// OVERCOMPUTE-NEXT: %[[OTHER:.*]] = arith.cmpi ne, %[[IO]], %[[THREE]]
// OVERCOMPUTE-NEXT: %[[VALID:.*]] = arith.ori %[[LOW]], %[[OTHER]]
// OVERCOMPUTE-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[V:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[V]]
// OVERCOMPUTE-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// OVERCOMPUTE-NEXT: pad.assume %[[EITHER]]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[S:.*]] = affine.load %C[0]
// OVERCOMPUTE-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// OVERCOMPUTE-NEXT: affine.store %[[T]], %C[0]
// OVERCOMPUTE-LABEL: @transform_A(%A: memref<14xi32>{{.*}}, %B: memref<4x4xi32>
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// OVERCOMPUTE-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: } else {
// OVERCOMPUTE-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE-NOT: affine.for
func.func @single_func(%A: memref<14xi32>, %C: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %B = memref.alloc() : memref<14xi32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    affine.store %a, %B[%i] : memref<14xi32>
  } {pad.stage = "transform"}
  affine.store %zero, %C[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %s = affine.load %C[0] : memref<1xi32>
    %b = affine.load %B[%i] : memref<14xi32>
    %t = arith.addi %s, %b : i32
    affine.store %t, %C[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
