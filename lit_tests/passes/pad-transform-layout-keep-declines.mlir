// Where a layout cannot be kept inside.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A interface=keep map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}' --split-input-file --verify-diagnostics

func.func private @external(memref<14xf32>)
func.func @passed(%A: memref<14xf32>) {
  // expected-error@+1 {{A cannot get a layout inside of @passed alone: 'func.call' uses A as a whole; interface=change changes the signature}}
  func.call @external(%A) : (memref<14xf32>) -> ()
  func.return
}

// -----

// expected-error@+1 {{A cannot get a layout inside of @alias alone: A may be used under another name}}
func.func @alias(%A: memref<14xf32>, %B: memref<14xf32>, %x: f32) attributes {pad.may_alias} {
  affine.store %x, %A[0] : memref<14xf32>
  func.return
}

// -----

// No other signature helps there.
func.func @unlowered(%A: memref<14xf32>, %x: f32) {
  affine.store %x, %A[0] : memref<14xf32>
  // expected-error@+1 {{A cannot get a layout inside of @unlowered alone: 'linalg.fill' uses A, and nothing is known of it; lower it to loops first by upstream's convert-linalg-to-affine-loops}}
  linalg.fill ins(%x : f32) outs(%A : memref<14xf32>)
  func.return
}

// -----

// expected-error@+1 {{A cannot get a layout inside of @unused alone: A is not accessed}}
func.func @unused(%A: memref<14xf32>) {
  func.return
}

// -----

// expected-error@+1 {{A has a layout that changes the interface already; give all its steps the same interface}}
func.func @both(%A: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0)>], ["forbidden"], {}>>, %x: f32) {
  affine.store %x, %A[0] : memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0)>], ["forbidden"], {}>>
  func.return
}

// -----

func.func private @external(memref<14xf32>)
func.func @local(%x: f32) {
  %A = memref.alloc() : memref<14xf32>
  // expected-error@+1 {{A is passed to @external, whose signature would change; give interface=change, or cache it around the call}}
  func.call @external(%A) : (memref<14xf32>) -> ()
  func.return
}

// -----

// A result is part of the signature.
// expected-error@+1 {{A is passed on to results or arguments of @f, whose signature would change; give interface=change, or copy it into a buffer of its own}}
func.func @f(%c: i1) -> memref<14xf32> {
  %A = memref.alloc() : memref<14xf32>
  %B = memref.alloc() : memref<14xf32>
  %C = arith.select %c, %A, %B : memref<14xf32>
  func.return %C : memref<14xf32>
}

// -----

func.func @deallocated(%c: i1, %n: index, %A: memref<14xf32>, %B: memref<1xf32>) {
  scf.if %c {
    // expected-error@+1 {{A cannot get a layout inside of @deallocated alone: 'memref.dealloc' may have deallocated A by then}}
    memref.dealloc %A : memref<14xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[0] : memref<1xf32>
  }
  func.return
}
