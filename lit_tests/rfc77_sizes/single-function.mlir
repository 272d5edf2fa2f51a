// RFC 77, "Points of Communication": two stages in one function, where the second is known to read what the first one
// wrote. Step 1 is made from the function on logical indices with a layout whose padding is zero, and compared with step 0 too.
// With sizes in place of 14 and 16.
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
// RUN: pad-opt %t.1.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.waste.mlir 2> %t.waste
// RUN: filecheck %s --check-prefix=WASTE < %t.waste
// RUN: pad-opt %t.1.mlir -p 'pad-remove-branching-through-overcompute{stage=compute sizes="N=2..4096"}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=STEP2 < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// WASTE: it would be allowed where N >= 2

// STEP0-LABEL: @single_func(
// STEP0: %B = memref.alloc({{.*}}) {{.*}}: memref<?x4xi32>
// STEP0: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STEP0-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP0-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// STEP0-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// STEP0-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// STEP0-NEXT: }
// STEP0-NEXT: }
// STEP0: affine.store %{{.*}}, %C[0]
// STEP0: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STEP0-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP0-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// STEP0-NEXT: %[[S:.*]] = affine.load %C[0]
// STEP0-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// STEP0-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// STEP0-NEXT: affine.store %[[T]], %C[0]

// STEP1-LABEL: @single_func(
// STEP1: %B = memref.alloc({{.*}}) {{.*}}: memref<?x4xi32>
// STEP1: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STEP1-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP1-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// STEP1-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// STEP1-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// STEP1-NEXT: } else {
// STEP1-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// STEP1-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]]
// STEP1-NEXT: }
// STEP1-NEXT: }
// STEP1: affine.store %{{.*}}, %C[0]
// STEP1: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STEP1-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP1-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// STEP1-NEXT: %[[S:.*]] = affine.load %C[0]
// STEP1-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// STEP1-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// STEP1-NEXT: affine.store %[[T]], %C[0]

// STEP2-LABEL: @single_func(
// STEP2: %B = memref.alloc({{.*}}) {{.*}}: memref<?x4xi32>
// STEP2: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STEP2-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP2-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// STEP2-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// STEP2-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// STEP2-NEXT: } else {
// STEP2-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// STEP2-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]]
// STEP2-NEXT: }
// STEP2-NEXT: }
// STEP2: affine.store %{{.*}}, %C[0]
// STEP2: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STEP2-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STEP2-NEXT: %[[S:.*]] = affine.load %C[0]
// STEP2-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// STEP2-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// STEP2-NEXT: affine.store %[[T]], %C[0]
// STEP2-NOT: affine.for
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
