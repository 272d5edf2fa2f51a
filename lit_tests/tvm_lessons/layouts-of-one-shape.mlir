// TVM (M8): OptimizeLayoutTransform cancels two copies where the shapes agree: a transposition of a square
// and a plain copy are both dropped. Right: buffers of one shape are in one layout only where the maps agree.
// RUN: pad-opt %s --split-input-file --verify-diagnostics -o /dev/null
// RUN: sed '/^\/\/ -----/,$d' %s > %t.before.mlir
// RUN: pad-opt %t.before.mlir -p pad-apply-layouts,pad-merge-adjacent-loops,pad-simplify,pad-remove-no-op -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %t.before.mlir %t.mlir

// The columns of A become the rows of B, with T or without.
#transposed = #pad.layout<[affine_map<(d0, d1) -> (d1, d0)>], ["forbidden"], {}>
// CHECK-LABEL: @transpose
// CHECK: %[[A:.*]] = affine.load %A[%[[X:.*]], %[[Y:.*]]] : memref<4x4xf32>
// CHECK: affine.store %[[A]], %B[%[[Y]], %[[X]]] : memref<4x4xf32>
// CHECK: func.return
func.func @transpose(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  %T = memref.alloc() : memref<4x4xf32, #transposed>
  pad.pack %A into %T : memref<4x4xf32> into memref<4x4xf32, #transposed>
  affine.for %x = 0 to 4 {
    affine.for %y = 0 to 4 {
      %t = affine.load %T[%x, %y] : memref<4x4xf32, #transposed>
      affine.store %t, %B[%y, %x] : memref<4x4xf32>
    }
  }
  memref.dealloc %T : memref<4x4xf32, #transposed>
  func.return
}

// -----

#transposed = #pad.layout<[affine_map<(d0, d1) -> (d1, d0)>], ["forbidden"], {}>
#plain = #pad.layout<[affine_map<(d0, d1) -> (d0, d1)>], ["forbidden"], {}>
func.func private @consumer(memref<4x4xf32, #plain>)
func.func @caller(%T: memref<4x4xf32, #transposed>) {
  // expected-error@+1 {{argument 0 of @consumer is laid out as (i, j) -> (i, j) on [4, 4] = [4, 4], no padding there, but as (i, j) -> (j, i) on [4, 4] = [4, 4], no padding at this call}}
  func.call @consumer(%T) : (memref<4x4xf32, #transposed>) -> ()
  func.return
}

// -----

#transposed = #pad.layout<[affine_map<(d0, d1) -> (d1, d0)>], ["forbidden"], {}>
#plain = #pad.layout<[affine_map<(d0, d1) -> (d0, d1)>], ["forbidden"], {}>
func.func @cast(%T: memref<4x4xf32, #transposed>) -> memref<4x4xf32, #plain> {
  // expected-error@+1 {{the maps and boxes differ}}
  %P = pad.cast %T : memref<4x4xf32, #transposed> to memref<4x4xf32, #plain>
  func.return %P : memref<4x4xf32, #plain>
}
