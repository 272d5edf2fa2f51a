// RFC 77, "Apply operator element-wise over the transformation padding": whatever the input has there, the output may
// have anything.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=INPUT < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=OUTPUT < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir
// RUN: pad-opt %t.2.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=B}' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.3.mlir
// RUN: pad-tv %t.2.mlir %t.3.mlir
// RUN: pad-opt %t.3.mlir -p pad-remove-branching-through-overcompute -o %t.waste.mlir 2> %t.waste
// RUN: filecheck %s --check-prefix=WASTE < %t.waste
// RUN: pad-opt %t.3.mlir -p 'pad-remove-branching-through-overcompute{sizes="N=2..4096"}' -o %t.4.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.4.mlir
// RUN: pad-tv %t.3.mlir %t.4.mlir
// RUN: pad-opt %t.4.mlir -p pad-remove-assume,pad-remove-undef-store -o %t.5.mlir
// RUN: filecheck %s --check-prefix=LOWERED < %t.5.mlir
// RUN: pad-tv %t.4.mlir %t.5.mlir

// WASTE: it would be allowed where N >= 2

// ORIGINAL-LABEL: @func(
// ORIGINAL: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// ORIGINAL-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// ORIGINAL-NEXT: affine.store %[[B]], %B[%[[I]]]

// INPUT-LABEL: @func(
// INPUT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// INPUT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// INPUT-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// INPUT-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// INPUT-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// INPUT-NEXT: %[[V:.*]] = pad.undef : i32
// INPUT-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// INPUT-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// INPUT-NEXT: pad.assume %[[EITHER]]
// INPUT: affine.for %[[I:.*]] = 0 to %N {
// INPUT-NEXT: %[[A:.*]] = affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4]
// INPUT-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// INPUT-NEXT: affine.store %[[B]], %B[%[[I]]]
// INPUT-NOT: affine.for

// OUTPUT-LABEL: @func(
// OUTPUT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OUTPUT-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// OUTPUT-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// OUTPUT-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// OUTPUT-NEXT: %[[V:.*]] = pad.undef : i32
// OUTPUT-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// OUTPUT-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// OUTPUT-NEXT: pad.assume %[[EITHER]]
// OUTPUT: affine.for %[[I:.*]] = 0 to %N {
// OUTPUT-NEXT: %[[A:.*]] = affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4]
// OUTPUT-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// OUTPUT-NEXT: affine.store %[[B]], %B[%[[I]] floordiv 4, %[[I]] mod 4]
// OUTPUT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OUTPUT-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// OUTPUT-NEXT: %[[U:.*]] = pad.undef : i32
// OUTPUT-NEXT: affine.store %[[U]], %B[%[[IO]], %[[II]]]

// SEQUENTIAL-LABEL: @func(
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// SEQUENTIAL-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[V:.*]] = pad.undef : i32
// SEQUENTIAL-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// SEQUENTIAL-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// SEQUENTIAL-NEXT: pad.assume %[[EITHER]]
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// SEQUENTIAL-NEXT: affine.store %[[B]], %B[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: }
// SEQUENTIAL-NEXT: }
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// SEQUENTIAL-NEXT: %[[U:.*]] = pad.undef : i32
// SEQUENTIAL-NEXT: affine.store %[[U]], %B[%[[IO]], %[[II]]]

// OVERCOMPUTE-LABEL: @func(
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// OVERCOMPUTE-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[V:.*]] = pad.undef : i32
// OVERCOMPUTE-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// OVERCOMPUTE-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// OVERCOMPUTE-NEXT: pad.assume %[[EITHER]]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// OVERCOMPUTE-NEXT: affine.store %[[B]], %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// OVERCOMPUTE-NEXT: %[[U:.*]] = pad.undef : i32
// OVERCOMPUTE-NEXT: affine.store %[[U]], %B[%[[IO]], %[[II]]]

// LOWERED-LABEL: @func(
// LOWERED-NOT: affine.if
// LOWERED-NOT: pad.assume
// LOWERED-NOT: pad.undef
// LOWERED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// LOWERED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// LOWERED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// LOWERED-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// LOWERED-NEXT: affine.store %[[B]], %B[%[[IO]], %[[II]]]
// LOWERED-NOT: affine.for
func.func @func(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = arith.muli %two, %a : i32
    affine.store %b, %B[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}
