// RUN: pad-opt %s -p pad-propagate-layouts -o %t.0.mlir
// RUN: filecheck %s < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p pad-apply-layouts | filecheck %s --check-prefix=APPLIED

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0 : i32], {}>
#ones = #pad.layout<[#tiles], [1 : i32], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>

// What a callee with a body leaves is given the padding that is needed behind; one without a body may be given more than it
// asks for where nobody looks at the buffer any more.
// CHECK-LABEL: func.func @other_padding(
// CHECK: %P = memref.alloc() : memref<14xi32, #pad.layout<[{{.*}}], [1 : i32], {}>>
// CHECK-NEXT: func.call @double_zeros{{.*}}(%A, %P)
// CHECK-NEXT: %[[ANY:.*]] = pad.cast %P : memref<14xi32, #pad.layout<[{{.*}}], [1 : i32], {}>> to memref<14xi32, #pad.layout<[{{.*}}], ["undef"], {}>>
// CHECK-NEXT: func.call @takes_any(%[[ANY]])
// CHECK-NEXT: memref.dealloc %P
// CHECK-NEXT: func.return
// APPLIED: func.call @takes_any(%P)
func.func private @takes_any(memref<14xi32, #any>)
func.func @other_padding(%A: memref<14xi32, #zeros>) {
  %P = memref.alloc() : memref<14xi32, #zeros>
  func.call @double_zeros(%A, %P) : (memref<14xi32, #zeros>, memref<14xi32, #zeros>) -> ()
  %l = memref.alloc() : memref<14xi32>
  pad.unpack %P into %l : memref<14xi32, #zeros> into memref<14xi32>
  %Q = memref.alloc() : memref<14xi32, #ones>
  pad.pack %l into %Q : memref<14xi32> into memref<14xi32, #ones>
  %m = memref.alloc() : memref<14xi32>
  pad.unpack %Q into %m : memref<14xi32, #ones> into memref<14xi32>
  %R = memref.alloc() : memref<14xi32, #any>
  pad.pack %m into %R : memref<14xi32> into memref<14xi32, #any>
  func.call @takes_any(%R) : (memref<14xi32, #any>) -> ()
  memref.dealloc %P : memref<14xi32, #zeros>
  memref.dealloc %l : memref<14xi32>
  memref.dealloc %Q : memref<14xi32, #ones>
  memref.dealloc %m : memref<14xi32>
  memref.dealloc %R : memref<14xi32, #any>
  func.return
}
func.func @double_zeros(%X: memref<14xi32, #zeros>, %Y: memref<14xi32, #zeros>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %X[%i] : memref<14xi32, #zeros>
    %y = arith.addi %x, %x : i32
    affine.store %y, %Y[%i] : memref<14xi32, #zeros>
  }
  func.return
}
