// TVM (section 1): RemoveOvercomputeThroughBranching never existed. Right: the guard that was dropped for overcompute
// comes back where nobody sees what it keeps out, and a sum of all cells of a buffer is not cut short.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-remove-overcompute-through-branching{stage=compute}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-opt %t.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' | filecheck %s --check-prefix=BACK

// CHECK-LABEL: @undef_behind
// CHECK: affine.if
// CHECK-NEXT: affine.load %A
// CHECK: pad.stage = "compute"
// BACK-LABEL: @undef_behind
// BACK-NOT: affine.if
// BACK: pad.stage = "compute"
func.func @undef_behind(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %a = affine.load %A[%io, %ii] : memref<4x4xi32>
      %b = arith.addi %a, %a : i32
      affine.store %b, %B[%io, %ii] : memref<4x4xi32>
    }
  } {pad.stage = "compute"}
  affine.for %ii = 2 to 4 {
    %u = pad.undef : i32
    affine.store %u, %B[3, %ii] : memref<4x4xi32>
  } {pad.stage = "B_padding"}
  func.return
}

// CHECK-LABEL: @all_cells
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
func.func @all_cells(%A: memref<4x4xi32>, %C: memref<1xi32>) {
  // expected-remark@+1 {{overcompute not removed: all that the stage stores may be read later, and no value that it loads is known}}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %s = affine.load %C[0] : memref<1xi32>
      %a = affine.load %A[%io, %ii] : memref<4x4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %C[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
