// pad-writes=if only for a perfect nest with one store, no call, that writes each cell once and does not read the
// buffer; elsewhere a remark says why not, and the padding gets a stage of its own.
// RUN: pad-opt %s -p 'pad-apply-layouts{pad-writes=if}' --split-input-file --verify-diagnostics | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @may_alias
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @may_alias(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) attributes {pad.may_alias} {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the function has pad.may_alias, so that the stage may read what it writes}}
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @no_nest
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @no_nest(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage is not a loop nest}}
  scf.for %i = %c0 to %c14 step %c1 {
    memref.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// The order of the iterations matters where they carry a value.
// CHECK-LABEL: @carries_a_value
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @carries_a_value(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage is not a loop nest}}
  %r = affine.for %i = 0 to 14 iter_args(%s = %x) -> (f32) {
    affine.store %s, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    %t = arith.addf %s, %s : f32
    affine.yield %t : f32
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @two_stores
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @two_stores(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage is not a perfect nest around one affine.store}}
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
    affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @other_store
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @other_store(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage is not a perfect nest around one affine.store}}
  affine.for %i = 0 to 14 {
    memref.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @not_perfect
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @not_perfect(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage is not a perfect nest around one affine.store}}
  affine.for %i = 0 to 2 {
    %t = arith.addf %x, %x : f32
    affine.for %j = 0 to 7 {
      affine.store %t, %B[%i * 7 + %j] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    }
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @guard
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @guard(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage is not a perfect nest around one affine.store}}
  affine.for %i = 0 to 15 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    }
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// A call may notice the order of the iterations.
// CHECK-LABEL: @calls
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func private @next() -> f32
func.func @calls(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage contains 'func.call'}}
  affine.for %i = 0 to 14 {
    %a = func.call @next() : () -> f32
    affine.store %a, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @reads_itself
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @reads_itself(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage reads the buffer that it writes}}
  affine.for %i = 0 to 14 {
    %b = affine.load %B[13 - %i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    affine.store %b, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @reads_another_name
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @reads_another_name(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  %yes = arith.constant true
  %C = arith.select %yes, %B, %B : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage may read the buffer that it writes, under another name}}
  affine.for %i = 0 to 14 {
    %b = affine.load %C[13 - %i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    affine.store %b, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @bounds
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @bounds(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: a loop of the write stage has bounds that are no constants or logical sizes}}
  affine.for %io = 0 to 4 {
    affine.for %i = affine_map<(d0) -> (d0 * 4)>(%io) to min affine_map<(d0) -> (d0 * 4 + 4, 14)>(%io) {
      affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    }
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @other_index
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @other_index(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the store's indices are not functions of the loops of the write stage alone}}
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i + %n - %n] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// The last write counts, and another order may make another one last.
// CHECK-LABEL: @more_than_once
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @more_than_once(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32, %n: index) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage writes a cell more than once}}
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 14 {
      affine.store %x, %B[%j] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    }
  }
  func.return
}

// -----

// The cells that pad an earlier layout step are not written by the nest: there, %A[%i] would be out of bounds.
// CHECK-LABEL: @second_step(
// CHECK: affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT: affine.load %A
// CHECK: pad.stage = "s"
// CHECK: pad.stage = "B_padding"
func.func @second_step(%A: memref<5xf32>, %B: memref<7xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [7.0 : f32], {align = [8]}>> {pad.logical = memref<5xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [2.0 : f32], {extents = [7]}>>}) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the write stage does not write the padding of the earlier layout step}}
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i] : memref<5xf32>
    affine.store %a, %B[%i] : memref<7xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [7.0 : f32], {align = [8]}>>
  } {pad.stage = "s"}
  affine.for %i = 5 to 7 {
    %two = arith.constant 2.0 : f32
    affine.store %two, %B[%i] : memref<7xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [7.0 : f32], {align = [8]}>>
  } {pad.stage = "p", pad.of_padding}
  func.return
}

// -----

// Which cells are logical takes several cases to say.
#cases = affine_map<(d0, d1) -> (d1 mod 2, d0 floordiv 2, (d0 mod 2) * 3 + d1 floordiv 2)>

// CHECK-LABEL: @inverse
// CHECK: pad.stage = "B_padding"
func.func @inverse(%B: memref<2x5xi32, #pad.layout<[#cases], [0 : i32], {}>>, %x: i32) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: the inverse of the layout on [2, 5] is not one expression for each index, but several, by cases: split its maps into steps that mix fewer indices}}
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 5 {
      affine.store %x, %B[%i, %j] : memref<2x5xi32, #pad.layout<[#cases], [0 : i32], {}>>
    }
  }
  func.return
}

// -----

#wrapped = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>

// Cells that padding copies may be written after it.
// CHECK-LABEL: @copies
// CHECK-NOT: else
// CHECK: pad.stage = "B_padding"
func.func @copies(%x: f32, %B: memref<14xf32, #wrapped>) {
  // expected-remark@+1 {{[pad-apply-layouts] the padding of 'B' is written in a stage of its own: it copies cells that the stage may not have written yet}}
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #wrapped>
  }
  func.return
}
