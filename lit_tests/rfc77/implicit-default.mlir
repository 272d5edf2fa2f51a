// RFC 77, "Implicitly write default value of next operator": a convolution that leaves zeros where its input has them.
// The RFC has `Ai = Bi - fi + 2` and B's padding at `ii >= 6`; the sizes need `Ai = Bi - fi` and `ii >= 4`. That `0 <= Bi`
// and `Bi < 18` follows from `Ai`. The conditions of ii are both to hold, where the RFC has `or`, so that the else
// arms of parts 2 and 3 are never reached. The sum may be reordered only since its addition says so.
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
// RUN: pad-opt %t.6.mlir -p 'pad-remove-branching-through-overcompute{stage=compute index=wrap fp=relaxed max-waste=3}' -o %t.7.mlir
// RUN: filecheck %s --check-prefix=BRANCHLESS < %t.7.mlir
// RUN: pad-tv --fp relaxed %t.6.mlir %t.7.mlir

// ORIGINAL-LABEL: @func(%A: memref<16xf32>, %F: memref<3xf32>, %B: memref<18xf32>)
// ORIGINAL: affine.for %[[BI:.*]] = 0 to 18 {
// ORIGINAL-NEXT: affine.store %zero, %B[%[[BI]]]
// ORIGINAL-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// ORIGINAL-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, -d0 + d1 + 15 >= 0)>(%[[BI]], %[[FI]]) {
// ORIGINAL-NEXT: %[[B:.*]] = affine.load %B[%[[BI]]]
// ORIGINAL-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[BI]] - %[[FI]]]
// ORIGINAL-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// ORIGINAL-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// ORIGINAL-NEXT: affine.store %[[S]], %B[%[[BI]]]

// INPUT-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<18xf32>)
// INPUT: affine.for %[[IO:.*]] = 0 to 3 {
// INPUT-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// INPUT-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// INPUT-NEXT: %[[FIRST:.*]] = arith.constant 2 : index
// INPUT-NEXT: %[[LOW:.*]] = arith.cmpi sge, %[[P]], %[[FIRST]]
// INPUT-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// INPUT-NEXT: %[[END:.*]] = arith.constant 18 : index
// INPUT-NEXT: %[[HIGH:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// INPUT-NEXT: %[[VALID:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// INPUT-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// INPUT-NEXT: %[[BITS:.*]] = arith.bitcast %[[A]]
// INPUT-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// INPUT-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// INPUT-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// INPUT-NEXT: pad.assume %[[EITHER]]
// INPUT: affine.for %[[BI:.*]] = 0 to 18 {
// INPUT-NEXT: affine.store %zero, %B[%[[BI]]]
// INPUT-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// INPUT-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, -d0 + d1 + 15 >= 0)>(%[[BI]], %[[FI]]) {
// INPUT-NEXT: %[[B:.*]] = affine.load %B[%[[BI]]]
// INPUT-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// INPUT-NEXT: %[[A:.*]] = affine.load %A[(%[[BI]] - %[[FI]] + 2) floordiv 8, (%[[BI]] - %[[FI]] + 2) mod 8]
// INPUT-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// INPUT-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// INPUT-NEXT: affine.store %[[S]], %B[%[[BI]]]

// OUTPUT-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// OUTPUT: affine.for %[[IO:.*]] = 0 to 3 {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// OUTPUT-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// OUTPUT-NEXT: %[[FIRST:.*]] = arith.constant 2 : index
// OUTPUT-NEXT: %[[LOW:.*]] = arith.cmpi sge, %[[P]], %[[FIRST]]
// OUTPUT-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// OUTPUT-NEXT: %[[END:.*]] = arith.constant 18 : index
// OUTPUT-NEXT: %[[HIGH:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// OUTPUT-NEXT: %[[VALID:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// OUTPUT-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// OUTPUT-NEXT: %[[BITS:.*]] = arith.bitcast %[[A]]
// OUTPUT-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// OUTPUT-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// OUTPUT-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// OUTPUT-NEXT: pad.assume %[[EITHER]]
// OUTPUT: affine.for %[[BI:.*]] = 0 to 18 {
// OUTPUT-NEXT: affine.store %zero, %B[(%[[BI]] + 2) floordiv 8, (%[[BI]] + 2) mod 8]
// OUTPUT-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// OUTPUT-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, -d0 + d1 + 15 >= 0)>(%[[BI]], %[[FI]]) {
// OUTPUT-NEXT: %[[B:.*]] = affine.load %B[(%[[BI]] + 2) floordiv 8, (%[[BI]] + 2) mod 8]
// OUTPUT-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// OUTPUT-NEXT: %[[A:.*]] = affine.load %A[(%[[BI]] - %[[FI]] + 2) floordiv 8, (%[[BI]] - %[[FI]] + 2) mod 8]
// OUTPUT-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// OUTPUT-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// OUTPUT-NEXT: affine.store %[[S]], %B[(%[[BI]] + 2) floordiv 8, (%[[BI]] + 2) mod 8]
// OUTPUT: affine.for %[[IO:.*]] = 0 to 3 {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// OUTPUT-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// OUTPUT-NEXT: %[[FIRST:.*]] = arith.constant 2 : index
// OUTPUT-NEXT: %[[LOW:.*]] = arith.cmpi slt, %[[P]], %[[FIRST]]
// OUTPUT-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// OUTPUT-NEXT: %[[END:.*]] = arith.constant 20 : index
// OUTPUT-NEXT: %[[HIGH:.*]] = arith.cmpi sge, %[[P]], %[[END]]
// OUTPUT-NEXT: %[[EITHER:.*]] = arith.ori %[[LOW]], %[[HIGH]]
// OUTPUT-NEXT: scf.if %[[EITHER]] {
// OUTPUT-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// OUTPUT-NEXT: affine.store %[[ZERO]], %B[%[[IO]], %[[II]]]

// SEQUENTIAL-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 3 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// SEQUENTIAL-NEXT: %[[FIRST:.*]] = arith.constant 2 : index
// SEQUENTIAL-NEXT: %[[LOW:.*]] = arith.cmpi sge, %[[P]], %[[FIRST]]
// SEQUENTIAL-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// SEQUENTIAL-NEXT: %[[END:.*]] = arith.constant 18 : index
// SEQUENTIAL-NEXT: %[[HIGH:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// SEQUENTIAL-NEXT: %[[VALID:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[BITS:.*]] = arith.bitcast %[[A]]
// SEQUENTIAL-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// SEQUENTIAL-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// SEQUENTIAL-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// SEQUENTIAL-NEXT: pad.assume %[[EITHER]]
// SEQUENTIAL: affine.for %[[BI:.*]] = 0 to 18 {
// SEQUENTIAL-NEXT: affine.store %zero, %B[(%[[BI]] + 2) floordiv 8, (%[[BI]] + 2) mod 8]
// SEQUENTIAL-NEXT: } {{.*}}pad.stage = "init_compute"
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 3 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 8 + d1 + d2 - 2 >= 0, d0 * -8 - d1 - d2 + 19 >= 0)>(%[[IO]], %[[II]], %[[FI]]) {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 17 >= 0)>(%[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[B:.*]] = affine.load %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// SEQUENTIAL-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// SEQUENTIAL-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// SEQUENTIAL-NEXT: affine.store %[[S]], %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 3 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// SEQUENTIAL-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// SEQUENTIAL-NEXT: %[[FIRST:.*]] = arith.constant 2 : index
// SEQUENTIAL-NEXT: %[[LOW:.*]] = arith.cmpi slt, %[[P]], %[[FIRST]]
// SEQUENTIAL-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// SEQUENTIAL-NEXT: %[[END:.*]] = arith.constant 20 : index
// SEQUENTIAL-NEXT: %[[HIGH:.*]] = arith.cmpi sge, %[[P]], %[[END]]
// SEQUENTIAL-NEXT: %[[EITHER:.*]] = arith.ori %[[LOW]], %[[HIGH]]
// SEQUENTIAL-NEXT: scf.if %[[EITHER]] {
// SEQUENTIAL-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// SEQUENTIAL-NEXT: affine.store %[[ZERO]], %B[%[[IO]], %[[II]]]

// BLOCK-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// BLOCK: affine.for %[[IO:.*]] = 0 to 3 {
// BLOCK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BLOCK-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// BLOCK-NEXT: %[[FIRST:.*]] = arith.constant 2 : index
// BLOCK-NEXT: %[[LOW:.*]] = arith.cmpi sge, %[[P]], %[[FIRST]]
// BLOCK-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// BLOCK-NEXT: %[[END:.*]] = arith.constant 18 : index
// BLOCK-NEXT: %[[HIGH:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// BLOCK-NEXT: %[[VALID:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// BLOCK-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// BLOCK-NEXT: %[[BITS:.*]] = arith.bitcast %[[A]]
// BLOCK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// BLOCK-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// BLOCK-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// BLOCK-NEXT: pad.assume %[[EITHER]]
// BLOCK: affine.for %[[IO:.*]] = 0 to 3 {
// BLOCK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BLOCK-NEXT: affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 19 >= 0)>(%[[IO]], %[[II]]) {
// BLOCK-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// BLOCK-NEXT: }
// BLOCK-NEXT: }
// BLOCK: affine.for %[[IO:.*]] = 0 to 3 {
// BLOCK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BLOCK-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// BLOCK-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 8 + d1 + d2 - 2 >= 0, d0 * -8 - d1 - d2 + 19 >= 0)>(%[[IO]], %[[II]], %[[FI]]) {
// BLOCK-NEXT: affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 17 >= 0)>(%[[IO]], %[[II]]) {
// BLOCK-NEXT: %[[B:.*]] = affine.load %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// BLOCK-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// BLOCK-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// BLOCK-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// BLOCK-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// BLOCK-NEXT: affine.store %[[S]], %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// BLOCK: affine.for %[[IO:.*]] = 0 to 3 {
// BLOCK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BLOCK-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// BLOCK-NEXT: %[[FIRST:.*]] = arith.constant 2 : index
// BLOCK-NEXT: %[[LOW:.*]] = arith.cmpi slt, %[[P]], %[[FIRST]]
// BLOCK-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// BLOCK-NEXT: %[[END:.*]] = arith.constant 20 : index
// BLOCK-NEXT: %[[HIGH:.*]] = arith.cmpi sge, %[[P]], %[[END]]
// BLOCK-NEXT: %[[EITHER:.*]] = arith.ori %[[LOW]], %[[HIGH]]
// BLOCK-NEXT: scf.if %[[EITHER]] {
// BLOCK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// BLOCK-NEXT: affine.store %[[ZERO]], %B[%[[IO]], %[[II]]]

// MERGED-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// MERGED: affine.for %[[IO:.*]] = 0 to 3 {
// MERGED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// MERGED-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// MERGED-NEXT: %[[FIRST:.*]] = arith.constant 2 : index
// MERGED-NEXT: %[[LOW:.*]] = arith.cmpi sge, %[[P]], %[[FIRST]]
// MERGED-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// MERGED-NEXT: %[[END:.*]] = arith.constant 18 : index
// MERGED-NEXT: %[[HIGH:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// MERGED-NEXT: %[[VALID:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// MERGED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// MERGED-NEXT: %[[BITS:.*]] = arith.bitcast %[[A]]
// MERGED-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// MERGED-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// MERGED-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// MERGED-NEXT: pad.assume %[[EITHER]]
// MERGED: affine.for %[[IO:.*]] = 0 to 3 {
// MERGED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// MERGED-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// MERGED-NEXT: }
// MERGED-NEXT: }
// MERGED: affine.for %[[IO:.*]] = 0 to 3 {
// MERGED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// MERGED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// MERGED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 8 + d1 + d2 - 2 >= 0, d0 * -8 - d1 - d2 + 19 >= 0)>(%[[IO]], %[[II]], %[[FI]]) {
// MERGED-NEXT: affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 17 >= 0)>(%[[IO]], %[[II]]) {
// MERGED-NEXT: %[[B:.*]] = affine.load %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// MERGED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// MERGED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// MERGED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// MERGED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// MERGED-NEXT: affine.store %[[S]], %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// MERGED-NOT: affine.for

// HOISTED-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// HOISTED: affine.for %[[IO:.*]] = 0 to 3 {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// HOISTED-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// HOISTED-NEXT: %[[FIRST:.*]] = arith.constant 2 : index
// HOISTED-NEXT: %[[LOW:.*]] = arith.cmpi sge, %[[P]], %[[FIRST]]
// HOISTED-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// HOISTED-NEXT: %[[END:.*]] = arith.constant 18 : index
// HOISTED-NEXT: %[[HIGH:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// HOISTED-NEXT: %[[VALID:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// HOISTED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// HOISTED-NEXT: %[[BITS:.*]] = arith.bitcast %[[A]]
// HOISTED-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// HOISTED-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// HOISTED-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// HOISTED-NEXT: pad.assume %[[EITHER]]
// HOISTED: affine.for %[[IO:.*]] = 0 to 3 {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// HOISTED-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// The conditions on io before the loops over ii and fi, those on ii before the loop over fi.
// HOISTED: affine.for %[[IO:.*]] = 0 to 3 {
// HOISTED-NEXT: affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%[[IO]]) {
// HOISTED-NEXT: affine.if affine_set<(d0) : (d0 - 1 == 0)>(%[[IO]]) {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// HOISTED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// HOISTED-NEXT: %[[B:.*]] = affine.load %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// HOISTED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// HOISTED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// HOISTED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// HOISTED-NEXT: affine.store %[[S]], %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: } else {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// HOISTED-NEXT: affine.if affine_set<(d0) : (-d0 + 1 >= 0)>(%[[II]]) {
// HOISTED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// HOISTED-NEXT: %[[B:.*]] = affine.load %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// HOISTED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// HOISTED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// HOISTED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// HOISTED-NEXT: affine.store %[[S]], %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: } else {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// HOISTED-NEXT: affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%[[II]]) {
// HOISTED-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// HOISTED-NEXT: %[[B:.*]] = affine.load %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// HOISTED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// HOISTED-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// HOISTED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// HOISTED-NEXT: affine.store %[[S]], %B[(%[[II]] + %[[FI]]) floordiv 8 + %[[IO]], (%[[II]] + %[[FI]]) mod 8]
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NOT: affine.for

// BRANCHLESS-LABEL: @func(%A: memref<3x8xf32>{{.*}}, %F: memref<3xf32>, %B: memref<3x8xf32>
// BRANCHLESS: affine.for %[[IO:.*]] = 0 to 3 {
// BRANCHLESS-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BRANCHLESS-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// BRANCHLESS-NEXT: %[[FIRST:.*]] = arith.constant 2 : index
// BRANCHLESS-NEXT: %[[LOW:.*]] = arith.cmpi sge, %[[P]], %[[FIRST]]
// BRANCHLESS-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[IO]], %[[II]])
// BRANCHLESS-NEXT: %[[END:.*]] = arith.constant 18 : index
// BRANCHLESS-NEXT: %[[HIGH:.*]] = arith.cmpi slt, %[[P]], %[[END]]
// BRANCHLESS-NEXT: %[[VALID:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// BRANCHLESS-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// BRANCHLESS-NEXT: %[[BITS:.*]] = arith.bitcast %[[A]]
// BRANCHLESS-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// BRANCHLESS-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[BITS]], %[[ZERO]]
// BRANCHLESS-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// BRANCHLESS-NEXT: pad.assume %[[EITHER]]
// BRANCHLESS: affine.for %[[IO:.*]] = 0 to 3 {
// BRANCHLESS-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BRANCHLESS-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// BRANCHLESS-NEXT: }
// BRANCHLESS-NEXT: }
// BRANCHLESS: affine.for %[[IO:.*]] = 0 to 3 {
// BRANCHLESS-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// BRANCHLESS-NEXT: affine.for %[[FI:.*]] = 0 to 3 {
// BRANCHLESS-NEXT: %[[B:.*]] = affine.load %B[((%[[II]] + %[[FI]]) floordiv 8 + %[[IO]]) mod 3, (%[[II]] + %[[FI]]) mod 8]
// BRANCHLESS-NEXT: %[[F:.*]] = affine.load %F[%[[FI]]]
// BRANCHLESS-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// BRANCHLESS-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[A]]
// BRANCHLESS-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// BRANCHLESS-NEXT: affine.store %[[S]], %B[((%[[II]] + %[[FI]]) floordiv 8 + %[[IO]]) mod 3, (%[[II]] + %[[FI]]) mod 8]
// BRANCHLESS-NOT: affine.for
func.func @func(%A: memref<16xf32>, %F: memref<3xf32>, %B: memref<18xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %Bi = 0 to 18 {
    affine.store %zero, %B[%Bi] : memref<18xf32>
    affine.for %fi = 0 to 3 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, -d0 + d1 + 15 >= 0)>(%Bi, %fi) {
        %b = affine.load %B[%Bi] : memref<18xf32>
        %f = affine.load %F[%fi] : memref<3xf32>
        %a = affine.load %A[%Bi - %fi] : memref<16xf32>
        %p = arith.mulf %f, %a : f32
        %s = arith.addf %b, %p fastmath<reassoc> : f32
        affine.store %s, %B[%Bi] : memref<18xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
