// RUN: pad-opt %s -p pad-propagate-layouts --split-input-file --verify-diagnostics | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The ends of a function.
// CHECK-LABEL: @ends(
// CHECK-NEXT: pad.unpack %P into %a
// CHECK-NEXT: pad.pack %b into %Q
func.func @ends(%P: memref<14xf32, #zeros>, %a: memref<14xf32>, %b: memref<14xf32>, %Q: memref<14xf32, #zeros>) {
  // expected-remark@+1 {{unpack of P into a not removed: a is not allocated in the function, so the copy is at its boundary}}
  pad.unpack %P into %a : memref<14xf32, #zeros> into memref<14xf32>
  // expected-remark@+1 {{pack of b into Q not removed: b is not allocated in the function, so the copy is at its boundary}}
  pad.pack %b into %Q : memref<14xf32> into memref<14xf32, #zeros>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The laid-out buffer changes while the copy is read.
// CHECK-LABEL: @written_between(
// CHECK: pad.unpack
func.func @written_between(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: 'affine.store' of stage spoil may write P, and l is needed as it was before}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %P[%i] : memref<14xf32, #zeros>
  } {pad.stage = "spoil"}
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// A stage that reads backwards what it would overwrite.
// CHECK-LABEL: @backwards(
// CHECK: pad.unpack %P
// CHECK: affine.store %{{.*}}, %P
func.func @backwards(%P: memref<14xf32, #zeros>) {
  %l = memref.alloc() : memref<14xf32>
  %m = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: 'affine.store' may write P, and l is needed as it was before}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[13 - %i] : memref<14xf32>
    affine.store %a, %m[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{'P' is written in place of 'm'}}
  pad.pack %m into %P : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %m : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The copy is changed.
// CHECK-LABEL: @copy_written(
// CHECK: pad.unpack
func.func @copy_written(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: 'affine.store' may write l}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %l[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Only in some iterations is it a copy.
// CHECK-LABEL: @used_behind_the_loop(
// CHECK: pad.unpack
func.func @used_behind_the_loop(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  affine.for %k = 0 to 3 {
    // expected-remark@+1 {{unpack of P into l not removed: l is used in another block too}}
    pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The packed buffer is read before.
// CHECK-LABEL: @read_before(
// CHECK: affine.load %P
// CHECK: pad.pack
func.func @read_before(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %l[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %P[%i] : memref<14xf32, #zeros>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{pack of l into P not removed: 'affine.load' uses P before it gets the copy}}
  pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The logical buffer goes on to change.
// CHECK-LABEL: @written_after(
// CHECK: pad.pack
func.func @written_after(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %l[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{pack of l into P not removed: 'affine.store' may write l, and P is needed as it was before}}
  pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
  affine.for %i = 0 to 14 {
    affine.store %x, %l[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// In the next iteration the first elements are still there.
// CHECK-LABEL: @from_earlier_iterations(
// CHECK: pad.pack
func.func @from_earlier_iterations(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %l[%i] : memref<14xf32>
  }
  affine.for %k = 0 to 14 {
    affine.store %x, %l[%k] : memref<14xf32>
    // expected-remark@+1 {{pack of l into P not removed: l is used in another block too}}
    pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Allocated once, and filled in each iteration.
// CHECK-LABEL: @allocated_outside(
// CHECK: pad.pack
func.func @allocated_outside(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  affine.for %k = 0 to 3 {
    affine.for %i = 0 to 14 {
      affine.store %x, %l[%i] : memref<14xf32>
    }
    // expected-remark@+1 {{pack of l into P not removed: l is allocated in another block}}
    pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Two layouts of one buffer.
// CHECK-LABEL: @packed_twice(
// CHECK: pad.pack %l into %P
// CHECK: pad.pack %l into %Q
func.func @packed_twice(%P: memref<14xf32, #zeros>, %Q: memref<14xf32, #zeros>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %l[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{pack of l into P not removed: l is packed into Q as well}}
  pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
  // expected-remark@+1 {{pack of l into Q not removed: l is packed into P as well}}
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Nothing shows that all of the buffer is written; its callers need not fill the padding of an argument.
// CHECK-LABEL: @half_written(
// CHECK: pad.pack
func.func @half_written(%P: memref<14xf32, #zeros>, %n: index, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %l[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{pack of l into P not removed: the padding of P would have to hold 0.000000e+00 : f32 on entry already: it is not known that l is written as a whole before it is read}}
  pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Another argument may be the same memory.
// CHECK-LABEL: @may_alias(
// CHECK: pad.unpack
func.func @may_alias(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) attributes {pad.may_alias} {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: pad.may_alias is on @may_alias}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The global may be what the caller gives.
// CHECK-LABEL: @global(
// CHECK: pad.unpack
memref.global "private" @g : memref<14xf32> = uninitialized
func.func @global(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: the result of 'memref.get_global' may be P}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  %G = memref.get_global @g : memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %G[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// A call that may reach what the caller gives, though it is not given it.
// CHECK-LABEL: @call_between(
// CHECK: pad.unpack
func.func private @elsewhere()
func.func @call_between(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: the call to @elsewhere may write P, and l is needed as it was before}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  func.call @elsewhere() : () -> ()
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// One of two buffers.
// CHECK-LABEL: @select(
// CHECK: pad.unpack
func.func @select(%P: memref<14xf32, #zeros>, %Q: memref<14xf32, #zeros>, %B: memref<14xf32>, %c: i1, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: 'arith.select' uses P other than by loads and stores}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  %S = arith.select %c, %P, %Q : memref<14xf32, #zeros>
  affine.for %i = 0 to 14 {
    affine.store %x, %S[%i] : memref<14xf32, #zeros>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// What it is unpacked from is not known.
// CHECK-LABEL: @selected(
// CHECK: pad.unpack
func.func @selected(%P: memref<14xf32, #zeros>, %Q: memref<14xf32, #zeros>, %B: memref<14xf32>, %c: i1) {
  %l = memref.alloc() : memref<14xf32>
  %S = arith.select %c, %P, %Q : memref<14xf32, #zeros>
  // expected-remark@+1 {{unpack of S into l not removed: the result of 'arith.select' may be another buffer}}
  pad.unpack %S into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// One buffer at a time.
// CHECK-LABEL: @carried(
// CHECK: pad.unpack
func.func @carried(%P: memref<14xf32, #zeros>, %B: memref<14xf32>) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 3 : index
  %step = arith.constant 1 : index
  scf.for %k = %lower to %upper step %step iter_args(%S = %P) -> (memref<14xf32, #zeros>) {
    %l = memref.alloc() : memref<14xf32>
    // expected-remark@+1 {{unpack of S into l not removed: S may be one of several buffers}}
    pad.unpack %S into %l : memref<14xf32, #zeros> into memref<14xf32>
    affine.for %i = 0 to 14 {
      %a = affine.load %l[%i] : memref<14xf32>
      affine.store %a, %B[%i] : memref<14xf32>
    }
    memref.dealloc %l : memref<14xf32>
    scf.yield %S : memref<14xf32, #zeros>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Freed under a condition.
// CHECK-LABEL: @freed_in_an_if(
// CHECK: pad.unpack
func.func @freed_in_an_if(%B: memref<14xf32>, %C: memref<14xf32>, %c: i1) {
  %P = memref.alloc() : memref<14xf32, #zeros>
  // expected-remark@+1 {{pack of B into P not removed: B is not allocated in the function, so the copy is at its boundary}}
  pad.pack %B into %P : memref<14xf32> into memref<14xf32, #zeros>
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: P may be freed in a block of its own}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  scf.if %c {
    memref.dealloc %P : memref<14xf32, #zeros>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %C[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#rows = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
#columns = #pad.layout<[affine_map<(d0) -> (d0 mod 4, d0 floordiv 4)>], [0.0 : f32], {}>

// Other maps, boxes and separators, though the shapes are the same.
// CHECK-LABEL: @other_map(
// CHECK: pad.unpack
// CHECK: pad.pack
func.func @other_map(%P: memref<16xf32, #rows>, %Q: memref<16xf32, #columns>) {
  %l = memref.alloc() : memref<16xf32>
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<16xf32, #rows> into memref<16xf32>
  // expected-remark@+1 {{pack of l into Q not removed: their layouts differ: P has (i) -> (i // 4, i % 4), padding 0.0, Q has (i) -> (i % 4, i // 4), padding 0.0}}
  pad.pack %l into %Q : memref<16xf32> into memref<16xf32, #columns>
  memref.dealloc %l : memref<16xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#sum = #pad.layout<[#tiles], ["identity(addf)"], {}>

// +0.0 is not -0.0, which is what a sum may start with.
// CHECK-LABEL: @other_zero(
// CHECK: pad.unpack
// CHECK: pad.pack
func.func @other_zero(%P: memref<14xf32, #zeros>, %Q: memref<14xf32, #sum>) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  // expected-remark@+1 {{pack of l into Q not removed: the padding of P is 0.000000e+00 : f32, but the padding of Q must be -0.000000e+00 : f32, and P is not allocated here, so its padding cannot change}}
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #sum>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#kept = #pad.layout<[#tiles], ["forbidden"], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>

// Padding that may not exist is none to read.
// CHECK-LABEL: @forbidden_for_undef(
// CHECK: pad.unpack
// CHECK: pad.pack
func.func @forbidden_for_undef(%P: memref<14xf32, #kept>, %Q: memref<14xf32, #any>) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<14xf32, #kept> into memref<14xf32>
  // expected-remark@+1 {{pack of l into Q not removed: the padding of P is forbidden, but the padding of Q must be undef, and P is not allocated here, so its padding cannot change}}
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #any>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Both are the caller's.
// CHECK-LABEL: @two_arguments(
// CHECK: pad.unpack
// CHECK: pad.pack
func.func @two_arguments(%P: memref<14xf32, #zeros>, %Q: memref<14xf32, #zeros>) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  // expected-remark@+1 {{pack of l into Q not removed: Q is not allocated in the function, so the copy is at its boundary}}
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#ones = #pad.layout<[#tiles], [1.0 : f32], {}>

// The padding of the first is needed as well.
// CHECK-LABEL: @both_needed(
// CHECK: pad.unpack %P
// CHECK: pad.pack
func.func @both_needed(%B: memref<14xf32>, %x: f32) {
  %P = memref.alloc() : memref<14xf32, #zeros>
  %Q = memref.alloc() : memref<14xf32, #ones>
  %l = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %P[%i] : memref<14xf32, #zeros>
  }
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  // expected-remark@+1 {{pack of l into Q not removed: the padding of P is 0.000000e+00 : f32, but the padding of Q must be 1.000000e+00 : f32, and 'affine.load' reads P too}}
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #ones>
  affine.for %i = 0 to 14 {
    %a = affine.load %P[%i] : memref<14xf32, #zeros>
    %b = affine.load %Q[%i] : memref<14xf32, #ones>
    %c = arith.addf %a, %b : f32
    affine.store %c, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %P : memref<14xf32, #zeros>
  memref.dealloc %Q : memref<14xf32, #ones>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The first changes before the copy goes on.
// CHECK-LABEL: @written_before_the_pack(
// CHECK: pad.unpack
// CHECK: affine.store %{{.*}}, %P
// CHECK: pad.pack
func.func @written_before_the_pack(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  %Q = memref.alloc() : memref<14xf32, #zeros>
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %P[%i] : memref<14xf32, #zeros>
  }
  // expected-remark@+1 {{pack of l into Q not removed: 'affine.store' may write P between the unpack and the pack}}
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #zeros>
  affine.for %i = 0 to 14 {
    %a = affine.load %Q[%i] : memref<14xf32, #zeros>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %Q : memref<14xf32, #zeros>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Unpacked once, and packed in each iteration.
// CHECK-LABEL: @packed_in_a_loop(
// CHECK: pad.unpack
// CHECK: pad.pack
func.func @packed_in_a_loop(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  %Q = memref.alloc() : memref<14xf32, #zeros>
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %k = 0 to 3 {
    // expected-remark@+1 {{pack of l into Q not removed: l is not unpacked before that, in its block}}
    pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #zeros>
    affine.store %x, %Q[%k] : memref<14xf32, #zeros>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %Q[%i] : memref<14xf32, #zeros>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %Q : memref<14xf32, #zeros>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Copies between memories are not this pass's.
// CHECK-LABEL: @other_memory(
// CHECK: pad.unpack
func.func @other_memory(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32, 3 : i32>
  // expected-remark@+1 {{unpack of P into l not removed: l and P are in different memory spaces}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32, 3 : i32>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32, 3 : i32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32, 3 : i32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Strides are a layout as well.
// CHECK-LABEL: @strided(
// CHECK: pad.unpack
func.func @strided(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) {
  %l = memref.alloc() : memref<14xf32, strided<[2]>>
  // expected-remark@+1 {{unpack of P into l not removed: l has strides}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32, strided<[2]>>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32, strided<[2]>>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32, strided<[2]>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The copy says that both have one size, but it may not run.
// CHECK-LABEL: @sizes_not_known_before_loop
// CHECK: pad.pack
func.func @sizes_not_known_before_loop(%P: memref<?xf32, #zeros>, %x: f32, %n: index) {
  %l = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %l[%i] : memref<?xf32>
  }
  %end = scf.while (%k = %n) : (index) -> index {
    %more = arith.cmpi slt, %k, %n : index
    scf.condition(%more) %k : index
  } do {
  ^bb0(%k: index):
    scf.yield %k : index
  }
  // expected-remark@+1 {{pack of l into P not removed: 'scf.while' may not end, and nothing before it says that the sizes of l are those of P}}
  pad.pack %l into %P : memref<?xf32> into memref<?xf32, #zeros>
  memref.dealloc %l : memref<?xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Nothing says that all of P is written before it is read: its sizes may be larger.
// CHECK-LABEL: @no_size_is_tied
// CHECK: pad.pack
func.func @no_size_is_tied(%P: memref<?xf32, #zeros>, %x: f32, %B: memref<?xf32>, %n: index) {
  %l = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %l[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %l[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  // expected-remark@+1 {{pack of l into P not removed: the padding of P would have to hold 0.000000e+00 : f32 on entry already: it is not known that l is written as a whole before it is read}}
  pad.pack %l into %P : memref<?xf32> into memref<?xf32, #zeros>
  memref.dealloc %l : memref<?xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The second step of a layout whose first one was applied.
// CHECK-LABEL: @applied(
// CHECK: pad.unpack
func.func @applied(%P: memref<14xf32, #zeros> {pad.logical = memref<13xf32, #pad.layout<[affine_map<(d0) -> (d0)>], ["undef"], {extents = [14]}>>}, %B: memref<14xf32>) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: a layout of P was applied already}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Layouts that wait to be applied.
// CHECK-LABEL: @waiting(
// CHECK: pad.unpack
func.func @waiting(%P: memref<14xf32, #zeros>, %B: memref<14xf32>, %x: f32) attributes {pad.layouts = {B = [#tiles]}} {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: pad.layouts of @waiting are not applied yet}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#ones = #pad.layout<[#tiles], ["identity(mulf)"], {}>

// A caller relies on what is known of the callee as it is.
// CHECK-LABEL: @given_a_cast(
// CHECK: pad.unpack
func.func @given_a_cast(%P: memref<14xf32, #zeros>, %B: memref<14xf32>) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: @given_a_cast is given the result of a pad.cast}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}
func.func @casts(%P: memref<14xf32, #ones>, %B: memref<14xf32>) {
  %Q = pad.cast %P : memref<14xf32, #ones> to memref<14xf32, #zeros>
  func.call @given_a_cast(%Q, %B) : (memref<14xf32, #zeros>, memref<14xf32>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#ones = #pad.layout<[#tiles], [1.0 : f32], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>
#kept = #pad.layout<[#tiles], ["forbidden"], {}>

// Another type of the same buffer.
// CHECK-LABEL: @cast(
// CHECK: pad.unpack %P
// CHECK: pad.pack
func.func @cast(%B: memref<14xf32>, %x: f32) {
  %P = memref.alloc() : memref<14xf32, #any>
  %Q = memref.alloc() : memref<14xf32, #ones>
  %l = memref.alloc() : memref<14xf32>
  %F = pad.cast %P : memref<14xf32, #any> to memref<14xf32, #kept>
  affine.for %i = 0 to 14 {
    affine.store %x, %F[%i] : memref<14xf32, #kept>
  }
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<14xf32, #any> into memref<14xf32>
  // expected-remark@+1 {{pack of l into Q not removed: the padding of P is undef, but the padding of Q must be 1.000000e+00 : f32, and 'pad.cast' uses P, and needs its type}}
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #ones>
  affine.for %i = 0 to 14 {
    %b = affine.load %Q[%i] : memref<14xf32, #ones>
    affine.store %b, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %P : memref<14xf32, #any>
  memref.dealloc %Q : memref<14xf32, #ones>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Packed before it is unpacked.
// CHECK-LABEL: @there_and_back(
// CHECK: pad.pack %B into %P
// CHECK: pad.unpack %P into %B
func.func @there_and_back(%P: memref<14xf32, #zeros>, %B: memref<14xf32>) {
  // expected-remark@+1 {{pack of B into P not removed: B is not allocated in the function, so the copy is at its boundary}}
  pad.pack %B into %P : memref<14xf32> into memref<14xf32, #zeros>
  // expected-remark@+1 {{unpack of P into B not removed: B is not allocated in the function, so the copy is at its boundary}}
  pad.unpack %P into %B : memref<14xf32, #zeros> into memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// What was there at first is put back.
// CHECK-LABEL: @put_back(
// CHECK: pad.unpack %P into %l
// CHECK: pad.pack %l into %P
func.func @put_back(%P: memref<14xf32, #zeros>, %x: f32) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %P[%i] : memref<14xf32, #zeros>
  }
  // expected-remark@+1 {{pack of l into P not removed: 'affine.store' may write P between the unpack and the pack}}
  pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// What nobody sees into may have the argument under another name.
// CHECK-LABEL: @put_back_unseen(
// CHECK: pad.unpack %P into %l
// CHECK: pad.pack %l into %P
func.func private @unseen()
func.func @put_back_unseen(%P: memref<14xf32, #zeros>) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  func.call @unseen() : () -> ()
  // expected-remark@+1 {{pack of l into P not removed: the call to @unseen may write P between the unpack and the pack}}
  pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Each iteration has a buffer of its own, and all give the same in the end.
// CHECK-LABEL: @parallel(
// CHECK: pad.pack
func.func @parallel(%P: memref<14xf32, #zeros>, %x: f32) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 3 : index
  %step = arith.constant 1 : index
  "scf.parallel"(%lower, %upper, %step) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%k: index):
    %l = memref.alloc() : memref<14xf32>
    affine.for %i = 0 to 14 {
      affine.store %x, %l[%i] : memref<14xf32>
    }
    affine.for %i = 0 to 14 {
      %a = affine.load %l[%i] : memref<14xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %l[%i] : memref<14xf32>
    }
    // expected-remark@+1 {{pack of l into P not removed: the iterations of a parallel loop share P}}
    pad.pack %l into %P : memref<14xf32> into memref<14xf32, #zeros>
    memref.dealloc %l : memref<14xf32>
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// What is packed is needed in a later block.
// CHECK-LABEL: @later_block(
// CHECK: pad.pack
func.func @later_block(%B: memref<14xf32>, %x: f32) {
  %Q = memref.alloc() : memref<14xf32, #zeros>
  %l = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %l[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{pack of l into Q not removed: 'affine.store' may write l, and Q is needed as it was before}}
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #zeros>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %l[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  cf.br ^next
^next:
  affine.for %i = 0 to 14 {
    %a = affine.load %Q[%i] : memref<14xf32, #zeros>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %Q : memref<14xf32, #zeros>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#big = #pad.layout<[#tiles], [1.0e38 : f32], {}>

// The quotient of what is padded has no value as f32: nothing is known of it.
// CHECK-LABEL: @too_large_a_quotient(
// CHECK: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], ["undef"], {}>>
func.func @too_large_a_quotient(%A: memref<14xf32, #big>, %B: memref<14xf32>) {
  %s = arith.constant 9.5367431640625e-07 : f32
  // expected-remark@+1 {{gave 'm' the layout of 'A', with padding undef}}
  %m = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #big>
    %b = arith.divf %a, %s : f32
    affine.store %b, %m[%i] : memref<14xf32>
  } {pad.stage = "divide"}
  affine.for %i = 0 to 14 {
    %a = affine.load %m[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  } {pad.stage = "copy"}
  memref.dealloc %m : memref<14xf32>
  func.return
}
