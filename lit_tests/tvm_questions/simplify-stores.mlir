// RUN: pad-opt %s -p pad-simplify,pad-remove-no-op --split-input-file | filecheck %s

// Question: TestLoadStoreNoop
// TVM: rewritten; a store of what was just read from the same place goes
// Here: rewritten
// CHECK-LABEL: @stored_as_read
// CHECK-NEXT: func.return
func.func @stored_as_read(%T: memref<6xf32>) {
  %t = affine.load %T[2] : memref<6xf32>
  affine.store %t, %T[2] : memref<6xf32>
  func.return
}
