// RFC 77, "Multiple Buffer Semantics": the padding of the rows is undefined, that of the columns zero.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i floordiv 4, i mod 4, j)" pad=undef},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=FIRST < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-transform-layout{buffer=A map="(io, ii, j) -> (io, ii, j floordiv 8, j mod 8)" pad=0}, \
// RUN:   pad-apply-layouts' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=SECOND < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir
// RUN: pad-opt %t.2.mlir -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=OUTPUT < %t.3.mlir
// RUN: pad-tv %t.2.mlir %t.3.mlir
// RUN: pad-opt %t.3.mlir -p 'pad-sequential-buffer-access{stage=A_assume buffer=A},pad-sequential-buffer-access{stage=compute buffer=A}, \
// RUN:   pad-simplify' -o %t.4.mlir
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.4.mlir
// RUN: pad-tv %t.3.mlir %t.4.mlir
// RUN: pad-opt %t.4.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.waste.mlir 2> %t.waste
// RUN: filecheck %s --check-prefix=WASTE < %t.waste
// RUN: pad-opt %t.4.mlir -p 'pad-remove-branching-through-overcompute{stage=compute sizes="N=2..4096"}' -o %t.5.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.5.mlir
// RUN: pad-tv %t.4.mlir %t.5.mlir
// RUN: pad-opt %t.5.mlir -p pad-remove-assume,pad-remove-undef-store -o %t.6.mlir
// RUN: filecheck %s --check-prefix=LOWERED < %t.6.mlir
// RUN: pad-tv %t.5.mlir %t.6.mlir

// WASTE: it would be allowed where N >= 2

// ORIGINAL-LABEL: @func(
// ORIGINAL: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: affine.store %zero, %B[%[[I]]]
// ORIGINAL-NEXT: affine.for %[[J:.*]] = 0 to 60 {
// ORIGINAL-NEXT: %[[S:.*]] = affine.load %B[%[[I]]]
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[J]]]
// ORIGINAL-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// ORIGINAL-NEXT: affine.store %[[T]], %B[%[[I]]]

// FIRST-LABEL: @func(
// FIRST: affine.for %[[IO:.*]] = 0 to {{.*}} {
// FIRST-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FIRST-NEXT: affine.for %[[J:.*]] = 0 to 60 {
// FIRST-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// FIRST-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// FIRST-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[J]]]
// FIRST-NEXT: %[[V:.*]] = pad.undef : i32
// FIRST-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// FIRST-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// FIRST-NEXT: pad.assume %[[EITHER]]
// FIRST: affine.for %[[I:.*]] = 0 to %N {
// FIRST-NEXT: affine.store %zero, %B[%[[I]]]
// FIRST-NEXT: affine.for %[[J:.*]] = 0 to 60 {
// FIRST-NEXT: %[[S:.*]] = affine.load %B[%[[I]]]
// FIRST-NEXT: %[[A:.*]] = affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4, %[[J]]]
// FIRST-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// FIRST-NEXT: affine.store %[[T]], %B[%[[I]]]

// SECOND-LABEL: @func(
// SECOND: affine.for %[[IO:.*]] = 0 to {{.*}} {
// SECOND-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SECOND-NEXT: affine.for %[[JO:.*]] = 0 to 8 {
// SECOND-NEXT: affine.for %[[JI:.*]] = 0 to 8 {
// SECOND-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[JO]], %[[JI]])
// SECOND-NEXT: %[[END:.*]] = arith.constant 60 : index
// SECOND-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// SECOND-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[JO]], %[[JI]]]
// SECOND-NEXT: %[[V:.*]] = arith.constant 0 : i32
// SECOND-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// SECOND-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// SECOND-NEXT: pad.assume %[[EITHER]]
// SECOND: affine.for %[[IO:.*]] = 0 to {{.*}} {
// SECOND-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SECOND-NEXT: affine.for %[[J:.*]] = 0 to 60 {
// SECOND-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// SECOND-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// SECOND-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[J]] floordiv 8, %[[J]] mod 8]
// SECOND-NEXT: %[[V:.*]] = pad.undef : i32
// SECOND-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// SECOND-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// SECOND-NEXT: pad.assume %[[EITHER]]
// SECOND: affine.for %[[I:.*]] = 0 to %N {
// SECOND-NEXT: affine.store %zero, %B[%[[I]]]
// SECOND-NEXT: affine.for %[[J:.*]] = 0 to 60 {
// SECOND-NEXT: %[[S:.*]] = affine.load %B[%[[I]]]
// SECOND-NEXT: %[[A:.*]] = affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4, %[[J]] floordiv 8, %[[J]] mod 8]
// SECOND-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// SECOND-NEXT: affine.store %[[T]], %B[%[[I]]]

// OUTPUT-LABEL: @func(
// OUTPUT: affine.for %[[IO:.*]] = 0 to {{.*}} {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OUTPUT-NEXT: affine.for %[[JO:.*]] = 0 to 8 {
// OUTPUT-NEXT: affine.for %[[JI:.*]] = 0 to 8 {
// OUTPUT-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[JO]], %[[JI]])
// OUTPUT-NEXT: %[[END:.*]] = arith.constant 60 : index
// OUTPUT-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// OUTPUT-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[JO]], %[[JI]]]
// OUTPUT-NEXT: %[[V:.*]] = arith.constant 0 : i32
// OUTPUT-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// OUTPUT-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// OUTPUT-NEXT: pad.assume %[[EITHER]]
// OUTPUT: affine.for %[[IO:.*]] = 0 to {{.*}} {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OUTPUT-NEXT: affine.for %[[J:.*]] = 0 to 60 {
// OUTPUT-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// OUTPUT-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// OUTPUT-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[J]] floordiv 8, %[[J]] mod 8]
// OUTPUT-NEXT: %[[V:.*]] = pad.undef : i32
// OUTPUT-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// OUTPUT-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// OUTPUT-NEXT: pad.assume %[[EITHER]]
// OUTPUT: affine.for %[[I:.*]] = 0 to %N {
// OUTPUT-NEXT: affine.store %zero, %B[%[[I]] floordiv 4, %[[I]] mod 4]
// OUTPUT-NEXT: affine.for %[[J:.*]] = 0 to 60 {
// OUTPUT-NEXT: %[[S:.*]] = affine.load %B[%[[I]] floordiv 4, %[[I]] mod 4]
// OUTPUT-NEXT: %[[A:.*]] = affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4, %[[J]] floordiv 8, %[[J]] mod 8]
// OUTPUT-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// OUTPUT-NEXT: affine.store %[[T]], %B[%[[I]] floordiv 4, %[[I]] mod 4]
// OUTPUT: affine.for %[[IO:.*]] = 0 to {{.*}} {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OUTPUT-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// OUTPUT-NEXT: %[[U:.*]] = pad.undef : i32
// OUTPUT-NEXT: affine.store %[[U]], %B[%[[IO]], %[[II]]]

// SEQUENTIAL-LABEL: @func(
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}} {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.for %[[JO:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: affine.for %[[JI:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[JO]], %[[JI]])
// SEQUENTIAL-NEXT: %[[END:.*]] = arith.constant 60 : index
// SEQUENTIAL-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[JO]], %[[JI]]]
// SEQUENTIAL-NEXT: %[[V:.*]] = arith.constant 0 : i32
// SEQUENTIAL-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// SEQUENTIAL-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// SEQUENTIAL-NEXT: pad.assume %[[EITHER]]
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}} {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.for %[[JO:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: affine.for %[[JI:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * -8 - d1 + 59 >= 0)>(%[[JO]], %[[JI]]) {
// SEQUENTIAL-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// SEQUENTIAL-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[JO]], %[[JI]]]
// SEQUENTIAL-NEXT: %[[V:.*]] = pad.undef : i32
// SEQUENTIAL-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// SEQUENTIAL-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// SEQUENTIAL-NEXT: pad.assume %[[EITHER]]
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}} {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: affine.for %[[JO:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: affine.for %[[JI:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * -8 - d1 + 59 >= 0)>(%[[JO]], %[[JI]]) {
// SEQUENTIAL-NEXT: %[[S:.*]] = affine.load %B[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[JO]], %[[JI]]]
// SEQUENTIAL-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// SEQUENTIAL-NEXT: affine.store %[[T]], %B[%[[IO]], %[[II]]]
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}} {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// SEQUENTIAL-NEXT: %[[U:.*]] = pad.undef : i32
// SEQUENTIAL-NEXT: affine.store %[[U]], %B[%[[IO]], %[[II]]]

// OVERCOMPUTE-LABEL: @func(
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}} {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[JO:.*]] = 0 to 8 {
// OVERCOMPUTE-NEXT: affine.for %[[JI:.*]] = 0 to 8 {
// OVERCOMPUTE-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[JO]], %[[JI]])
// OVERCOMPUTE-NEXT: %[[END:.*]] = arith.constant 60 : index
// OVERCOMPUTE-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[JO]], %[[JI]]]
// OVERCOMPUTE-NEXT: %[[V:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// OVERCOMPUTE-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// OVERCOMPUTE-NEXT: pad.assume %[[EITHER]]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}} {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[JO:.*]] = 0 to 8 {
// OVERCOMPUTE-NEXT: affine.for %[[JI:.*]] = 0 to 8 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1) : (d0 * -8 - d1 + 59 >= 0)>(%[[JO]], %[[JI]]) {
// OVERCOMPUTE-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// OVERCOMPUTE-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[JO]], %[[JI]]]
// OVERCOMPUTE-NEXT: %[[V:.*]] = pad.undef : i32
// OVERCOMPUTE-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// OVERCOMPUTE-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// OVERCOMPUTE-NEXT: pad.assume %[[EITHER]]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}} {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: affine.for %[[JO:.*]] = 0 to 8 {
// OVERCOMPUTE-NEXT: affine.for %[[JI:.*]] = 0 to 8 {
// OVERCOMPUTE-NEXT: %[[S:.*]] = affine.load %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[JO]], %[[JI]]]
// OVERCOMPUTE-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// OVERCOMPUTE-NEXT: affine.store %[[T]], %B[%[[IO]], %[[II]]]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}} {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// OVERCOMPUTE-NEXT: %[[U:.*]] = pad.undef : i32
// OVERCOMPUTE-NEXT: affine.store %[[U]], %B[%[[IO]], %[[II]]]

// LOWERED-LABEL: @func(
// LOWERED-NOT: affine.if
// LOWERED-NOT: pad.assume
// LOWERED-NOT: pad.undef
// LOWERED: affine.for %[[IO:.*]] = 0 to {{.*}} {
// LOWERED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// LOWERED-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// LOWERED-NEXT: affine.for %[[JO:.*]] = 0 to 8 {
// LOWERED-NEXT: affine.for %[[JI:.*]] = 0 to 8 {
// LOWERED-NEXT: %[[S:.*]] = affine.load %B[%[[IO]], %[[II]]]
// LOWERED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]], %[[JO]], %[[JI]]]
// LOWERED-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// LOWERED-NEXT: affine.store %[[T]], %B[%[[IO]], %[[II]]]
// LOWERED-NOT: affine.for
func.func @func(%A: memref<?x60xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %N {
    affine.store %zero, %B[%i] : memref<?xi32>
    affine.for %j = 0 to 60 {
      %s = affine.load %B[%i] : memref<?xi32>
      %a = affine.load %A[%i, %j] : memref<?x60xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
