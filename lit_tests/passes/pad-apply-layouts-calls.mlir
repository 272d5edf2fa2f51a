// Calls: both sides get the physical type, and a cast of the pad kind is not code where the contracts allow it: on entry
// value over undef over forbidden, and at exit what the buffer must hold.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK: func.func private @use(f32)
// CHECK: func.func private @external(memref<4x4xf32> {pad.logical = memref<14xf32, {{.*}}["undef"]{{.*}}>>}) -> (memref<4x4xf32> {pad.logical = memref<14xf32, {{.*}}["undef"]{{.*}}>>})
func.func private @use(f32)
func.func private @external(memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>

// CHECK-LABEL: @result
// CHECK: %[[B:.*]] = func.call @external(%A) : (memref<4x4xf32>) -> memref<4x4xf32>
// CHECK-NEXT: %[[X:.*]] = affine.load %[[B]][0, 3] : memref<4x4xf32>
func.func @result(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> f32 {
  %B = func.call @external(%A) : (memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  %b = affine.load %B[3] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return %b : f32
}

func.func private @reads_undef(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  %a = affine.load %A[0] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.call @use(%a) : (f32) -> ()
  func.return
}
func.func private @reads_forbidden(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  %a = affine.load %A[0] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.call @use(%a) : (f32) -> ()
  func.return
}
func.func private @reads_value(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %a = affine.load %A[0] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @use(%a) : (f32) -> ()
  func.return
}
func.func private @writes_value(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %x = arith.constant 7.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}
func.func private @updates_forbidden(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  %a = affine.load %A[0] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.call @use(%a) : (f32) -> ()
  %x = arith.constant 7.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  func.return
}

// A value is some value.
// CHECK-LABEL: @value_as_undef
// CHECK-NOT: pad.cast
// CHECK: func.call @reads_undef(%A) : (memref<4x4xf32>) -> ()
func.func @value_as_undef(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.call @reads_undef(%B) : (memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> ()
  func.return
}

// CHECK-LABEL: @value_as_forbidden
// CHECK: func.call @reads_forbidden(%A)
func.func @value_as_forbidden(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.call @reads_forbidden(%B) : (memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) -> ()
  func.return
}

// What is forbidden to the callee is as it was afterwards.
// CHECK-LABEL: @value_kept
// CHECK: func.call @updates_forbidden(%A)
func.func @value_kept(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.call @updates_forbidden(%B) : (memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) -> ()
  func.return
}

// CHECK-LABEL: @undef_as_forbidden
// CHECK: func.call @updates_forbidden(%A)
func.func @undef_as_forbidden(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.call @updates_forbidden(%B) : (memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) -> ()
  func.return
}

// A callee that only writes needs no value on entry, and leaves one where any would do.
// CHECK-LABEL: @undef_as_value
// CHECK: func.call @writes_value(%A)
func.func @undef_as_value(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @writes_value(%B) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// An identity is the value that it stands for.
// CHECK-LABEL: @identity
// CHECK: func.call @reads_one(%A)
func.func private @reads_one(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %a = affine.load %A[0] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @use(%a) : (f32) -> ()
  %x = arith.constant 7.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}
func.func @identity(%A: memref<14xf32, #pad.layout<[#tiles], ["identity(mulf)"], {}>>) {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], ["identity(mulf)"], {}>> to memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @reads_one(%B) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// What a cast in between says is not what the buffer holds.
// CHECK-LABEL: @there_and_back
// CHECK: func.call @reads_value(%A)
func.func @there_and_back(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  %C = pad.cast %B : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @reads_value(%C) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  %c = affine.load %B[0] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.call @use(%c) : (f32) -> ()
  func.return
}

// A call that certainly writes all of a buffer is a write stage, after which the callee has written the padding.
// CHECK-LABEL: @local_between
// CHECK-NEXT: %[[T:.*]] = memref.alloc()
// CHECK-NEXT: func.call @writes_value(%[[T]])
// CHECK-NEXT: func.call @reads_value(%[[T]])
// CHECK-NEXT: memref.dealloc %[[T]]
func.func @local_between() {
  %T = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @writes_value(%T) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.call @reads_value(%T) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  memref.dealloc %T : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.return
}

// Nothing is asked of what is only written, through two calls too.
// CHECK-LABEL: @passes_on
// CHECK-NEXT: func.call @writes_value(%A)
// CHECK-NEXT: func.return
// CHECK-LABEL: @passes_on_twice
// CHECK-NEXT: func.call @passes_on(%A)
// CHECK-NEXT: func.return
func.func private @passes_on(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  func.call @writes_value(%A) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}
func.func @passes_on_twice(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  func.call @passes_on(%A) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// The padding is the caller's where the callee does not know of it.
// CHECK-LABEL: @writes_below
// CHECK-NEXT: func.call @writes_forbidden(%A)
// CHECK: affine.if
// CHECK: affine.store
// CHECK: pad.stage = "A_padding"
func.func private @writes_forbidden(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  %x = arith.constant 7.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  func.return
}
func.func @writes_below(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.call @writes_forbidden(%B) : (memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) -> ()
  func.return
}

// Recursion, and a callee that writes only a part, keep the padding that they are given.
// CHECK-LABEL: @recurs
// CHECK: pad.assume
// CHECK: func.call @recurs(%A)
// CHECK-LABEL: @writes_part
// CHECK: pad.assume
// CHECK: func.call @writes_one(%A)
// CHECK-NOT: affine.store
func.func @recurs(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  func.call @recurs(%A) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}
func.func @writes_part(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  func.call @writes_one(%A) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}
// CHECK: func.func private @writes_one
func.func private @writes_one(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %x = arith.constant 7.0 : f32
  affine.store %x, %A[0] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.return
}

// Without padding there is nothing to agree on.
// CHECK-LABEL: @no_padding
// CHECK: func.call @takes_ones(%A)
func.func private @takes_ones(memref<16xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>)
func.func @no_padding(%A: memref<16xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  %B = pad.cast %A : memref<16xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<16xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @takes_ones(%B) : (memref<16xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// Only buffers must be distinct.
// CHECK-LABEL: @gives_numbers_twice(
// CHECK: func.call @takes_numbers(%n, %n, %B, %x, %x)
func.func @takes_numbers(%n: index, %m: index, %B: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %x: f32, %y: f32) {
  affine.store %x, %B[0] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.return
}
func.func @gives_numbers_twice(%n: index, %B: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %x: f32) {
  func.call @takes_numbers(%n, %n, %B, %x, %x) : (index, index, memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, f32, f32) -> ()
  func.return
}
