// Nothing is done by halves: what does not fit is an error, at the place that does not.
// RUN: pad-opt %s -p 'pad-transform-layout{function=f buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.5}' \
// RUN:   --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{there is no function @f with a body; there are: @g}}
func.func @g(%A: memref<14xf32>) {
  func.return
}
func.func private @f(memref<14xf32> {pad.name = "A"})

// -----

// After other tools no buffer may have a name of its own.
// expected-error@+1 {{there is no buffer 'A' in @f; its buffers are: arg0; name one, by `{pad.name = "A"}` after an argument or an allocation}}
func.func @f(%arg0: memref<14xf32>) {
  func.return
}

// -----

// expected-error@+1 {{there is no buffer 'A' in @f, where no buffer has a name}}
func.func @f(%x: f32) {
  func.return
}

// -----

// expected-error@+1 {{there is no buffer 'A' in @f; its buffers are: B, C}}
func.func @f(%B: memref<14xf32>, %x: index) {
  %C = memref.alloc() : memref<14xf32>
  func.return
}

// -----

// A name in the source that pad.name replaces is none any more.
// expected-error@+1 {{there is no buffer 'A' in @f; its buffers are: B}}
func.func @f(%A: memref<14xf32> {pad.name = "B"}) {
  func.return
}

// -----

// expected-error@+1 {{A cannot get this layout: the map (i) -> (i // 4, i % 4) takes 1 index, but its input [14, 3] has 2 axes}}
func.func @f(%A: memref<14x3xf32>) {
  func.return
}

// -----

func.func @f() {
  // expected-error@+1 {{A cannot get this layout: the pad value 0.5 is not a value of the element type i32}}
  %A = memref.alloc() : memref<14xi32>
  func.return
}

// -----

// expected-error@+1 {{A is memref<14xf32, strided<[2]>>, which has a layout that is not a #pad.layout; use a memref without one}}
func.func @f(%A: memref<14xf32, strided<[2]>>) {
  func.return
}

// -----

// What takes the buffer as it is would need the old type.
func.func @f(%A: memref<14xf32>) {
  // expected-error@+1 {{A cannot get another layout: 'memref.extract_aligned_pointer_as_index' uses it, and would need the old type; copy into a buffer of its own first}}
  %p = "memref.extract_aligned_pointer_as_index"(%A) : (memref<14xf32>) -> index
  func.return
}

// -----

// A copy would be no help: nothing is known of what is not loops yet.
func.func @f(%A: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error@+1 {{A cannot get another layout: 'linalg.fill' uses it, and would need the old type; lower it to loops first by upstream's convert-linalg-to-affine-loops}}
  linalg.fill ins(%zero : f32) outs(%A : memref<14xf32>)
  func.return
}

// -----

func.func @f(%A: memref<14xf32>) {
  // expected-error@+1 {{A cannot get another layout: 'toy.sum' uses it, and would need the old type; lower it to loops first}}
  "toy.sum"(%A) : (memref<14xf32>) -> ()
  func.return
}

// -----

// A copy that is passed in its place would be returned, and freed.
func.func @f(%A: memref<14xf32>) -> memref<14xf32> {
  func.return %A : memref<14xf32>
}
func.func @g(%X: memref<14xf32>) -> memref<14xf32> {
  // expected-error@+1 {{@f may return X, so that a copy in another layout cannot be passed in its place; give the caller's buffer the layout}}
  %r = func.call @f(%X) : (memref<14xf32>) -> memref<14xf32>
  func.return %r : memref<14xf32>
}

// -----

// What a function without a body gives has the type that it has, and may be what it is passed.
func.func private @other() -> memref<14xf32>
func.func @f(%A: memref<14xf32>, %c: i1) -> f32 {
  // expected-error@+1 {{B comes out of @other, which has no body here, and cannot get another layout; copy it into a buffer of its own first}}
  %B = func.call @other() : () -> memref<14xf32>
  %C = arith.select %c, %A, %B : memref<14xf32>
  %a = affine.load %C[0] : memref<14xf32>
  func.return %a : f32
}

// -----

func.func private @same(memref<14xf32>) -> memref<14xf32>
func.func @f(%A: memref<14xf32>) -> f32 {
  // expected-error@+1 {{@same may return A, so that a copy in another layout cannot be passed in its place}}
  %B = func.call @same(%A) : (memref<14xf32>) -> memref<14xf32>
  %a = affine.load %B[0] : memref<14xf32>
  func.return %a : f32
}

// -----

// What is passed on together has one layout.
func.func @f(%A: memref<14xf32>, %B: memref<14xf32>, %c: i1) -> f32 attributes {pad.layouts = {B = [affine_map<(d0) -> (d0 + 1)>]}} {
  // expected-error@-1 {{B has the layout (i) -> (i + 1) on [14] = [15], padding p0 < 1 is forbidden, but is passed on together with one that gets (i) -> (i // 4, i % 4) on [14] = [4, 4]}}
  %s = scf.if %c -> (memref<14xf32>) {
    %a = func.call @g(%A) : (memref<14xf32>) -> memref<14xf32>
    scf.yield %a : memref<14xf32>
  } else {
    scf.yield %B : memref<14xf32>
  }
  %a = affine.load %s[0] : memref<14xf32>
  func.return %a : f32
}
func.func private @g(%X: memref<14xf32>) -> memref<14xf32> attributes {pad.layouts = {X = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]}} {
  func.return %X : memref<14xf32>
}

// -----

// So would what a callee does with it.
func.func @f(%A: memref<14xf32>) {
  func.call @callee(%A) : (memref<14xf32>) -> ()
  func.return
}
func.func private @callee(%X: memref<14xf32>) {
  // expected-error@+1 {{X cannot get another layout: 'memref.extract_aligned_pointer_as_index' uses it}}
  %p = "memref.extract_aligned_pointer_as_index"(%X) : (memref<14xf32>) -> index
  func.return
}

// -----

// Two parameters are two buffers where one is written, and a packed copy of one is no longer the other.
func.func @f(%A: memref<14xf32>) {
  // expected-error@+1 {{@callee gets A as X and as Y, and writes Y[3]; to a callee that writes, two parameters are two buffers: pass a copy as one of them, or put pad.may_alias on the callee}}
  func.call @callee(%A, %A) : (memref<14xf32>, memref<14xf32>) -> ()
  func.return
}
func.func private @callee(%X: memref<14xf32>, %Y: memref<14xf32>) {
  %x = affine.load %X[0] : memref<14xf32>
  affine.store %x, %Y[3] : memref<14xf32>
  func.return
}

// -----

// expected-error@+1 {{A cannot get another layout: the function has pad.may_alias, so another argument may be the same memory; remove the attribute if no other argument is}}
func.func @f(%A: memref<14xf32>, %B: memref<14xf32>) attributes {pad.may_alias} {
  func.return
}

// -----

// A caller may pass one buffer twice as well.
func.func @f(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32>
    affine.store %b, %A[%i] : memref<14xf32>
  }
  func.return
}
func.func @caller(%X: memref<14xf32>) {
  // expected-error@+1 {{@f gets X as A and as B, and writes A[0]}}
  func.call @f(%X, %X) : (memref<14xf32>, memref<14xf32>) -> ()
  func.return
}

// -----

// A layout that a call does not agree to is found before.
#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @f(%A: memref<14xf32>) {
  func.return
}
func.func private @other(memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>)
func.func @caller(%X: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  // expected-error@+1 {{argument 0 of @other is laid out as (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 is undef there, but as (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 holds 1.0 at this call}}
  func.call @other(%X) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// -----

// expected-error@+1 {{there are 2 buffers 'A' in @f; tell them apart by pad.name}}
func.func @f(%A: memref<14xf32>) {
  %T = memref.alloc() {pad.name = "A"} : memref<14xf32>
  func.return
}

// -----

// To pack the argument would read padding that may not be there.
func.func @f(%A: memref<14xf32>) {
  func.return
}
func.func @caller(%X: memref<14xf32> {pad.logical = memref<13xf32, #pad.layout<[affine_map<(d0) -> (d0)>], ["forbidden"], {extents = [14]}>>}) {
  // expected-error@+1 {{the argument of @f has forbidden padding from a layout that was applied before, and cannot be copied into another one; give all steps before pad-apply-layouts}}
  func.call @f(%X) : (memref<14xf32>) -> ()
  func.return
}

// -----

// A copy that the callee would free, and then nobody else may.
func.func @f(%A: memref<14xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %one, %A[%i] : memref<14xf32>
  }
  memref.dealloc %A : memref<14xf32>
  func.return
}

func.func @caller() {
  %A = memref.alloc() : memref<14xf32>
  // expected-error@+1 {{@f may deallocate what it is given, which would be a copy in another layout here}}
  func.call @f(%A) : (memref<14xf32>) -> ()
  func.return
}
