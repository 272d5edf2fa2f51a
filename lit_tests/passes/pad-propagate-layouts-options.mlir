// One function, and the copies of what it calls.
// RUN: pad-opt %s -p 'pad-propagate-layouts{function=first}' -o %t.0.mlir
// RUN: filecheck %s < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: not pad-opt %s -p 'pad-propagate-layouts{function=third}' 2>&1 | filecheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: there is no function @third with a body; there are: @first, @second, @copy

#zeros = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0 : i32], {}>

// CHECK-LABEL: func.func @first(
// CHECK-NEXT: func.call @copy_packed(%A, %B)
// CHECK-NEXT: func.return
func.func @first(%A: memref<14xi32, #zeros>, %B: memref<14xi32>) {
  %l = memref.alloc() : memref<14xi32>
  pad.unpack %A into %l : memref<14xi32, #zeros> into memref<14xi32>
  func.call @copy(%l, %B) : (memref<14xi32>, memref<14xi32>) -> ()
  memref.dealloc %l : memref<14xi32>
  func.return
}

// CHECK-LABEL: func.func @second(
// CHECK: pad.unpack
// CHECK: func.call @copy(
func.func @second(%A: memref<14xi32, #zeros>, %B: memref<14xi32>) {
  %l = memref.alloc() : memref<14xi32>
  pad.unpack %A into %l : memref<14xi32, #zeros> into memref<14xi32>
  func.call @copy(%l, %B) : (memref<14xi32>, memref<14xi32>) -> ()
  memref.dealloc %l : memref<14xi32>
  func.return
}

// CHECK-LABEL: func.func private @copy(
// CHECK-SAME: %X: memref<14xi32>,
// CHECK-LABEL: func.func private @copy_packed(
// CHECK-NEXT: affine.for
// CHECK-NEXT: %x = affine.load %X[
func.func private @copy(%X: memref<14xi32>, %Y: memref<14xi32>) {
  %P = memref.alloc() : memref<14xi32, #zeros>
  pad.pack %X into %P : memref<14xi32> into memref<14xi32, #zeros>
  %l = memref.alloc() : memref<14xi32>
  pad.unpack %P into %l : memref<14xi32, #zeros> into memref<14xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %l[%i] : memref<14xi32>
    affine.store %x, %Y[%i] : memref<14xi32>
  }
  memref.dealloc %P : memref<14xi32, #zeros>
  memref.dealloc %l : memref<14xi32>
  func.return
}
