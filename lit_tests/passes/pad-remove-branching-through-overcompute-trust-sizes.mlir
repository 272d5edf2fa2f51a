// What the padding holds is assumed of buffers whose sizes are known at run time only.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{function=sized trust=true}' -o %t.sized.mlir
// RUN: filecheck %s < %t.sized.mlir
// RUN: pad-tv %s %t.sized.mlir --function sized | filecheck %s --check-prefix=VERDICT
// RUN: pad-opt %s -p 'pad-transform-layout{function=sum buffer=A map="(i) -> (i floordiv 16, i mod 16)" pad=undef},pad-apply-layouts,pad-sequential-buffer-access{function=sum stage=compute buffer=A}' -o %t.laid.mlir
// RUN: pad-opt %t.laid.mlir -p 'pad-remove-branching-through-overcompute{function=sum stage=compute trust=true max-waste=inf}' -o %t.sum.mlir
// RUN: filecheck %s --check-prefix=SUM < %t.sum.mlir
// RUN: pad-tv %t.laid.mlir %t.sum.mlir --function sum | filecheck %s --check-prefix=VERDICT

// CHECK-LABEL: @sized
// CHECK: memref.dim %A
// CHECK: pad.assume {{.*}} {pad.user}
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
// VERDICT: valid under 1 user assume
func.func @sized(%A: memref<?xi32>, %n: index {pad.size = [{of = "A", dim = 0, min = 4, max = 4}]}, %B: memref<1xi32>) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<?xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// The condition of the cells names the size.
// SUM-LABEL: @sum
// SUM: arith.cmpi slt, {{.*}}, %n
// SUM: pad.assume {{.*}} {pad.user}
// SUM-NOT: affine.if
// SUM: pad.stage = "compute"
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
