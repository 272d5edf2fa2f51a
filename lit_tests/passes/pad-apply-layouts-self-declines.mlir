// Padding that copies cells of the buffer, where it cannot be kept up.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file --verify-diagnostics

#wrap = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>
func.func @never_written(%x: f32, %c: i1) {
  %B = memref.alloc() : memref<14xf32, #wrap>
  affine.store %x, %B[0] : memref<14xf32, #wrap>
  // expected-error@+1 {{the padding of B copies cells that no stage is sure to have written: [3, 3] copies [0, 1]; write all of them, or give a pad kind that is a value}}
  scf.if %c {
    affine.store %x, %B[1] : memref<14xf32, #wrap>
  }
  func.return
}

// -----

#wrap = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>
func.func @two_names(%A: memref<14xf32, #wrap>, %B: memref<14xf32, #wrap>, %c: i1, %x: f32) {
  // expected-error@+1 {{'arith.select' passes A on under another name, but its padding copies cells of its own, and has to be written again after each change}}
  %C = arith.select %c, %A, %B : memref<14xf32, #wrap>
  affine.store %x, %C[0] : memref<14xf32, #wrap>
  func.return
}

// -----

#wrap = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>
// expected-error@+1 {{another argument may be A (pad.may_alias), but its padding copies cells}}
func.func @alias(%A: memref<14xf32, #wrap>, %B: memref<14xf32, #wrap>) attributes {pad.may_alias} {
  func.return
}

// -----

#wrap = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>
#free = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>
func.func @callee(%B: memref<14xf32, #free>, %x: f32) {
  affine.store %x, %B[0] : memref<14xf32, #free>
  func.return
}
func.func @caller(%B: memref<14xf32, #wrap>, %x: f32) {
  // expected-error@+1 {{@callee may write cells that the padding of layout step 0 (cell [3, 2]) copies, but the buffer must hold self[(i, j) -> (0, 4*i + j - 14)] there after the call}}
  %F = pad.cast %B : memref<14xf32, #wrap> to memref<14xf32, #free>
  func.call @callee(%F, %x) : (memref<14xf32, #free>, f32) -> ()
  func.return
}

// -----

#wrap = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>
func.func @made(%x: f32) -> memref<14xf32, #wrap> {
  %B = memref.alloc() : memref<14xf32, #wrap>
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #wrap>
  }
  func.return %B : memref<14xf32, #wrap>
}
func.func @result(%x: f32) {
  // expected-error@+1 {{B comes out of 'func.call', but its padding copies cells of its own, and has to be written again after each change; only arguments and allocations may have such padding}}
  %B = func.call @made(%x) : (f32) -> memref<14xf32, #wrap>
  affine.store %x, %B[0] : memref<14xf32, #wrap>
  func.return
}

// -----

#wrap = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>
func.func @blocks(%A: memref<14xf32, #wrap>, %x: f32) {
  cf.br ^next
^next:
  // expected-error@+1 {{'affine.store' uses A in another block, where its padding, which copies its own cells, cannot be written again}}
  affine.store %x, %A[0] : memref<14xf32, #wrap>
  func.return
}

// -----

#wrap = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>
// expected-error@+1 {{B is passed from block to block, but its padding copies cells of its own}}
func.func @passed(%x: f32) {
  %A = memref.alloc() : memref<14xf32, #wrap>
  cf.br ^next(%A : memref<14xf32, #wrap>)
^next(%B: memref<14xf32, #wrap>):
  func.return
}

// -----

#around = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 6)>], {}>

// In the second iteration, the padding would copy what was there before the first.
func.func private @reads(%A: memref<6xf32, #around>, %B: memref<1xf32>) {
  %a = affine.load %A[0] : memref<6xf32, #around>
  affine.store %a, %B[0] : memref<1xf32>
  func.return
}
func.func @written_in_its_stage(%A: memref<6xf32, #around>, %B: memref<1xf32>) {
  affine.for %k = 0 to 3 {
    %x = affine.load %A[%k + 1] : memref<6xf32, #around>
    affine.store %x, %A[0] : memref<6xf32, #around>
    // expected-error@+1 {{@reads takes the padding of A to copy its cells, but they are written in the same stage, and the padding only after it; make the call a stage of its own, or give a pad kind that is a value}}
    func.call @reads(%A, %B) : (memref<6xf32, #around>, memref<1xf32>) -> ()
  }
  func.return
}

// -----

#around = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 6)>], {}>

// The padding copies element 1 too, which nothing wrote yet.
func.func private @reads(%A: memref<6xf32, #around>, %B: memref<1xf32>) {
  %a = affine.load %A[0] : memref<6xf32, #around>
  affine.store %a, %B[0] : memref<1xf32>
  func.return
}
func.func @written_after_it(%B: memref<1xf32>, %x: f32) {
  %L = memref.alloc() : memref<6xf32, #around>
  affine.store %x, %L[0] : memref<6xf32, #around>
  // expected-error@+1 {{@reads takes the padding of L to copy its cells, which may not all be written by then; write all of them before the call, or give a pad kind that is a value}}
  func.call @reads(%L, %B) : (memref<6xf32, #around>, memref<1xf32>) -> ()
  affine.store %x, %L[1] : memref<6xf32, #around>
  memref.dealloc %L : memref<6xf32, #around>
  func.return
}

// -----

#around = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 6)>], {}>

// What a callee changes has to be there before.
func.func private @writes_one(%A: memref<6xf32, #around>, %x: f32) {
  affine.store %x, %A[0] : memref<6xf32, #around>
  func.return
}
func.func @never_written(%x: f32) {
  %L = memref.alloc() : memref<6xf32, #around>
  // expected-error@+1 {{the padding of L copies cells that no stage is sure to have written: [1, 2] copies [0, 0]; write all of them, or give a pad kind that is a value}}
  func.call @writes_one(%L, %x) : (memref<6xf32, #around>, f32) -> ()
  memref.dealloc %L : memref<6xf32, #around>
  func.return
}

// -----

// What a caller leaves in the cells may be poison: an assume of that is undefined behaviour.
#wrap = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>
// expected-remark@+1 {{nothing is assumed of the padding of 'A' that copies cells: the function is called, and the cells may be poison by 'arith.addi'; an assume of poison is undefined behaviour}}
func.func private @callee(%A: memref<14xi32, #wrap>, %O: memref<1xi32>) {
  %a = affine.load %A[2] : memref<14xi32, #wrap>
  affine.store %a, %O[0] : memref<1xi32>
  func.return
}
func.func @caller(%A: memref<14xi32, #wrap>, %O: memref<1xi32>, %x: i32) {
  %y = arith.addi %x, %x overflow<nsw> : i32
  affine.store %y, %A[0] : memref<14xi32, #wrap>
  func.call @callee(%A, %O) : (memref<14xi32, #wrap>, memref<1xi32>) -> ()
  func.return
}
