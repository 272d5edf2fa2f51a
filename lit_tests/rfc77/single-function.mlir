// RFC 77, "Points of Communication": two stages in one function, where the second is known to read what the first one
// wrote. Step 1 is made from the function on logical indices with a layout whose padding is zero, and compared with step 0 too.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)"}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=transform buffer=B}, \
// RUN:   pad-sequential-buffer-access{stage=compute buffer=B}' -o %t.0.mlir
// RUN: filecheck %s --check-prefix=STEP0 < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-sequential-buffer-access{stage=transform buffer=B},pad-sequential-buffer-access{stage=compute buffer=B}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=STEP1 < %t.1.mlir
// RUN: pad-tv %t.0.mlir %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=STEP2 < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// STEP0-LABEL: @single_func(%A: memref<14xi32>, %C: memref<1xi32>)
// STEP0: %B = memref.alloc() {{.*}}: memref<4x4xi32>
// STEP0: affine.for %[[IO:.*]] = 0 to 4 {
// STEP0-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP0-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// STEP0-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// STEP0-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// STEP0-NEXT: }
// STEP0-NEXT: }
// STEP0: affine.store %{{.*}}, %C[0]
// STEP0: affine.for %[[IO:.*]] = 0 to 4 {
// STEP0-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP0-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// STEP0-NEXT: %[[S:.*]] = affine.load %C[0]
// STEP0-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// STEP0-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// STEP0-NEXT: affine.store %[[T]], %C[0]

// STEP1-LABEL: @single_func(%A: memref<14xi32>, %C: memref<1xi32>)
// STEP1: %B = memref.alloc() {{.*}}: memref<4x4xi32>
// STEP1: affine.for %[[IO:.*]] = 0 to 4 {
// STEP1-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP1-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// STEP1-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// STEP1-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// STEP1-NEXT: } else {
// STEP1-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// STEP1-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]]
// STEP1-NEXT: }
// STEP1-NEXT: }
// STEP1: affine.store %{{.*}}, %C[0]
// STEP1: affine.for %[[IO:.*]] = 0 to 4 {
// STEP1-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP1-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// STEP1-NEXT: %[[S:.*]] = affine.load %C[0]
// STEP1-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// STEP1-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// STEP1-NEXT: affine.store %[[T]], %C[0]

// STEP2-LABEL: @single_func(%A: memref<14xi32>, %C: memref<1xi32>)
// STEP2: %B = memref.alloc() {{.*}}: memref<4x4xi32>
// STEP2: affine.for %[[IO:.*]] = 0 to 4 {
// STEP2-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP2-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// STEP2-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// STEP2-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// STEP2-NEXT: } else {
// STEP2-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// STEP2-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]]
// STEP2-NEXT: }
// STEP2-NEXT: }
// STEP2: affine.store %{{.*}}, %C[0]
// STEP2: affine.for %[[IO:.*]] = 0 to 4 {
// STEP2-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP2-NEXT: %[[S:.*]] = affine.load %C[0]
// STEP2-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// STEP2-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// STEP2-NEXT: affine.store %[[T]], %C[0]
// STEP2-NOT: affine.for
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
