// RFC 77, discussion: constraints as what is written to the padding of a local cache of the input, or of the output.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts{pad-writes=if}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=READ < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s -p 'pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-sequential-buffer-access{stage=B_cache buffer=B_cache}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=WRITE < %t.2.mlir
// RUN: pad-tv %s %t.2.mlir
// RUN: pad-opt %t.2.mlir -p pad-remove-no-op,pad-simplify -o %t.3.mlir
// RUN: filecheck %s --check-prefix=GONE < %t.3.mlir
// RUN: pad-tv %t.2.mlir %t.3.mlir

// ORIGINAL-LABEL: @func(
// ORIGINAL: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// ORIGINAL-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// ORIGINAL-NEXT: affine.store %[[B]], %B[%[[I]]]

// READ-LABEL: @func(
// READ: %A_cache = memref.alloc({{.*}}) {{.*}}: memref<?x4xi32>
// READ: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// READ-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// READ-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// READ-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// READ-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// READ-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// READ-NEXT: } else {
// READ-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// READ-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// READ-NEXT: }
// READ-NEXT: }
// READ: affine.for %[[I:.*]] = 0 to %N {
// READ-NEXT: %[[A:.*]] = affine.load %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// READ-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// READ-NEXT: affine.store %[[B]], %B[%[[I]]]
// READ-NOT: affine.for

// WRITE-LABEL: @func(
// WRITE: %B_cache = memref.alloc({{.*}}) {{.*}}: memref<?x4xi32>
// WRITE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// WRITE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// WRITE-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// WRITE-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// WRITE-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// WRITE-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// WRITE-NEXT: affine.store %[[B]], %B_cache[%[[IO]], %[[II]]]
// WRITE-NEXT: } else {
// WRITE-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// WRITE-NEXT: affine.store %[[PAD]], %B_cache[%[[IO]], %[[II]]]
// WRITE-NEXT: }
// WRITE-NEXT: }
// WRITE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// WRITE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// WRITE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// WRITE-NEXT: %[[B:.*]] = affine.load %B_cache[%[[IO]], %[[II]]]
// WRITE-NEXT: affine.store %[[B]], %B[%[[IO]] * 4 + %[[II]]]
// WRITE-NOT: affine.for

// GONE-LABEL: @func(
// GONE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// GONE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// GONE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// GONE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// GONE-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// GONE-NEXT: affine.store %[[B]], %B_cache[%[[IO]], %[[II]]]
// GONE-NEXT: }
// GONE-NEXT: }
// GONE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// GONE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// GONE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// GONE-NEXT: %[[B:.*]] = affine.load %B_cache[%[[IO]], %[[II]]]
// GONE-NEXT: affine.store %[[B]], %B[%[[IO]] * 4 + %[[II]]]
// GONE-NOT: else
func.func @func(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = arith.muli %two, %a : i32
    affine.store %b, %B[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}
