// What is known of sizes decides guards: a size that is a multiple of the tile has no padding.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 16, i mod 16)"},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A}' --split-input-file | filecheck %s
// RUN: pad-opt %s -p 'pad-split{loop=i factor=16}' --split-input-file | filecheck %s --check-prefix=SPLIT
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 16, i mod 16)"},pad-apply-layouts,pad-simplify,pad-partition-loops' --split-input-file 2>/dev/null | filecheck %s --check-prefix=WHOLE
// RUN: pad-opt %s -p 'pad-split{loop=i factor=5},pad-reduce-loop-extents' --split-input-file | filecheck %s --check-prefix=NARROW

// Forbidden padding, of which there is none.
// CHECK-LABEL: @multiple
// CHECK: affine.for %io = 0 to affine_map<(d0) -> ((d0 + 15) floordiv 16)>(%n) {
// CHECK-NEXT: affine.for %ii = 0 to 16 {
// CHECK-NEXT: affine.store %x, %A[%io, %ii]
// SPLIT-LABEL: @multiple
// SPLIT: affine.for %ii = 0 to 16 {
// SPLIT-NEXT: affine.store %x, %A[%io * 16 + %ii]
// WHOLE-LABEL: @multiple
// WHOLE: affine.for %i = 0 to %n {
// WHOLE-NEXT: affine.store
// NARROW-LABEL: @multiple
// NARROW: affine.for %ii = 0 to min affine_map<(d0, d1) -> (d0 - d1 * 5, 5)>(%n, %io) {
func.func @multiple(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0, multiple = 16}]}) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A multiple of 8 is none of 16: the guard stays, and so it does where the fact comes after the stage.
// CHECK-LABEL: @another
// CHECK: affine.for %ii = 0 to 16 {
// CHECK-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 16 - d2 - 1 >= 0)>(%n, %io, %ii) {
// SPLIT-LABEL: @another
// SPLIT: affine.if
func.func @another(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0, multiple = 8}]}) {
  %c16 = arith.constant 16 : index
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.call @perhaps_exit() : () -> ()
  %rest = arith.remsi %n, %c16 : index
  %none = arith.cmpi eq, %rest, %c0 : index
  pad.assume %none : i1
  func.return
}
func.func private @perhaps_exit()

// -----

// An assume before the stage says it as well.
// CHECK-LABEL: @assumed
// CHECK: affine.for %ii = 0 to 16 {
// CHECK-NEXT: affine.store
func.func @assumed(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  %c16 = arith.constant 16 : index
  %c0 = arith.constant 0 : index
  %rest = arith.remsi %n, %c16 : index
  %none = arith.cmpi eq, %rest, %c0 : index
  pad.assume %none : i1
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}
