// A fact about sizes with which the loops could follow the buffer ends the error.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i mod 4, i floordiv 4)"},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A}' --split-input-file --verify-diagnostics | filecheck %s

// What is read is written before, unless it is after all that is written.
// CHECK-NOT: @shift
func.func @shift(%A: memref<?xi32> {pad.name = "A"}, %n: index, %m: index) {
  // expected-error@+1 {{would change order; the loops would follow A where n == m: state that by pad.size or a pad.assume}}
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i + symbol(%m)] : memref<?xi32>
    affine.store %a, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// By a number: cells that are a multiple of 4 apart are in one column of the tiles, whose order stays.
func.func @far(%A: memref<?xi32> {pad.name = "A"}, %m: index) {
  // expected-error@+1 {{would change order; the loops would follow A where m mod 4 == 0: state that by pad.size or a pad.assume}}
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i + symbol(%m)] : memref<?xi32>
    affine.store %a, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// So they do where all that is read is after all that is written.
// CHECK-LABEL: @stated
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "compute"
func.func @stated(%A: memref<?xi32> {pad.name = "A"}, %m: index) {
  %c5 = arith.constant 5 : index
  %far = arith.cmpi sge, %m, %c5 : index
  pad.assume %far : i1
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i + symbol(%m)] : memref<?xi32>
    affine.store %a, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// No size helps a sum of all before.
// CHECK-NOT: @cumulative
func.func @cumulative(%A: memref<?xi32> {pad.name = "A"}, %n: index) {
  // expected-error@+1 {{would change order}}
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xi32>
    %b = affine.load %A[%i] : memref<?xi32>
    %s = arith.addi %a, %b : i32
    affine.store %s, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}
