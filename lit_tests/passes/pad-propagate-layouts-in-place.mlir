// RUN: pad-opt %s -p pad-propagate-layouts --verify-diagnostics | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// What was unpacked goes back to where it came from; what happens to others between does not count.
// CHECK-LABEL: func.func @back(
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %x, %Q[%i]
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @back(%P: memref<14xf32, #zeros>, %Q: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %Q[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{pack into 'P' removed: the buffer already holds the data}}
  pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// The copy is read after that.
// CHECK-LABEL: func.func @read_too(
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.load %P[%i]
// CHECK-NOT: pack
// CHECK: func.return
func.func @read_too(%P: memref<14xf32, #zeros>, %Q: memref<14xf32>) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{'P' is read in place of 'l'}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  // expected-remark@+1 {{pack into 'P' removed: the buffer already holds the data}}
  pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
  affine.for %i = 0 to 14 {
    %p = affine.load %l[%i] : memref<14xf32>
    affine.store %p, %Q[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// Calls that read and write in place, each with copies of its own.
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: call @norm(%X)
// CHECK-NEXT: call @scale(%X, %{{.*}})
// CHECK-NEXT: func.return
func.func @main(%X: memref<14xf32, #zeros>) {
  %own = memref.alloc() : memref<14xf32, #zeros>
  %l = memref.alloc() : memref<14xf32>
  pad.unpack %X into %l : memref<14xf32, #zeros> into memref<14xf32>
  // expected-remark@+1 {{merged the buffers 'X' and 'own'}}
  pad.pack %l into %own : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  %n = func.call @norm(%own) : (memref<14xf32, #zeros>) -> f32
  memref.dealloc %own : memref<14xf32, #zeros>
  %other = memref.alloc() : memref<14xf32, #zeros>
  %m = memref.alloc() : memref<14xf32>
  pad.unpack %X into %m : memref<14xf32, #zeros> into memref<14xf32>
  // expected-remark@+1 {{pack into 'X' removed: the buffer already holds the data}}
  pad.pack %m into %other : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %m : memref<14xf32>
  func.call @scale(%other, %n) : (memref<14xf32, #zeros>, f32) -> ()
  %k = memref.alloc() : memref<14xf32>
  pad.unpack %other into %k : memref<14xf32, #zeros> into memref<14xf32>
  // expected-remark@+1 {{merged the buffers 'other' and 'X'}}
  pad.pack %k into %X : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %k : memref<14xf32>
  memref.dealloc %other : memref<14xf32, #zeros>
  func.return
}
func.func @scale(%A: memref<14xf32, #zeros>, %f: f32) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #zeros>
    %b = arith.mulf %a, %f : f32
    affine.store %b, %A[%i] : memref<14xf32, #zeros>
  }
  func.return
}
func.func @norm(%A: memref<14xf32, #zeros>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 14 iter_args(%s = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<14xf32, #zeros>
    %b = math.absf %a : f32
    %t = arith.addf %s, %b fastmath<reassoc> : f32
    affine.yield %t : f32
  }
  func.return %r : f32
}
