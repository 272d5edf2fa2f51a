// RFC 77, discussion: six implementations of one operator, by what its stages know of the padding. What the crop of the output
// promises is the kind of the output's cache, and told to a function that it becomes.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ONE < %t.0.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=forbidden}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=forbidden}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=A_cache buffer=A_cache}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TWO < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=forbidden},pad-apply-layouts{pad-writes=if}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=THREE < %t.2.mlir
// RUN: pad-tv %s %t.2.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=undef}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-sequential-buffer-access{stage=compute buffer=B_cache},pad-remove-branching-through-overcompute{stage=compute}, \
// RUN:   pad-remove-no-op' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=FOUR < %t.3.mlir
// RUN: pad-tv %s %t.3.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=1},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-sequential-buffer-access{stage=compute buffer=B_cache},pad-remove-branching-through-overcompute{stage=compute}, \
// RUN:   pad-simplify' -o %t.4.mlir
// RUN: filecheck %s --check-prefix=FIVE < %t.4.mlir
// RUN: pad-tv %s %t.4.mlir
// RUN: pad-opt %t.4.mlir -p 'pad-hoist-stage{stage=B_cache new-name=crop}' -o %t.5.mlir
// RUN: filecheck %s --check-prefix=CROPPED < %t.5.mlir
// RUN: pad-tv %t.4.mlir %t.5.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-sequential-buffer-access{stage=compute buffer=B_cache},pad-remove-branching-through-overcompute{stage=compute}, \
// RUN:   pad-remove-no-op' -o %t.6.mlir
// RUN: filecheck %s --check-prefix=SIX < %t.6.mlir
// RUN: pad-tv %s %t.6.mlir

// ONE-LABEL: @addone(%A: memref<14xi32>, %B: memref<14xi32>)
// ONE: affine.for %[[I:.*]] = 0 to 14 {
// ONE-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// ONE-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// ONE-NEXT: affine.store %[[B]], %B[%[[I]]]

// TWO-LABEL: @addone(%A: memref<14xi32>, %B: memref<14xi32>)
// TWO: affine.for %[[IO:.*]] = 0 to 4 {
// TWO-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// TWO-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// TWO-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// TWO-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// TWO-NEXT: }
// TWO-NEXT: }
// TWO: affine.for %[[I:.*]] = 0 to 14 {
// TWO-NEXT: %[[A:.*]] = affine.load %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TWO-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// TWO-NEXT: affine.store %[[B]], %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TWO-NEXT: }
// TWO: affine.for %[[I:.*]] = 0 to 14 {
// TWO-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TWO-NEXT: affine.store %[[B]], %B[%[[I]]]
// TWO-NOT: affine.for

// THREE-LABEL: @addone(%A: memref<14xi32>, %B: memref<14xi32>)
// THREE: affine.for %[[IO:.*]] = 0 to 4 {
// THREE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// THREE-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// THREE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// THREE-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// THREE-NEXT: } else {
// THREE: affine.store %{{.*}}, %A_cache[%[[IO]], %[[II]]]
// THREE-NEXT: }
// THREE-NEXT: }
// THREE: affine.for %[[I:.*]] = 0 to 14 {
// THREE-NEXT: %[[A:.*]] = affine.load %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// THREE-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// THREE-NEXT: affine.store %[[B]], %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// THREE-NEXT: }
// THREE: affine.for %[[I:.*]] = 0 to 14 {
// THREE-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// THREE-NEXT: affine.store %[[B]], %B[%[[I]]]
// THREE-NOT: affine.for

// FOUR-LABEL: @addone(%A: memref<14xi32>, %B: memref<14xi32>)
// FOUR: affine.for %[[IO:.*]] = 0 to 4 {
// FOUR-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FOUR-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// FOUR-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// FOUR-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// FOUR-NEXT: } else {
// FOUR-NEXT: %[[U:.*]] = pad.undef : i32
// FOUR-NEXT: affine.store %[[U]], %A_cache[%[[IO]], %[[II]]]
// FOUR-NEXT: }
// FOUR-NEXT: }
// FOUR: affine.for %[[IO:.*]] = 0 to 4 {
// FOUR-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FOUR-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// FOUR-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// FOUR-NEXT: affine.store %[[B]], %B_cache[%[[IO]], %[[II]]]
// FOUR-NEXT: }
// FOUR-NEXT: }
// FOUR: affine.for %[[I:.*]] = 0 to 14 {
// FOUR-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// FOUR-NEXT: affine.store %[[B]], %B[%[[I]]]
// FOUR-NOT: affine.for

// FIVE-LABEL: @addone(%A: memref<14xi32>, %B: memref<14xi32>)
// FIVE: affine.for %[[IO:.*]] = 0 to 4 {
// FIVE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FIVE-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// FIVE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// FIVE-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// FIVE-NEXT: } else {
// FIVE: affine.store %{{.*}}, %A_cache[%[[IO]], %[[II]]]
// FIVE-NEXT: }
// FIVE-NEXT: }
// FIVE: affine.for %[[IO:.*]] = 0 to 4 {
// FIVE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FIVE-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// FIVE-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// FIVE-NEXT: affine.store %[[B]], %B_cache[%[[IO]], %[[II]]]
// FIVE-NEXT: }
// FIVE-NEXT: }
// FIVE: affine.for %[[I:.*]] = 0 to 14 {
// FIVE-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// FIVE-NEXT: affine.store %[[B]], %B[%[[I]]]
// FIVE-NOT: affine.for

// CROPPED-LABEL: @crop(%B_cache: memref<4x4xi32>
// CROPPED: affine.for %[[IO:.*]] = 0 to 4 {
// CROPPED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CROPPED: %[[B:.*]] = affine.load %B_cache[%[[IO]], %[[II]]]
// CROPPED: %[[ONE:.*]] = arith.constant 1 : i32
// CROPPED: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[ONE]]
// CROPPED: %[[EITHER:.*]] = arith.ori %{{.*}}, %[[HOLDS]]
// CROPPED-NEXT: pad.assume %[[EITHER]]
// CROPPED: affine.for %[[I:.*]] = 0 to 14 {
// CROPPED-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// CROPPED-NEXT: affine.store %[[B]], %B[%[[I]]]
// CROPPED-NOT: affine.for

// SIX-LABEL: @addone(%A: memref<14xi32>, %B: memref<14xi32>)
// SIX: affine.for %[[IO:.*]] = 0 to 4 {
// SIX-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SIX-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// SIX-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// SIX-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// SIX-NEXT: } else {
// SIX: affine.store %{{.*}}, %A_cache[%[[IO]], %[[II]]]
// SIX-NEXT: }
// SIX-NEXT: }
// SIX: affine.for %[[IO:.*]] = 0 to 4 {
// SIX-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SIX-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// SIX-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// SIX-NEXT: affine.store %[[B]], %B_cache[%[[IO]], %[[II]]]
// SIX-NEXT: }
// SIX-NEXT: }
// SIX: affine.for %[[I:.*]] = 0 to 14 {
// SIX-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// SIX-NEXT: affine.store %[[B]], %B[%[[I]]]
// SIX-NOT: affine.for
func.func @addone(%A: memref<14xi32>, %B: memref<14xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}
