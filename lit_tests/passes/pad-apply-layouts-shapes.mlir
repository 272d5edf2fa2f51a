// Where the padding is: the guards of the stages that write it, and of the assumes, for layouts of every form.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

// In front: (i + 2) floordiv 8 reaches all of 2 x 8 but the cells 0 and 1.
// CHECK-LABEL: @front(%B: memref<2x8xf32>
// CHECK: affine.store %{{.*}}, %B[(%[[I:.*]] + 2) floordiv 8, (%[[I]] + 2) mod 8]
// CHECK: affine.for %[[IO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -8 - d1 + 1 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT: arith.constant 0.000000e+00
// CHECK-NEXT: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
#front = affine_map<(d0) -> ((d0 + 2) floordiv 8, (d0 + 2) mod 8)>
func.func @front(%B: memref<14xf32, #pad.layout<[#front], [0.0 : f32], {}>>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#front], [0.0 : f32], {}>>
  }
  func.return
}

// At both ends: 16 cells in 3 x 8, cells 0, 1 and 18 to 23 are padding. An `or` is an scf.if.
// CHECK-LABEL: @both_ends(%B: memref<3x8xf32>
// CHECK: affine.for %[[IO:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NOT: affine.if
// CHECK: %[[FRONT:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : index
// CHECK: %[[BACK:.*]] = arith.cmpi sge, %{{.*}}, %{{.*}} : index
// CHECK-NEXT: %[[PADDING:.*]] = arith.ori %[[FRONT]], %[[BACK]] : i1
// CHECK-NEXT: scf.if %[[PADDING]] {
// CHECK-NEXT: arith.constant 0.000000e+00
// CHECK-NEXT: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
func.func @both_ends(%B: memref<16xf32, #pad.layout<[#front], [0.0 : f32], {}>>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %B[%i] : memref<16xf32, #pad.layout<[#front], [0.0 : f32], {}>>
  }
  func.return
}

// CHECK-LABEL: @both_ends_assumed
// CHECK: %[[AT:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>
// CHECK: arith.constant 2 : index
// CHECK: %[[AFTER:.*]] = arith.cmpi sge
// CHECK: arith.constant 18 : index
// CHECK: %[[BEFORE:.*]] = arith.cmpi slt
// CHECK: %[[VALID:.*]] = arith.andi %[[AFTER]], %[[BEFORE]] : i1
// CHECK: %[[SAME:.*]] = arith.cmpf oeq
// CHECK-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[SAME]] : i1
// CHECK-NEXT: pad.assume %[[EITHER]]
func.func @both_ends_assumed(%B: memref<16xf32, #pad.layout<[#front], [1.0 : f32], {}>>) {
  func.return
}

// Two axes padded: 10 x 30 in tiles of 4 x 8 is 3 x 4 tiles, padding below and on the right, the corner in both.
// CHECK-LABEL: @two_axes(%B: memref<3x4x4x8xi32>
// CHECK: affine.store %{{.*}}, %B[%[[I:.*]] floordiv 4, %[[J:.*]] floordiv 8, %[[I]] mod 4, %[[J]] mod 8]
// CHECK: affine.for %[[IO:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[JO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[JI:.*]] = 0 to 8 {
// CHECK: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// CHECK-NEXT: %[[TEN:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[BELOW:.*]] = arith.cmpi sge, %[[I]], %[[TEN]] : index
// CHECK-NEXT: %[[J:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%[[JO]], %[[JI]])
// CHECK-NEXT: %[[THIRTY:.*]] = arith.constant 30 : index
// CHECK-NEXT: %[[RIGHT:.*]] = arith.cmpi sge, %[[J]], %[[THIRTY]] : index
// CHECK-NEXT: %[[PADDING:.*]] = arith.ori %[[BELOW]], %[[RIGHT]] : i1
// CHECK-NEXT: scf.if %[[PADDING]] {
#blocks = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
func.func @two_axes(%B: memref<10x30xi32, #pad.layout<[#blocks], [7 : i32], {}>>, %x: i32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 30 {
      affine.store %x, %B[%i, %j] : memref<10x30xi32, #pad.layout<[#blocks], [7 : i32], {}>>
    }
  }
  func.return
}

// align rounds the extents up: 14 is 16.
// CHECK-LABEL: @align(%B: memref<16xf32>
// CHECK: affine.store %{{.*}}, %B[%{{.*}}] : memref<16xf32>
// CHECK: affine.for %[[P:.*]] = 0 to 16 {
// CHECK-NEXT: affine.if affine_set<(d0) : (d0 - 14 >= 0)>(%[[P]]) {
#same = affine_map<(d0) -> (d0)>
func.func @align(%B: memref<14xf32, #pad.layout<[#same], [0.0 : f32], {align = [16]}>>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#same], [0.0 : f32], {align = [16]}>>
  }
  func.return
}

// extents sets them: a row pitch of 128 for rows of 127.
// CHECK-LABEL: @pitch(%B: memref<3x128xf32>
// CHECK: affine.store %x, %B[%{{.*}}, %{{.*}}] : memref<3x128xf32>
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 128 {
// CHECK-NEXT: affine.if affine_set<(d0) : (d0 - 127 >= 0)>(%[[J]]) {
#rows = affine_map<(d0, d1) -> (d0, d1)>
func.func @pitch(%B: memref<3x127xf32, #pad.layout<[#rows], [0.0 : f32], {extents = [3, 128]}>>, %x: f32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 127 {
      affine.store %x, %B[%i, %j] : memref<3x127xf32, #pad.layout<[#rows], [0.0 : f32], {extents = [3, 128]}>>
    }
  }
  func.return
}

// Reversed, the padding is still at the end.
// CHECK-LABEL: @reversed(%B: memref<16xf32>
// CHECK: affine.store %{{.*}}, %B[-%{{.*}} + 13] : memref<16xf32>
// CHECK: affine.if affine_set<(d0) : (d0 - 14 >= 0)>
#reversed = affine_map<(d0) -> (13 - d0)>
func.func @reversed(%B: memref<14xf32, #pad.layout<[#reversed], [0.0 : f32], {align = [16]}>>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#reversed], [0.0 : f32], {align = [16]}>>
  }
  func.return
}

// Rank 0: one element in four cells.
// CHECK-LABEL: @rank_0(%B: memref<4xf32>
// CHECK-NEXT: affine.store %x, %B[0] : memref<4xf32>
// CHECK-NEXT: affine.for %[[P:.*]] = 0 to 4 {
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[PADDING:.*]] = arith.cmpi ne, %[[P]], %[[ZERO]] : index
// CHECK-NEXT: scf.if %[[PADDING]] {
// CHECK-NEXT: arith.constant 5.000000e+00
func.func @rank_0(%B: memref<f32, #pad.layout<[affine_map<() -> (0)>], [5.0 : f32], {extents = [4]}>>, %x: f32) {
  affine.store %x, %B[] : memref<f32, #pad.layout<[affine_map<() -> (0)>], [5.0 : f32], {extents = [4]}>>
  func.return
}

// Nothing stored: no cells, or nothing but padding.
// CHECK-LABEL: @empty(%A: memref<0x4xf32> {{.*}}, %B: memref<2x4xf32>
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK: affine.load %B[%[[IO]], %[[II]]]
// CHECK: pad.assume
// CHECK: pad.stage = "B_assume"
// CHECK-NOT: A_assume
// CHECK: func.return
#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @empty(%A: memref<0xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %B: memref<0xf32, #pad.layout<[#tiles], [1.0 : f32], {extents = [2, 4]}>>) {
  func.return
}

// Two steps: 14 in 4 x 4 leaves the last two of row 3 to the first kind; 4 rows in 2 x 3 leave rows 4 and 5 to the
// second. Row 3 is (1, 0), the only one whose first index is greater.
// CHECK-LABEL: @steps(%B: memref<2x3x4xf32>
// CHECK: affine.store %{{.*}}, %B[(%[[I:.*]] floordiv 4) floordiv 3, (%[[I]] floordiv 4) mod 3, %[[I]] mod 4] : memref<2x3x4xf32>
// CHECK: affine.for %[[P:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[Q:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1, d2) : (d1 - d0 - 1 >= 0, d2 - 2 >= 0)>(%[[Q]], %[[P]], %[[R]]) {
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: affine.store %[[ONE]], %B[%[[P]], %[[Q]], %[[R]]]
// CHECK-NEXT: }
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * 3 + d1 - 4 >= 0)>(%[[P]], %[[Q]]) {
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: affine.store %[[TWO]], %B[%[[P]], %[[Q]], %[[R]]]
#steps = affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>
func.func @steps(%B: memref<14xf32, #pad.layout<[#tiles, #steps], [1.0 : f32, 2.0 : f32], {}>>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles, #steps], [1.0 : f32, 2.0 : f32], {}>>
  }
  func.return
}

// Each step's kind on its own: what the second leaves forbidden is neither written nor stated, the first's is.
// CHECK-LABEL: @steps_forbidden
// CHECK: arith.constant 1.000000e+00 : f32
// CHECK: pad.assume
// CHECK-NOT: pad.assume
// CHECK: pad.stage = "B_assume"
func.func @steps_forbidden(%B: memref<14xf32, #pad.layout<[#tiles, #steps], [1.0 : f32, "forbidden"], {}>>) {
  func.return
}
