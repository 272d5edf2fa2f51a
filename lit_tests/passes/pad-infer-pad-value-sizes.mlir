// Values for padding whose place depends on sizes that are known at run time only.
// RUN: pad-opt %s -p 'pad-transform-layout{function=sum buffer=A map="(i) -> (i floordiv 16, i mod 16)" pad=undef},pad-transform-layout{function=rows buffer=A map="(i, j) -> (i, j floordiv 4, j mod 4)"},pad-apply-layouts,pad-sequential-buffer-access{function=sum stage=compute buffer=A},pad-sequential-buffer-access{function=rows stage=compute buffer=A}' -o %t.laid.mlir
// RUN: pad-opt %t.laid.mlir -p 'pad-infer-pad-value{max-waste=inf}' -o /dev/null 2>&1 | filecheck %s
// RUN: pad-opt %s -p 'pad-optimize{function=sum buffer=A map="(i) -> (i floordiv 16, i mod 16)" pad=auto max-waste=inf}' --validate-each 2> %t.remarks | filecheck %s --check-prefix=AUTO
// RUN: filecheck %s --check-prefix=TAKEN < %t.remarks

// CHECK: @sum: A=0 frees 1 of 1 guards in 'compute': uncounted instances are added, uncounted cells of padding hold a value
// CHECK: @rows: A=1.0 frees 1 of 1 guards in 'compute': uncounted instances are added, uncounted cells of padding hold a value
// TAKEN: layout (i) -> (i floordiv 16, i mod 16): the padding taken is A=0; values free 1 of 1 guards
// AUTO-LABEL: @sum
// AUTO-SAME: memref<?x16xi32>
// AUTO-NOT: affine.if
// AUTO-LABEL: @rows
func.func @sum(%A: memref<?xi32> {pad.name = "A"}, %B: memref<1xi32> {pad.name = "B"}, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to %n {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}

func.func @rows(%A: memref<?x?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}, %m: index {pad.size = [{of = "A", dim = 1}]}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %s = affine.load %B[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %t = arith.mulf %s, %a : f32
      affine.store %t, %B[%i] : memref<?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
