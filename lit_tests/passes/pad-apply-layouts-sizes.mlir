// Layouts on shapes that are known at run time only.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// A size is the argument that `pad.size` ties to it; loops over the padding have it in their bounds.
// CHECK-LABEL: @tied
// CHECK-SAME: %A: memref<?x4xf32>
// CHECK-SAME: %n: index {pad.size
// CHECK: affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%n)
// CHECK-NEXT: affine.for %ii = 0 to 4
// CHECK: arith.cmpi slt, %{{.*}}, %n
// CHECK: pad.assume
// CHECK: } {pad.loop = "io", pad.of_padding, pad.stage = "A_assume"}
// CHECK: affine.for %i = 0 to %n
// CHECK-NEXT: affine.load %A[%i floordiv 4, %i mod 4] : memref<?x4xf32>
func.func @tied(%A: memref<?xf32, #pad.layout<[#tiles], [0.0 : f32], {}>> {pad.name = "A"}, %B: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// A size that no argument is becomes one, of this function and of those that it is called by.
// CHECK-LABEL: @callee
// CHECK-SAME: %A: memref<?x4xf32>
// CHECK-SAME: %x: f32, %A_size0: index {pad.size = [{of = "A", dim = 0 : i64}]}
// CHECK-NOT: memref.dim
// CHECK: scf.for %i = %c0 to %A_size0
func.func private @callee(%A: memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %A[%i] : memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>
  }
  func.return
}

// CHECK-LABEL: @caller
// CHECK-SAME: %B_size0: index {pad.size = [{of = "B", dim = 0 : i64}]}
// CHECK: func.call @callee(%B, %x, %B_size0) : (memref<?x4xf32>, f32, index) -> ()
func.func @caller(%B: memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>, %x: f32) {
  func.call @callee(%B, %x) : (memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>, f32) -> ()
  func.return
}

// A local buffer has the size that it is allocated with.
// CHECK-LABEL: @local
// CHECK: %[[IO:.*]] = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%n)
// CHECK: %T = memref.alloc(%[[IO]])
// CHECK-SAME: memref<?x4xf32>
// CHECK: func.call @callee(%T, %x, %n)
func.func @local(%n: index, %x: f32) {
  %T = memref.alloc(%n) : memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.call @callee(%T, %x) : (memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>, f32) -> ()
  memref.dealloc %T : memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}

// -----

#pack = affine_map<(i, j) -> (j floordiv 8, i, j mod 8)>

// Copies into and out of a layout, and a window of one; extents of several axes.
// CHECK-LABEL: @copies
// CHECK: %[[J:.*]] = affine.apply affine_map<(d0) -> ((d0 + 7) floordiv 8)>(%m)
// CHECK: %P = memref.alloc(%[[J]], %n)
// CHECK-SAME: memref<?x?x8xf32>
// CHECK: affine.for %i0 = 0 to
// CHECK-NEXT: affine.for %i1 = 0 to
// CHECK: affine.store %{{.*}}, %P[%i1 floordiv 8, %i0, %i1 mod 8] : memref<?x?x8xf32>
// CHECK: pad.stage = "P_pack"
// CHECK: pad.stage = "P_padding"
// CHECK: memref.load %P[
// CHECK: pad.stage = "Y_unpack"
func.func @copies(%X: memref<?x?xf32>, %Y: memref<?x?xf32>, %z: memref<f32>, %n: index {pad.size = [{of = "X", dim = 0}, {of = "Y", dim = 0}]}, %m: index {pad.size = [{of = "X", dim = 1, min = 3}, {of = "Y", dim = 1}]}) {
  %c0 = arith.constant 0 : index
  %P = memref.alloc(%n, %m) : memref<?x?xf32, #pad.layout<[#pack], [1.0 : f32], {}>>
  pad.pack %X into %P : memref<?x?xf32> into memref<?x?xf32, #pad.layout<[#pack], [1.0 : f32], {}>>
  %V = memref.subview %P[0, 2] [1, 1] [1, 1] : memref<?x?xf32, #pad.layout<[#pack], [1.0 : f32], {}>> to memref<1x1xf32, strided<[?, 1], offset: 2>>
  %v = memref.load %V[%c0, %c0] : memref<1x1xf32, strided<[?, 1], offset: 2>>
  memref.store %v, %z[] : memref<f32>
  pad.unpack %P into %Y : memref<?x?xf32, #pad.layout<[#pack], [1.0 : f32], {}>> into memref<?x?xf32>
  memref.dealloc %P : memref<?x?xf32, #pad.layout<[#pack], [1.0 : f32], {}>>
  func.return
}

// -----

#rows = affine_map<(i, j) -> (i, (j + 2) floordiv 2, (j + 2) mod 2)>

// A loop over padding ends at the least of several indices.
// CHECK-LABEL: @aligned
// CHECK-NEXT: affine.for %i = 0 to affine_map<(d0) -> (((d0 + 3) floordiv 4) * 4)>(%n) {
// CHECK-NEXT: affine.for %jo = 0 to min affine_map<(d0) -> (((d0 + 33) floordiv 32) * 16, ((d0 + 7) floordiv 8) * 16)>(%m) {
// CHECK: pad.stage = "A_assume"
func.func @aligned(%A: memref<?x?xi8, #pad.layout<[#rows], [1 : i8], {align = [4, 16, 1]}>>, %B: memref<?x?xi8>, %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}, %m: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 1}]}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xi8, #pad.layout<[#rows], [1 : i8], {align = [4, 16, 1]}>>
      affine.store %a, %B[%i, %j] : memref<?x?xi8>
    }
  }
  func.return
}

// -----

#shifted = affine_map<(i) -> (i + 1)>

// Of a size that is a multiple of a number there is nothing to divide.
// CHECK-LABEL: @even
// CHECK-NEXT: affine.for %p0 = 0 to min affine_map<(d0) -> (d0 + 2, d0 * 2)>(%n) {
// CHECK: pad.stage = "A_assume"
func.func @even(%A: memref<?xi8, #pad.layout<[#shifted], [1 : i8], {align = [2]}>>, %B: memref<?xi8>, %n: index {pad.size = [{of = "A", dim = 0, multiple = 2}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi8, #pad.layout<[#shifted], [1 : i8], {align = [2]}>>
    affine.store %a, %B[%i] : memref<?xi8>
  }
  func.return
}
