// A callee that gets a variable by its name would not see what is written to a copy that it is passed.
// RUN: pad-opt %s -p 'pad-transform-layout{function=g buffer=P map="(i) -> (i floordiv 4, i mod 4)"}' --split-input-file --verify-diagnostics

memref.global "private" @state : memref<6xf32> = dense<1.0>
func.func private @inner(%x: f32) {
  %S = memref.get_global @state : memref<6xf32>
  affine.store %x, %S[0] : memref<6xf32>
  func.return
}
func.func private @g(%P: memref<6xf32>, %x: f32) -> f32 {
  func.call @inner(%x) : (f32) -> ()
  %p = affine.load %P[0] : memref<6xf32>
  func.return %p : f32
}
func.func private @f(%Q: memref<6xf32>, %x: f32) -> f32 {
  // expected-error@+1 {{Q cannot be copied into another layout for @g: it may be @state, which the callee also gets by its name; give @state the layout}}
  %p = func.call @g(%Q, %x) : (memref<6xf32>, f32) -> f32
  func.return %p : f32
}
func.func @main(%x: f32) -> f32 {
  %S = memref.get_global @state : memref<6xf32>
  %p = func.call @f(%S, %x) : (memref<6xf32>, f32) -> f32
  func.return %p : f32
}

// -----

// Local buffers and other variables are none of this one; neither is a constant written.
memref.global "private" @state : memref<6xf32> = dense<1.0>
memref.global "private" @other : memref<6xf32> = dense<1.0>
memref.global "private" constant @weights : memref<6xf32> = dense<1.0>
func.func private @g(%P: memref<6xf32>, %x: f32) -> f32 {
  %S = memref.get_global @state : memref<6xf32>
  affine.store %x, %S[0] : memref<6xf32>
  %W = memref.get_global @weights : memref<6xf32>
  %p = affine.load %P[0] : memref<6xf32>
  func.return %p : f32
}
func.func @main(%A: memref<6xf32>, %x: f32) {
  %L = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    affine.store %x, %L[%i] : memref<6xf32>
  }
  %O = memref.get_global @other : memref<6xf32>
  %W = memref.get_global @weights : memref<6xf32>
  %a = func.call @g(%A, %x) : (memref<6xf32>, f32) -> f32
  %l = func.call @g(%L, %x) : (memref<6xf32>, f32) -> f32
  %o = func.call @g(%O, %x) : (memref<6xf32>, f32) -> f32
  %w = func.call @g(%W, %x) : (memref<6xf32>, f32) -> f32
  memref.dealloc %L : memref<6xf32>
  func.return
}

// -----

// Nor what is not known.
memref.global "private" @state : memref<6xf32> = dense<1.0>
func.func private @g(%P: memref<6xf32>, %x: f32) {
  %S = memref.get_global @state : memref<6xf32>
  affine.store %x, %S[0] : memref<6xf32>
  func.return
}
func.func @main(%A: memref<6xf32>, %c: i1, %x: f32) {
  %S = memref.get_global @state : memref<6xf32>
  %B = arith.select %c, %A, %S : memref<6xf32>
  // expected-error@+1 {{B cannot be copied into another layout for @g: it may be @state}}
  func.call @g(%B, %x) : (memref<6xf32>, f32) -> ()
  func.return
}
