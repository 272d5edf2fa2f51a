// REQUIRES: mlir
// RUN: pad-opt %s -p 'pad-to-host{stop=scf}' | filecheck %s

// What a callee frees is not freed twice.
// CHECK-LABEL: @caller
// CHECK: memref.alloc
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @caller(%x: f32) {
  %A = memref.alloc() : memref<14xf32>
  affine.store %x, %A[0] : memref<14xf32>
  func.call @release(%A) : (memref<14xf32>) -> ()
  func.return
}

func.func private @release(%A: memref<14xf32>) {
  memref.dealloc %A : memref<14xf32>
  func.return
}
