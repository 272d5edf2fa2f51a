// RUN: pad-opt %s -p pad-propagate-layouts -o %t.0.mlir
// RUN: filecheck %s < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p pad-propagate-layouts -o %t.1.mlir
// RUN: diff %t.0.mlir %t.1.mlir
// RUN: pad-opt %t.0.mlir -p pad-apply-layouts -o %t.2.mlir
// RUN: pad-tv %t.0.mlir %t.2.mlir

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0 : i32], {}>
#ones = #pad.layout<[#tiles], [1 : i32], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>

// A public function keeps its types; calls get a copy for theirs, one for each signature. What is between two calls is laid
// out as its neighbours are, by what the callee does with it.
// CHECK-LABEL: func.func @public_callee(
// CHECK-NEXT: %m = memref.alloc() : memref<14xi32, #pad.layout<[{{.*}}], [1 : i32], {}>>
// CHECK-NEXT: func.call @add_one_packed(%A, %m) : (memref<14xi32, #pad.layout<[{{.*}}], [0 : i32], {}>>, memref<14xi32, #pad.layout<[{{.*}}], [1 : i32], {}>>) -> ()
// CHECK-NEXT: %n = memref.alloc() : memref<14xi32, #pad.layout<[{{.*}}], [2 : i32], {}>>
// CHECK-NEXT: func.call @add_one_packed_0(%m, %n) : (memref<14xi32, #pad.layout<[{{.*}}], [1 : i32], {}>>, memref<14xi32, #pad.layout<[{{.*}}], [2 : i32], {}>>) -> ()
// CHECK-NEXT: func.call @add_one_packed_1(%n, %B) : (memref<14xi32, #pad.layout<[{{.*}}], [2 : i32], {}>>, memref<14xi32, #pad.layout<[{{.*}}], [1 : i32], {}>>) -> ()
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: func.return
func.func @public_callee(%A: memref<14xi32, #zeros>, %B: memref<14xi32, #ones>) {
  %l = memref.alloc() : memref<14xi32>
  pad.unpack %A into %l : memref<14xi32, #zeros> into memref<14xi32>
  %m = memref.alloc() : memref<14xi32>
  func.call @add_one(%l, %m) : (memref<14xi32>, memref<14xi32>) -> ()
  %n = memref.alloc() : memref<14xi32>
  func.call @add_one(%m, %n) : (memref<14xi32>, memref<14xi32>) -> ()
  %o = memref.alloc() : memref<14xi32>
  func.call @add_one(%n, %o) : (memref<14xi32>, memref<14xi32>) -> ()
  pad.pack %o into %B : memref<14xi32> into memref<14xi32, #ones>
  memref.dealloc %l : memref<14xi32>
  memref.dealloc %m : memref<14xi32>
  memref.dealloc %n : memref<14xi32>
  memref.dealloc %o : memref<14xi32>
  func.return
}
func.func @add_one(%X: memref<14xi32>, %Y: memref<14xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 14 {
    %x = affine.load %X[%i] : memref<14xi32>
    %y = arith.addi %x, %one : i32
    affine.store %y, %Y[%i] : memref<14xi32>
  } {pad.stage = "add_one"}
  func.return
}

// Equal calls share a copy; a private callee all of whose calls change alike is changed itself, and so is what it calls.
// CHECK-LABEL: func.func @private_callee(
// CHECK: func.call @twice(%A, %B)
// CHECK: func.call @twice(%A, %C)
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK: func.func private @twice(%X: memref<14xi32, #pad.layout<{{.*}}>>, %Y: memref<14xi32, #pad.layout<{{.*}}>>)
// CHECK: func.call @double(%X, %Y)
// CHECK: func.func private @double(%X: memref<14xi32, #pad.layout<{{.*}}>>, %Y: memref<14xi32, #pad.layout<{{.*}}>>)
// CHECK-NOT: @twice_packed
func.func @private_callee(%A: memref<14xi32, #zeros>, %B: memref<14xi32, #zeros>, %C: memref<14xi32, #zeros>) {
  %l = memref.alloc() : memref<14xi32>
  pad.unpack %A into %l : memref<14xi32, #zeros> into memref<14xi32>
  %m = memref.alloc() : memref<14xi32>
  func.call @twice(%l, %m) : (memref<14xi32>, memref<14xi32>) -> ()
  pad.pack %m into %B : memref<14xi32> into memref<14xi32, #zeros>
  %n = memref.alloc() : memref<14xi32>
  func.call @twice(%l, %n) : (memref<14xi32>, memref<14xi32>) -> ()
  pad.pack %n into %C : memref<14xi32> into memref<14xi32, #zeros>
  memref.dealloc %l : memref<14xi32>
  memref.dealloc %m : memref<14xi32>
  memref.dealloc %n : memref<14xi32>
  func.return
}
func.func private @twice(%X: memref<14xi32>, %Y: memref<14xi32>) {
  func.call @double(%X, %Y) : (memref<14xi32>, memref<14xi32>) -> ()
  func.return
}
func.func private @double(%X: memref<14xi32>, %Y: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %X[%i] : memref<14xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %Y[%i] : memref<14xi32>
  }
  func.return
}

// A callee that packs what it is given, now packs nothing.
// CHECK-LABEL: func.func @packed_inside(
// CHECK-NEXT: func.call @uses_packed(%A, %B)
// CHECK-NEXT: func.return
// CHECK: func.func private @uses_packed(%X: memref<14xi32, #pad.layout<{{.*}}>>, %Z: memref<14xi32>)
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK: affine.load %X
func.func @packed_inside(%A: memref<14xi32, #zeros>, %B: memref<14xi32>) {
  %l = memref.alloc() : memref<14xi32>
  pad.unpack %A into %l : memref<14xi32, #zeros> into memref<14xi32>
  func.call @uses_packed(%l, %B) : (memref<14xi32>, memref<14xi32>) -> ()
  memref.dealloc %l : memref<14xi32>
  func.return
}
func.func private @uses_packed(%X: memref<14xi32>, %Z: memref<14xi32>) {
  %P = memref.alloc() : memref<14xi32, #any>
  // The original's, which is erased.
  pad.pack %X into %P : memref<14xi32> into memref<14xi32, #any>
  affine.for %i = 0 to 14 {
    %x = affine.load %P[%i] : memref<14xi32, #any>
    affine.store %x, %Z[%i] : memref<14xi32>
  }
  memref.dealloc %P : memref<14xi32, #any>
  func.return
}
