// REQUIRES: mlir
// RUN: pad-opt %s -p pad-to-host --split-input-file | filecheck %s

// "Embed more bound information into var or expr": B[i] = A[i mod n][i floordiv n] for i in n * n.
// n is not negative as it is a size, and i as it is an iterator: no sign is minded, and the loop
// does not divide at all.
// CHECK-LABEL: sym_name = "flatten"
// CHECK-NOT: {{llvm\.[su](div|rem)}}
// CHECK: "llvm.return"
func.func @flatten(%A: memref<?x?xf32> {pad.name = "A"}, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "A", dim = 1}]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.muli %n, %n : index
  scf.for %i = %c0 to %size step %c1 {
    %q = arith.floordivsi %i, %n : index
    %p = arith.muli %q, %n : index
    %r = arith.subi %i, %p : index
    %a = memref.load %A[%r, %q] : memref<?x?xf32>
    memref.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// The same where the remainder is corrected by the program, as C and upstream's affine maps do it,
// and the size is the result of memref.dim.
// CHECK-LABEL: sym_name = "flatten_corrected"
// CHECK-NOT: {{llvm\.[su](div|rem)}}
// CHECK: "llvm.return"
func.func @flatten_corrected(%A: memref<?x?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %size = arith.muli %n, %n : index
  affine.for %i = 0 to %size {
    %t = arith.remsi %i, %n : index
    %negative = arith.cmpi slt, %t, %c0 : index
    %more = arith.addi %t, %n : index
    %r = arith.select %negative, %more, %t : index
    %q = arith.floordivsi %i, %n : index
    %a = memref.load %A[%r, %q] : memref<?x?xf32>
    memref.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Constant sizes: shifts and masks, or one unsigned division, and no choice.
// CHECK-LABEL: sym_name = "constants"
// CHECK-NOT: {{llvm\.(sdiv|srem|select)}}
// CHECK: "llvm.lshr
// CHECK: "llvm.udiv
// CHECK: "llvm.return"
func.func @constants(%A: memref<20xf32>, %x: f32) {
  affine.for %i = 2 to 100 {
    affine.store %x, %A[(%i - 2) floordiv 8] : memref<20xf32>
    affine.store %x, %A[(%i - 2) floordiv 7] : memref<20xf32>
  }
  func.return
}
