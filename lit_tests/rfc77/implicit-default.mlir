// RFC 77, "Implicitly write default value of next operator": a convolution that leaves zeros where its input has them.
// The RFC has `Ai = Bi - fi + 2` and B's padding at `ii >= 6`; the sizes need `Ai = Bi - fi` and `ii >= 4`. That `0 <= Bi`
// and `Bi < 18` follows from `Ai`. The conditions of ii are both to hold, where the RFC has `or`, so that the else
// arms of parts 2 and 3 are never reached.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad=0.0}, \
// RUN:   pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=INPUT < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-transform-layout{buffer=B map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad=0.0}, \
// RUN:   pad-apply-layouts' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=OUTPUT < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir
// RUN: pad-opt %t.2.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=A},pad-simplify{stage=compute}' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.3.mlir
// RUN: pad-tv %t.2.mlir %t.3.mlir
// RUN: pad-opt %t.3.mlir -p 'pad-sequential-buffer-access{stage=init_compute buffer=B},pad-simplify{stage=init_compute}' -o %t.4.mlir
// RUN: filecheck %s --check-prefix=BLOCK < %t.4.mlir
// RUN: pad-tv %t.3.mlir %t.4.mlir
// RUN: pad-opt %t.4.mlir -p 'pad-merge-adjacent-loops{stages=init_compute,B_padding},pad-simplify' -o %t.5.mlir
// RUN: filecheck %s --check-prefix=MERGED < %t.5.mlir
// RUN: pad-tv %t.4.mlir %t.5.mlir
// RUN: pad-opt %t.5.mlir -p 'pad-hoist-expression{stage=compute conditionals=boolean-expression split=true}' -o %t.6.mlir
// RUN: filecheck %s --check-prefix=HOISTED < %t.6.mlir
// RUN: pad-tv %t.5.mlir %t.6.mlir
// RUN: pad-opt %t.6.mlir -p 'pad-remove-branching-through-overcompute{stage=compute index=wrap fp=relaxed}' -o %t.7.mlir
// RUN: filecheck %s --check-prefix=WRAPPED < %t.7.mlir
// RUN: pad-tv %t.6.mlir %t.7.mlir
// RUN: pad-opt %t.5.mlir -p 'pad-remove-branching-through-overcompute{stage=compute index=wrap fp=relaxed}' -o %t.8.mlir
// RUN: filecheck %s --check-prefix=BRANCHLESS < %t.8.mlir
// RUN: pad-tv %t.5.mlir %t.8.mlir

// ORIGINAL-LABEL: @func(%A: memref<16xf32>, %F: memref<3xf32>, %B: memref<18xf32>)
// ORIGINAL: affine.for %[[BI:.*]] = 0 to 18 {
// ORIGINAL-NEXT: affine.store %zero, %B[%[[BI]]]
// ORIGINAL-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// ORIGINAL-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, d0 * -1 + d1 + 15 >= 0)>(%[[BI]], %[[FI]]) {
// ORIGINAL-NEXT: %[[B:.*]] = affine.load %B[%[[BI]]]
// ORIGINAL-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[BI]] - %[[FI]]]
// ORIGINAL-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// ORIGINAL-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// ORIGINAL-NEXT: affine.store %[[S]], %B[%[[BI]]]

// INPUT-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<18xf32>)
// INPUT: affine.for %[[IO:.*]] = 0 to 3 {
// INPUT-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// INPUT: affine.load %A[%[[IO]], %[[II]]]
// INPUT: pad.assume %{{.*}}
// INPUT: affine.for %[[BI:.*]] = 0 to 18 {
// INPUT-NEXT: affine.store %zero, %B[%[[BI]]]
// INPUT-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// INPUT-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, d0 * -1 + d1 + 15 >= 0)>(%[[BI]], %[[FI]]) {
// INPUT-NEXT: %[[B:.*]] = affine.load %B[%[[BI]]]
// INPUT-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// INPUT-NEXT: %[[A:.*]] = affine.load %A[(%[[BI]] - %[[FI]] + 2) floordiv 8, (%[[BI]] - %[[FI]] + 2) mod 8]
// INPUT-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// INPUT-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// INPUT-NEXT: affine.store %[[S]], %B[%[[BI]]]

// OUTPUT-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// OUTPUT: affine.for %[[IO:.*]] = 0 to 3 {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// OUTPUT: affine.load %A[%[[IO]], %[[II]]]
// OUTPUT: pad.assume %{{.*}}
// OUTPUT: affine.for %[[BI:.*]] = 0 to 18 {
// OUTPUT-NEXT: affine.store %zero, %B[(%[[BI]] + 2) floordiv 8, (%[[BI]] + 2) mod 8]
// OUTPUT-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// OUTPUT-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, d0 * -1 + d1 + 15 >= 0)>(%[[BI]], %[[FI]]) {
// OUTPUT-NEXT: %[[B:.*]] = affine.load %B[(%[[BI]] + 2) floordiv 8, (%[[BI]] + 2) mod 8]
// OUTPUT-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// OUTPUT-NEXT: %[[A:.*]] = affine.load %A[(%[[BI]] - %[[FI]] + 2) floordiv 8, (%[[BI]] - %[[FI]] + 2) mod 8]
// OUTPUT-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// OUTPUT-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// OUTPUT-NEXT: affine.store %[[S]], %B[(%[[BI]] + 2) floordiv 8, (%[[BI]] + 2) mod 8]
// OUTPUT: affine.for %[[IO:.*]] = 0 to 3 {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// OUTPUT-NEXT: affine.if affine_set<(d0, d1) : (d0 == 0, d1 * -1 + 1 >= 0)>(%[[IO]], %[[II]]) {
// OUTPUT: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
// OUTPUT: affine.if affine_set<(d0, d1) : (d0 - 2 == 0, d1 - 4 >= 0)>(%[[IO]], %[[II]]) {
// OUTPUT: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]

// SEQUENTIAL-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 3 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// SEQUENTIAL: affine.load %A[%[[IO]], %[[II]]]
// SEQUENTIAL: pad.assume %{{.*}}
// SEQUENTIAL: affine.for %[[BI:.*]] = 0 to 18 {
// SEQUENTIAL-NEXT: affine.store %zero, %B[(%[[BI]] + 2) floordiv 8, (%[[BI]] + 2) mod 8]
// SEQUENTIAL-NEXT: } {{.*}}pad.stage = "init_compute"
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 3 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 17 >= 0)>(%[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[B:.*]] = affine.load %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// SEQUENTIAL-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// SEQUENTIAL-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// SEQUENTIAL-NEXT: affine.store %[[S]], %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 3 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 == 0, d1 * -1 + 1 >= 0)>(%[[IO]], %[[II]]) {
// SEQUENTIAL: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
// SEQUENTIAL: affine.if affine_set<(d0, d1) : (d0 - 2 == 0, d1 - 4 >= 0)>(%[[IO]], %[[II]]) {
// SEQUENTIAL: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]

// BLOCK-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// BLOCK: affine.for %[[IO:.*]] = 0 to 3 {
// BLOCK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BLOCK: affine.load %A[%[[IO]], %[[II]]]
// BLOCK: pad.assume %{{.*}}
// BLOCK: affine.for %[[IO:.*]] = 0 to 3 {
// BLOCK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BLOCK-NEXT: affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 19 >= 0)>(%[[IO]], %[[II]]) {
// BLOCK-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// BLOCK-NEXT: }
// BLOCK-NEXT: }
// BLOCK: affine.for %[[IO:.*]] = 0 to 3 {
// BLOCK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BLOCK-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// BLOCK-NEXT: affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 17 >= 0)>(%[[IO]], %[[II]]) {
// BLOCK-NEXT: %[[B:.*]] = affine.load %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// BLOCK-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// BLOCK-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// BLOCK-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// BLOCK-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// BLOCK-NEXT: affine.store %[[S]], %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// BLOCK: affine.for %[[IO:.*]] = 0 to 3 {
// BLOCK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BLOCK-NEXT: affine.if affine_set<(d0, d1) : (d0 == 0, d1 * -1 + 1 >= 0)>(%[[IO]], %[[II]]) {
// BLOCK: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
// BLOCK: affine.if affine_set<(d0, d1) : (d0 - 2 == 0, d1 - 4 >= 0)>(%[[IO]], %[[II]]) {
// BLOCK: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]

// MERGED-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// MERGED: affine.for %[[IO:.*]] = 0 to 3 {
// MERGED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// MERGED: affine.load %A[%[[IO]], %[[II]]]
// MERGED: pad.assume %{{.*}}
// MERGED: affine.for %[[IO:.*]] = 0 to 3 {
// MERGED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// MERGED-NEXT: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
// MERGED-NEXT: }
// MERGED-NEXT: }
// MERGED: affine.for %[[IO:.*]] = 0 to 3 {
// MERGED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// MERGED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// MERGED-NEXT: affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 17 >= 0)>(%[[IO]], %[[II]]) {
// MERGED-NEXT: %[[B:.*]] = affine.load %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// MERGED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// MERGED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// MERGED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// MERGED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// MERGED-NEXT: affine.store %[[S]], %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// MERGED-NOT: affine.for

// HOISTED-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// HOISTED: affine.for %[[IO:.*]] = 0 to 3 {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// HOISTED: affine.load %A[%[[IO]], %[[II]]]
// HOISTED: pad.assume %{{.*}}
// HOISTED: affine.for %[[IO:.*]] = 0 to 3 {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// HOISTED-NEXT: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// The conditions on io in front of the loops over ii and fi, those on ii in front of the loop over fi.
// HOISTED: affine.for %[[IO:.*]] = 0 to 3 {
// HOISTED-NEXT: affine.if affine_set<(d0) : (d0 == 0)>(%[[IO]]) {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// HOISTED-NEXT: affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%[[II]]) {
// HOISTED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// HOISTED-NEXT: %[[B:.*]] = affine.load %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// HOISTED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// HOISTED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// HOISTED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// HOISTED-NEXT: affine.store %[[S]], %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: } else {
// HOISTED-NEXT: affine.if affine_set<(d0) : (d0 - 2 == 0)>(%[[IO]]) {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// HOISTED-NEXT: affine.if affine_set<(d0) : (d0 * -1 + 1 >= 0)>(%[[II]]) {
// HOISTED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// HOISTED-NEXT: %[[B:.*]] = affine.load %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// HOISTED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// HOISTED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// HOISTED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// HOISTED-NEXT: affine.store %[[S]], %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: } else {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// HOISTED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// HOISTED-NEXT: %[[B:.*]] = affine.load %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// HOISTED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// HOISTED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// HOISTED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// HOISTED-NEXT: affine.store %[[S]], %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NOT: affine.for

// WRAPPED-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// WRAPPED: affine.for %[[IO:.*]] = 0 to 3 {
// WRAPPED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// WRAPPED: affine.load %A[%[[IO]], %[[II]]]
// WRAPPED: pad.assume %{{.*}}
// WRAPPED: affine.for %[[IO:.*]] = 0 to 3 {
// WRAPPED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// WRAPPED-NEXT: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
// WRAPPED-NEXT: }
// WRAPPED-NEXT: }
// WRAPPED: affine.for %[[IO:.*]] = 0 to 3 {
// WRAPPED-NEXT: affine.if affine_set<(d0) : (d0 == 0)>(%[[IO]]) {
// WRAPPED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// WRAPPED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// WRAPPED-NEXT: %[[B:.*]] = affine.load %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// WRAPPED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// WRAPPED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// WRAPPED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// WRAPPED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// WRAPPED-NEXT: affine.store %[[S]], %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// WRAPPED-NEXT: }
// WRAPPED-NEXT: }
// WRAPPED-NEXT: } else {
// WRAPPED-NEXT: affine.if affine_set<(d0) : (d0 - 2 == 0)>(%[[IO]]) {
// WRAPPED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// WRAPPED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// WRAPPED-NEXT: %[[B:.*]] = affine.load %B[(%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8) mod 3, (%[[II]] + %[[FI]]) mod 8]
// WRAPPED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// WRAPPED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// WRAPPED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// WRAPPED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// WRAPPED-NEXT: affine.store %[[S]], %B[(%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8) mod 3, (%[[II]] + %[[FI]]) mod 8]
// WRAPPED-NEXT: }
// WRAPPED-NEXT: }
// WRAPPED-NEXT: } else {
// WRAPPED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// WRAPPED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// WRAPPED-NEXT: %[[B:.*]] = affine.load %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// WRAPPED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// WRAPPED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// WRAPPED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// WRAPPED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// WRAPPED-NEXT: affine.store %[[S]], %B[%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8, (%[[II]] + %[[FI]]) mod 8]
// WRAPPED-NEXT: }
// WRAPPED-NEXT: }
// WRAPPED-NOT: affine.for

// BRANCHLESS-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// BRANCHLESS: affine.for %[[IO:.*]] = 0 to 3 {
// BRANCHLESS-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BRANCHLESS: affine.load %A[%[[IO]], %[[II]]]
// BRANCHLESS: pad.assume %{{.*}}
// BRANCHLESS: affine.for %[[IO:.*]] = 0 to 3 {
// BRANCHLESS-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BRANCHLESS-NEXT: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
// BRANCHLESS-NEXT: }
// BRANCHLESS-NEXT: }
// BRANCHLESS: affine.for %[[IO:.*]] = 0 to 3 {
// BRANCHLESS-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BRANCHLESS-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// BRANCHLESS-NEXT: %[[B:.*]] = affine.load %B[(%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8) mod 3, (%[[II]] + %[[FI]]) mod 8]
// BRANCHLESS-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// BRANCHLESS-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// BRANCHLESS-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// BRANCHLESS-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// BRANCHLESS-NEXT: affine.store %[[S]], %B[(%[[IO]] + (%[[II]] + %[[FI]]) floordiv 8) mod 3, (%[[II]] + %[[FI]]) mod 8]
// BRANCHLESS-NOT: affine.for
func.func @func(%A: memref<16xf32>, %F: memref<3xf32>, %B: memref<18xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %Bi = 0 to 18 {
    affine.store %zero, %B[%Bi] : memref<18xf32>
    affine.for %fi = 0 to 3 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, 15 - d0 + d1 >= 0)>(%Bi, %fi) {
        %b = affine.load %B[%Bi] : memref<18xf32>
        %f = affine.load %F[%fi] : memref<3xf32>
        %a = affine.load %A[%Bi - %fi] : memref<16xf32>
        %p = arith.mulf %f, %a : f32
        %s = arith.addf %b, %p : f32
        affine.store %s, %B[%Bi] : memref<18xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
