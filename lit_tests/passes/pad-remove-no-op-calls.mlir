// Calls that nobody needs, and local buffers that nobody reads.
// RUN: pad-opt %s -p pad-remove-no-op -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// The callee only computes, for nobody; its callee too, in a buffer of its own.
func.func private @scaled(%A: memref<16xf32>, %x: f32) -> f32 {
  %T = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %p = arith.mulf %a, %x : f32
    affine.store %p, %T[%i] : memref<16xf32>
  }
  %r = affine.load %T[3] : memref<16xf32>
  memref.dealloc %T : memref<16xf32>
  func.return %r : f32
}
func.func private @outer(%A: memref<16xf32>, %x: f32) -> f32 {
  %r = func.call @scaled(%A, %x) : (memref<16xf32>, f32) -> f32
  %s = arith.addf %r, %x : f32
  func.return %s : f32
}
// CHECK-LABEL: @result_unused
// CHECK-NEXT: func.return
func.func @result_unused(%A: memref<16xf32>, %x: f32) {
  affine.for %k = 0 to 4 {
    %y = arith.addf %x, %x : f32
    %r = func.call @outer(%A, %y) : (memref<16xf32>, f32) -> f32
  }
  func.return
}

// What it writes is local, overwritten by a loop, or by the next call.
func.func private @fill(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[15 - %i] : memref<16xf32>
  }
  func.return
}
// CHECK-LABEL: @local
// CHECK-NEXT: func.return
func.func @local(%A: memref<16xf32>, %x: f32) {
  affine.for %k = 0 to 4 {
    %T = memref.alloc() : memref<16xf32>
    memref.copy %A, %T : memref<16xf32> to memref<16xf32>
    func.call @fill(%T, %x) : (memref<16xf32>, f32) -> ()
    memref.dealloc %T : memref<16xf32>
  }
  func.return
}
// CHECK-LABEL: @overwritten
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %y, %A
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @overwritten(%A: memref<16xf32>, %x: f32, %y: f32) {
  func.call @fill(%A, %x) : (memref<16xf32>, f32) -> ()
  affine.for %i = 0 to 16 {
    affine.store %y, %A[%i] : memref<16xf32>
  }
  func.return
}
// CHECK-LABEL: @twice
// CHECK-NEXT: func.call @fill(%A, %y)
// CHECK-NEXT: func.return
func.func @twice(%A: memref<16xf32>, %x: f32, %y: f32) {
  func.call @fill(%A, %x) : (memref<16xf32>, f32) -> ()
  func.call @fill(%A, %y) : (memref<16xf32>, f32) -> ()
  func.return
}

// Allocations: of any size, through views and vectors, one for another one.
// CHECK-LABEL: @allocations
// CHECK-NEXT: func.return
func.func @allocations(%n: index, %x: vector<4xf32>, %A: memref<16xf32>) {
  %S = memref.alloc(%n) : memref<?xf32>
  %d = memref.dim %S, %n : memref<?xf32>
  %T = memref.alloca() : memref<16xf32>
  %V = memref.subview %T[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  %U = memref.alloc() : memref<4x4xf32>
  %F = memref.collapse_shape %U [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  affine.for %i = 0 to 2 {
    %j = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
    vector.store %x, %V[%j] : memref<8xf32, strided<[1], offset: 4>>, vector<4xf32>
  }
  memref.copy %A, %F : memref<16xf32> to memref<16xf32>
  memref.dealloc %S : memref<?xf32>
  memref.dealloc %U : memref<4x4xf32>
  func.return
}

// CHECK-LABEL: @smooth
// CHECK-NEXT: func.call @mean
// CHECK-NEXT: func.return
func.func private @warm_up(%src: memref<16x16xf32>, %scratch: memref<16xf32>, %gain: f32) {
  affine.for %i = 0 to 16 {
    %r = affine.for %j = 0 to 16 iter_args(%m = %gain) -> (f32) {
      %a = affine.load %src[%i, %j] : memref<16x16xf32>
      %n = arith.maximumf %m, %a : f32
      affine.yield %n : f32
    }
    affine.store %r, %scratch[%i] : memref<16xf32>
  }
  func.return
}
func.func private @mean(%src: memref<16x16xf32>, %out: memref<16xf32>, %scale: f32) {
  affine.for %i = 0 to 16 {
    %a = affine.load %src[%i, 0] : memref<16x16xf32>
    %b = arith.mulf %a, %scale : f32
    affine.store %b, %out[%i] : memref<16xf32>
  }
  func.return
}
func.func @smooth(%src: memref<16x16xf32>, %out: memref<16xf32>, %gain: f32) {
  %scratch = memref.alloc() : memref<16xf32>
  func.call @warm_up(%src, %scratch, %gain) : (memref<16x16xf32>, memref<16xf32>, f32) -> ()
  %unused = memref.alloc() : memref<7x9xf64>
  func.call @mean(%src, %out, %gain) : (memref<16x16xf32>, memref<16xf32>, f32) -> ()
  memref.dealloc %scratch : memref<16xf32>
  memref.dealloc %unused : memref<7x9xf64>
  func.return
}

// A call that may read any cell runs before both stores, in each iteration; or after the second of them.
// CHECK-LABEL: @measured_then_dropped
// CHECK: affine.for
// CHECK-NEXT: func.call @measure
// CHECK-NEXT: affine.store %x
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func private @measure(index) -> f32
func.func @measured_then_dropped(%out: memref<12xf32>, %x: f32) {
  affine.for %i = 0 to 12 {
    %m = func.call @measure(%i) : (index) -> f32
    affine.store %m, %out[%i] : memref<12xf32>
    affine.store %x, %out[%i] : memref<12xf32>
  }
  func.return
}
// CHECK-LABEL: @shown_when_done
// CHECK: affine.for
// CHECK-NEXT: affine.store %y
// CHECK-NEXT: func.call @show
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func private @show(memref<6x3xf32>)
func.func @shown_when_done(%out: memref<6x3xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 6 {
    affine.store %x, %out[%i, 2] : memref<6x3xf32>
    affine.store %y, %out[%i, 2] : memref<6x3xf32>
    func.call @show(%out) : (memref<6x3xf32>) -> ()
  }
  func.return
}
