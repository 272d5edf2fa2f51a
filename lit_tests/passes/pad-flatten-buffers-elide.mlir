// RUN: pad-opt %s -p "pad-flatten-buffers{elide=true}" --split-input-file --verify-diagnostics -o %t.mlir
// RUN: filecheck %s --input-file %t.mlir
// RUN: pad-opt %s -p "pad-flatten-buffers{elide=true},pad-flatten-buffers{elide=true}" --split-input-file 2>&1 | filecheck %s

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>

// RFC 77: A_backing has 14 elements, of a buffer of 4x4.
// CHECK-LABEL: @elided
// CHECK:      %A = memref.alloc() {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0)>], ["forbidden"], {}>>} : memref<14xf32>
// CHECK-NEXT: affine.for %i = 0 to 14 {
// CHECK-NEXT:   %b = affine.load %B[%i] : memref<14xf32>
// CHECK-NEXT:   affine.store %b, %A[%i] : memref<14xf32>
// CHECK:      affine.load %A[%io * 4 + %ii] : memref<14xf32>
func.func @elided(%B: memref<14xf32>) {
  %A = memref.alloc() {pad.logical = memref<14xf32, #tiles>} : memref<4x4xf32>
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32>
    affine.store %b, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        affine.store %a, %B[%io * 4 + %ii] : memref<14xf32>
      }
    }
  }
  memref.dealloc %A : memref<4x4xf32>
  func.return
}

// -----

// Data of a module: the zeros of the padding go.
// CHECK-LABEL: @weights
// CHECK-SAME: memref<6xi32> = dense<[1, 2, 3, 4, 5, 6]> {pad.logical = memref<6xi32, #pad.layout<[affine_map<(d0) -> (d0)>], ["forbidden"], {}>>}
// CHECK:      affine.load %{{.*}}[%i] : memref<6xi32>
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>
memref.global "private" constant @weights : memref<2x4xi32> = dense<[[1, 2, 3, 4], [5, 6, 0, 0]]> {pad.logical = memref<6xi32, #tiles>}
func.func @weighted(%B: memref<6xi32>) {
  %W = memref.get_global @weights : memref<2x4xi32>
  affine.for %i = 0 to 6 {
    %w = affine.load %W[%i floordiv 4, %i mod 4] : memref<2x4xi32>
    affine.store %w, %B[%i] : memref<6xi32>
  }
  func.return
}

// -----

#rows = #pad.layout<[affine_map<(i, j) -> (i, j floordiv 4, j mod 4)>], ["forbidden"], {}>

// CHECK-LABEL: @behind
// CHECK-SAME: %A: memref<48xf32>
// expected-remark@+1 {{padding of 'A' not elided: [14] of [48] is padding with elements after it}}
func.func @behind(%A: memref<3x4x4xf32> {pad.logical = memref<3x14xf32, #rows>}) {
  func.return
}

// -----

#undef = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>

// CHECK-LABEL: @readable
// CHECK-SAME: %A: memref<16xf32>
// expected-remark@+1 {{padding of 'A' not elided: its padding where 4*io + ii >= 14 is undef, which may be read}}
func.func @readable(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #undef>}) {
  func.return
}

// -----

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>

// A local buffer's forbidden padding may be overcomputed.
// CHECK-LABEL: @overcomputed
// CHECK:      %A = memref.alloc() {{.*}} : memref<16xf32>
func.func @overcomputed(%x: f32) {
  // expected-remark@+1 {{padding of 'A' not elided: 'affine.store' is not shown to stay in its first [14] cells}}
  %A = memref.alloc() {pad.logical = memref<14xf32, #tiles>} : memref<4x4xf32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.store %x, %A[%io, %ii] : memref<4x4xf32>
    }
  }
  memref.dealloc %A : memref<4x4xf32>
  func.return
}

// -----

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>

// So may the rest of a vector.
// CHECK-LABEL: @lanes
// CHECK:      %A = memref.alloc() {{.*}} : memref<16xf32>
func.func @lanes(%v: vector<4xf32>) {
  // expected-remark@+1 {{padding of 'A' not elided: 'vector.store' is not shown to stay in its first [14] cells}}
  %A = memref.alloc() {pad.logical = memref<14xf32, #tiles>} : memref<4x4xf32>
  %three = arith.constant 3 : index
  %zero = arith.constant 0 : index
  vector.store %v, %A[%three, %zero] : memref<4x4xf32>, vector<4xf32>
  memref.dealloc %A : memref<4x4xf32>
  func.return
}

// -----

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>

// CHECK-LABEL: @all_cells
// CHECK:      memref.copy %B, %A : memref<16xf32> to memref<16xf32>
// expected-remark@+1 {{padding of 'B' not elided: memref<4x4xf32> is the same buffer without a layout, and has all cells}}
func.func @all_cells(%B: memref<4x4xf32>) {
  %A = memref.alloc() {pad.logical = memref<14xf32, #tiles>} : memref<4x4xf32>
  memref.copy %B, %A : memref<4x4xf32> to memref<4x4xf32>
  memref.dealloc %A : memref<4x4xf32>
  func.return
}

// -----

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>
#fewer = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>

// CHECK-LABEL: @shapes
// CHECK:      memref.copy %B, %A : memref<16xf32> to memref<16xf32>
func.func @shapes(%x: f32) {
  %A = memref.alloc() {pad.logical = memref<14xf32, #tiles>} : memref<4x4xf32>
  // expected-remark@+1 {{padding of 'B' not elided: its layouts leave it different shapes}}
  %B = memref.alloc() {pad.logical = memref<13xf32, #fewer>} : memref<4x4xf32>
  affine.store %x, %B[0, 0] : memref<4x4xf32>
  memref.copy %B, %A : memref<4x4xf32> to memref<4x4xf32>
  memref.dealloc %A : memref<4x4xf32>
  memref.dealloc %B : memref<4x4xf32>
  func.return
}

// -----

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>

// CHECK-LABEL: @may_alias
// CHECK-SAME: %A: memref<16xf32>
// expected-remark@+1 {{padding of 'A' not elided: pad.may_alias is on the function}}
func.func @may_alias(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #tiles>}) attributes {pad.may_alias} {
  func.return
}

// -----

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>

// Nothing is known of an index that is loaded at each iteration.
// CHECK-LABEL: @loaded_index
// CHECK:      %A = memref.alloc() {{.*}} : memref<16xf32>
func.func @loaded_index(%P: memref<4xindex>, %x: f32) {
  // expected-remark@+1 {{padding of 'A' not elided: 'memref.store' is not shown to stay in its first [14] cells}}
  %A = memref.alloc() {pad.logical = memref<14xf32, #tiles>} : memref<4x4xf32>
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 4 {
    %p = affine.load %P[%i] : memref<4xindex>
    memref.store %x, %A[%p, %zero] : memref<4x4xf32>
  }
  memref.dealloc %A : memref<4x4xf32>
  func.return
}

// -----

// It is flat already: of padding that stays there is a remark, of none there is not.
// CHECK-LABEL: @flat
// CHECK-SAME: %A: memref<16xf32>
#padded = #pad.layout<[affine_map<(d0) -> (d0)>], ["forbidden"], {extents = [16]}>
func.func private @external(memref<16xf32>)
func.func @flat(%A: memref<16xf32> {pad.logical = memref<14xf32, #padded>}, %B: memref<16xf32>) {
  // expected-remark@+1 {{buffer 'A' not flattened: @external, which takes or returns it, has no body here}}
  func.call @external(%A) : (memref<16xf32>) -> ()
  func.call @external(%B) : (memref<16xf32>) -> ()
  func.return
}

// -----

// A buffer of no axis has one cell, and no padding.
// CHECK-LABEL: @of_no_axis
// CHECK:      %A = memref.alloc() {{.*}} : memref<1xf32>
// CHECK:      affine.store %x, %A[0] : memref<1xf32>
func.func @of_no_axis(%x: f32) {
  %A = memref.alloc() {pad.logical = memref<f32, #pad.layout<[affine_map<() -> ()>], ["forbidden"], {}>>} : memref<f32>
  affine.store %x, %A[] : memref<f32>
  memref.dealloc %A : memref<f32>
  func.return
}
