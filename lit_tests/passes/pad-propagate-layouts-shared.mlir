// RUN: pad-opt %s -p pad-propagate-layouts | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0 : i32], {}>

// One buffer for two parameters that only read it.
// CHECK-LABEL: func.func @given_twice(
// CHECK: func.call @add(%A, %A, %B)
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK: func.return
func.func @given_twice(%A: memref<14xi32, #zeros>, %B: memref<14xi32>) {
  %l = memref.alloc() : memref<14xi32>
  pad.unpack %A into %l : memref<14xi32, #zeros> into memref<14xi32>
  func.call @add(%l, %l, %B) : (memref<14xi32>, memref<14xi32>, memref<14xi32>) -> ()
  memref.dealloc %l : memref<14xi32>
  func.return
}
func.func private @add(%X: memref<14xi32>, %Y: memref<14xi32>, %Z: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %X[%i] : memref<14xi32>
    %y = affine.load %Y[%i] : memref<14xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %Z[%i] : memref<14xi32>
  }
  func.return
}
