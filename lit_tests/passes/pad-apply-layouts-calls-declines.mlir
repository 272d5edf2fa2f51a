// Contracts that calls break: each is one error, with what was wanted and what is there.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file --verify-diagnostics

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// One buffer for two parameters, one of them written.
func.func private @accumulate(%A: memref<14xf32, #zeros>, %B: memref<14xf32, #zeros>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #zeros>
    %b = affine.load %B[%i] : memref<14xf32, #zeros>
    %c = arith.addf %a, %b : f32
    affine.store %c, %B[%i] : memref<14xf32, #zeros>
  } {pad.stage = "accumulate"}
  func.return
}
func.func @caller(%X: memref<14xf32, #zeros>) {
  // expected-error@+1 {{@accumulate gets X as A and as B, and writes B[0]; to a callee that writes, two parameters are two buffers: pass a copy as one of them, or put pad.may_alias on the callee}}
  func.call @accumulate(%X, %X) : (memref<14xf32, #zeros>, memref<14xf32, #zeros>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>

// The same through a cast, and only written.
func.func private @copy(%A: memref<14xf32, #any>, %B: memref<14xf32, #zeros>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #any>
    affine.store %a, %B[%i] : memref<14xf32, #zeros>
  } {pad.stage = "copy"}
  func.return
}
func.func @caller(%X: memref<14xf32, #zeros>) {
  %Y = pad.cast %X : memref<14xf32, #zeros> to memref<14xf32, #any>
  // expected-error@+1 {{@copy gets X as A and as B, and writes B[0]; to a callee that writes, two parameters are two buffers: pass a copy as one of them, or put pad.may_alias on the callee}}
  func.call @copy(%Y, %X) : (memref<14xf32, #any>, memref<14xf32, #zeros>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// An external function may write what it gets.
func.func private @external(memref<14xf32, #zeros>, memref<14xf32, #zeros>)
func.func @caller(%X: memref<14xf32, #zeros>) {
  // expected-error@+1 {{@external gets X as argument 0 and as argument 1, and may write argument 1, having no body; to a callee that writes, two parameters are two buffers: pass a copy as one of them, or put pad.may_alias on the callee}}
  func.call @external(%X, %X) : (memref<14xf32, #zeros>, memref<14xf32, #zeros>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#kept = #pad.layout<[#tiles], ["forbidden"], {}>

// Padding that may not exist, where the callee reads zeros.
func.func private @sum(%A: memref<14xf32, #zeros>, %S: memref<1xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #zeros>
    %s = affine.load %S[0] : memref<1xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %S[0] : memref<1xf32>
  } {pad.stage = "sum"}
  func.return
}
func.func @caller(%X: memref<14xf32, #kept>, %S: memref<1xf32>) {
  // expected-error@+1 {{@sum needs 0.000000e+00 : f32 in the padding of layout step 0 (cell [3, 2]) on entry, but the padding of the buffer is forbidden; pad it with 0.000000e+00 : f32, or copy it with pad.pack}}
  %Y = pad.cast %X : memref<14xf32, #kept> to memref<14xf32, #zeros>
  func.call @sum(%Y, %S) : (memref<14xf32, #zeros>, memref<1xf32>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>

// The callee leaves anything where the caller's buffer holds zeros.
func.func private @fill(%A: memref<14xf32, #any>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #any>
  } {pad.stage = "fill"}
  func.return
}
func.func @caller(%X: memref<14xf32, #zeros>, %x: f32) {
  // expected-error@+1 {{@fill may leave undef in the padding of layout step 0 (cell [3, 2]), but the buffer must hold 0.000000e+00 : f32 after the call; copy it with pad.pack, or give the callee that pad kind}}
  %Y = pad.cast %X : memref<14xf32, #zeros> to memref<14xf32, #any>
  func.call @fill(%Y, %x) : (memref<14xf32, #any>, f32) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#columns = affine_map<(d0) -> (d0 mod 4, d0 floordiv 4)>

// One box, and two maps into it.
func.func private @callee(%A: memref<14xf32, #pad.layout<[#columns], [0.0 : f32], {}>>) {
  func.return
}
func.func @caller(%X: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) {
  // expected-error@+1 {{argument 0 of @callee is laid out as (i) -> (i % 4, i // 4) on [14] = [4, 4], padding 4*io + ii >= 14 holds 0.0 there, but as (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 holds 0.0 at this call; element [1] is at [0, 1] here and at [1, 0] there; copy it with pad.unpack and pad.pack}}
  func.call @callee(%X) : (memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// One map into two boxes.
func.func private @callee(%A: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {extents = [4, 5]}>>) {
  func.return
}
func.func @caller(%X: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) {
  // expected-error@+1 {{argument 0 of @callee is laid out as (i) -> (i // 4, i % 4) on [14] = [4, 5], padding ii >= 4 or 4*io + ii >= 14 holds 0.0 there, but as (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 holds 0.0 at this call; the box is [4, 4] here and [4, 5] there; copy it with pad.unpack and pad.pack}}
  func.call @callee(%X) : (memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#ones = #pad.layout<[#tiles], [1.0 : f32], {}>
#twos = #pad.layout<[#tiles], [2.0 : f32], {}>

// A cast to what the callee writes: on entry it needs nothing, but it leaves another value.
func.func private @fill(%A: memref<14xf32, #twos>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #twos>
  } {pad.stage = "fill"}
  func.return
}
func.func @caller(%X: memref<14xf32, #ones>, %x: f32) {
  // expected-error@+1 {{@fill may leave 2.000000e+00 : f32 in the padding of layout step 0 (cell [3, 2]), but the buffer must hold 1.000000e+00 : f32 after the call; copy it with pad.pack, or give the callee that pad kind}}
  %Y = pad.cast %X : memref<14xf32, #ones> to memref<14xf32, #twos>
  func.call @fill(%Y, %x) : (memref<14xf32, #twos>, f32) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The declaration is of a logical buffer.
func.func private @external(memref<14xf32>)
func.func @caller(%X: memref<14xf32, #zeros>) {
  // expected-error@+1 {{argument 0 of @external is laid out as memref<14xf32> there, but as (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 holds 0.0 at this call; copy it with pad.unpack}}
  func.call @external(%X) : (memref<14xf32, #zeros>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// And the other way round.
func.func private @external(memref<14xf32, #zeros>)
func.func @caller(%X: memref<14xf32>) {
  // expected-error@+1 {{argument 0 of @external is laid out as (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 holds 0.0 there, but as memref<14xf32> at this call; copy it with pad.pack}}
  func.call @external(%X) : (memref<14xf32>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>

// Kinds that differ without a cast, though this one is more than is needed.
func.func private @external(memref<14xf32, #any>)
func.func @caller(%X: memref<14xf32, #zeros>) {
  // expected-error@+1 {{argument 0 of @external is laid out as (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 is undef there, but as (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 holds 0.0 at this call; pad.cast it to that pad kind}}
  func.call @external(%X) : (memref<14xf32, #zeros>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>

// The result is of another kind.
func.func private @external() -> memref<14xf32, #any>
func.func @caller() -> memref<14xf32, #zeros> {
  // expected-error@+1 {{result 0 of @external is laid out as (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 is undef there, but as (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 holds 0.0 at this call; pad.cast it to that pad kind}}
  %X = func.call @external() : () -> memref<14xf32, #zeros>
  func.return %X : memref<14xf32, #zeros>
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#around = #pad.layout<[#tiles], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>
#kept = #pad.layout<[#tiles], ["forbidden"], {}>

// The callee leaves the padding as it is, but changes what it copies.
func.func private @poke(%A: memref<14xf32, #kept>, %x: f32) {
  affine.store %x, %A[0] : memref<14xf32, #kept>
  func.return
}
func.func @caller(%X: memref<14xf32, #around>, %x: f32) {
  // expected-error@+1 {{@poke may write cells that the padding of layout step 0 (cell [3, 2]) copies, but the buffer must hold self[(i, j) -> (0, 4*i + j - 14)] there after the call; copy it with pad.pack, or give the callee that pad kind}}
  %Y = pad.cast %X : memref<14xf32, #around> to memref<14xf32, #kept>
  func.call @poke(%Y, %x) : (memref<14xf32, #kept>, f32) -> ()
  func.return
}

// -----

// The write is in what the callee calls, the buffer a global.
memref.global "private" @weight : memref<14xf32> = dense<0.0>
func.func private @inner(%A: memref<14xf32>, %x: f32) {
  affine.store %x, %A[3] : memref<14xf32>
  func.return
}
func.func private @outer(%A: memref<14xf32>, %B: memref<14xf32>) {
  %x = affine.load %A[0] : memref<14xf32>
  func.call @inner(%B, %x) : (memref<14xf32>, f32) -> ()
  func.return
}
func.func @caller() {
  %X = memref.get_global @weight : memref<14xf32>
  %Y = memref.get_global @weight : memref<14xf32>
  // expected-error@+1 {{@outer gets X as A and as B, and @inner, which it calls, may write B; to a callee that writes, two parameters are two buffers: pass a copy as one of them, or put pad.may_alias on the callee}}
  func.call @outer(%X, %Y) : (memref<14xf32>, memref<14xf32>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#pitch = affine_map<(d0, d1) -> (d0, d1)>
#given = #pad.layout<[#tiles, #pitch], [0.0 : f32, "undef"], {extents = [[], [4, 5]]}>
#wanted = #pad.layout<[#tiles, #pitch], [0.0 : f32, 1.0 : f32], {extents = [[], [4, 5]]}>

// The cell is one of the step that is named.
func.func private @external(memref<14xf32, #wanted>)
func.func @caller(%X: memref<14xf32, #given>) {
  // expected-error@+1 {{@external needs 1.000000e+00 : f32 in the padding of layout step 1 (cell [0, 4]) on entry, but the padding of the buffer is undef}}
  %Y = pad.cast %X : memref<14xf32, #given> to memref<14xf32, #wanted>
  func.call @external(%Y) : (memref<14xf32, #wanted>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>

// A recursion reads and writes all that it is given.
func.func @recurs(%A: memref<14xf32, #zeros>) {
  // expected-error@+1 {{@leaves_any may leave undef in the padding of layout step 0 (cell [3, 2]), but the buffer must hold 0.000000e+00 : f32 after the call}}
  %B = pad.cast %A : memref<14xf32, #zeros> to memref<14xf32, #any>
  func.call @leaves_any(%B) : (memref<14xf32, #any>) -> ()
  func.return
}
func.func @leaves_any(%A: memref<14xf32, #any>) {
  func.call @leaves_any(%A) : (memref<14xf32, #any>) -> ()
  func.return
}

// -----

// The padding would be written to a buffer that is no longer there.
#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#ones = #pad.layout<[#tiles], [1.0 : f32], {}>

func.func private @fill(%A: memref<14xf32, #zeros>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %one, %A[%i] : memref<14xf32, #zeros>
  }
  memref.dealloc %A : memref<14xf32, #zeros>
  func.return
}

func.func @caller() {
  %A = memref.alloc() : memref<14xf32, #ones>
  %B = pad.cast %A : memref<14xf32, #ones> to memref<14xf32, #zeros>
  // expected-error@+1 {{A may be deallocated where it is written, and its padding is to be written after that}}
  func.call @fill(%B) : (memref<14xf32, #zeros>) -> ()
  func.return
}
