// Accesses through views become accesses of the laid-out buffer; the views go.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#rows = affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>

// CHECK-NOT: memref.subview
// CHECK-NOT: memref.reinterpret_cast
// CHECK-NOT: memref.cast

// CHECK-LABEL: @subview
// CHECK: %[[A:.*]] = affine.load %A[(%i + 2) floordiv 4, (%i + 2) mod 4] : memref<4x4xf32>
// CHECK-NEXT: affine.store %[[A]], %B[%i] : memref<8xf32>
func.func @subview(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<8xf32>) {
  %V = memref.subview %A[2] [8] [1] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<8xf32, strided<[1], offset: 2>>
  affine.for %i = 0 to 8 {
    %a = affine.load %V[%i] : memref<8xf32, strided<[1], offset: 2>>
    affine.store %a, %B[%i] : memref<8xf32>
  }
  func.return
}

// Strides, and an offset that the affine dialect takes as it is.
// CHECK-LABEL: @strided
// CHECK: affine.load %A[(%o + %i * 3) floordiv 4, (%o + %i * 3) mod 4] : memref<4x4xf32>
func.func @strided(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<4xf32>, %o: index) {
  %V = memref.subview %A[%o] [4] [3] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<4xf32, strided<[3], offset: ?>>
  affine.for %i = 0 to 4 {
    %a = affine.load %V[%i] : memref<4xf32, strided<[3], offset: ?>>
    affine.store %a, %B[%i] : memref<4xf32>
  }
  func.return
}

// An offset that it does not take: the access is one of the memref dialect.
// CHECK-LABEL: @loaded_offset
// CHECK: %[[O:.*]] = affine.load %I[%j]
// CHECK: %[[K:.*]] = arith.addi %[[O]], %i : index
// CHECK: %[[KO:.*]] = arith.divui %[[K]], %{{.*}} : index
// CHECK: %[[KI:.*]] = arith.remui %[[K]], %{{.*}} : index
// CHECK: memref.load %A[%[[KO]], %[[KI]]] : memref<4x4xf32>
func.func @loaded_offset(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %I: memref<5xindex>, %B: memref<5x4xf32>) {
  affine.for %j = 0 to 5 {
    %o = affine.load %I[%j] : memref<5xindex>
    %V = memref.subview %A[%o] [4] [1] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<4xf32, strided<[1], offset: ?>>
    affine.for %i = 0 to 4 {
      %a = affine.load %V[%i] : memref<4xf32, strided<[1], offset: ?>>
      affine.store %a, %B[%j, %i] : memref<5x4xf32>
    }
  }
  func.return
}

// A row: the subview has one axis less.
// CHECK-LABEL: @row
// CHECK: affine.load %A[2, %j floordiv 4, %j mod 4] : memref<3x4x4xf32>
func.func @row(%A: memref<3x14xf32, #pad.layout<[#rows], ["forbidden"], {}>>, %B: memref<14xf32>) {
  %V = memref.subview %A[2, 0] [1, 14] [1, 1] : memref<3x14xf32, #pad.layout<[#rows], ["forbidden"], {}>> to memref<14xf32, strided<[1], offset: 28>>
  affine.for %j = 0 to 14 {
    %a = affine.load %V[%j] : memref<14xf32, strided<[1], offset: 28>>
    affine.store %a, %B[%j] : memref<14xf32>
  }
  func.return
}

// A step and a size known at run time only.
// CHECK-LABEL: @dynamic
// CHECK: scf.for %i = %{{.*}} to %n
// CHECK: %[[K:.*]] = arith.muli %i, %s : index
// CHECK: arith.divui
// CHECK-NOT: memref.subview
// CHECK: memref.load %A[%{{.*}}, %{{.*}}] : memref<4x4xf32>
func.func @dynamic(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<14xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %V = memref.subview %A[0] [%n] [%s] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<?xf32, strided<[?]>>
  %d = memref.dim %V, %c0 : memref<?xf32, strided<[?]>>
  scf.for %i = %c0 to %d step %c1 {
    %a = memref.load %V[%i] : memref<?xf32, strided<[?]>>
    memref.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

// CHECK-LABEL: @collapsed
// CHECK: affine.load %A[%k floordiv 14, (%k mod 14) floordiv 4, (%k mod 14) mod 4] : memref<3x4x4xf32>
func.func @collapsed(%A: memref<3x14xf32, #pad.layout<[#rows], ["forbidden"], {}>>, %B: memref<42xf32>) {
  %V = memref.collapse_shape %A [[0, 1]] : memref<3x14xf32, #pad.layout<[#rows], ["forbidden"], {}>> into memref<42xf32>
  affine.for %k = 0 to 42 {
    %a = affine.load %V[%k] : memref<42xf32>
    affine.store %a, %B[%k] : memref<42xf32>
  }
  func.return
}

// CHECK-LABEL: @expanded
// CHECK: affine.load %A[(%i * 7 + %j) floordiv 4, (%i * 7 + %j) mod 4] : memref<4x4xf32>
func.func @expanded(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<2x7xf32>) {
  %V = memref.expand_shape %A [[0, 1]] output_shape [2, 7] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> into memref<2x7xf32>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 7 {
      %a = affine.load %V[%i, %j] : memref<2x7xf32>
      affine.store %a, %B[%i, %j] : memref<2x7xf32>
    }
  }
  func.return
}

// Of the logical elements in row-major order, as without a layout.
// CHECK-LABEL: @reinterpreted
// CHECK: affine.load %A[(%i * 4 + 2 - %j) floordiv 4, (%i * 4 + 2 - %j) mod 4] : memref<4x4xf32>
func.func @reinterpreted(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<3x2xf32>) {
  %V = memref.reinterpret_cast %A to offset: [2], sizes: [3, 2], strides: [4, -1] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<3x2xf32, strided<[4, -1], offset: 2>>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      %a = affine.load %V[%i, %j] : memref<3x2xf32, strided<[4, -1], offset: 2>>
      affine.store %a, %B[%i, %j] : memref<3x2xf32>
    }
  }
  func.return
}

// A size after a cast is that of the buffer.
// CHECK-LABEL: @cast
// CHECK: %n = arith.constant 14 : index
// CHECK: scf.for %i = %c0 to %n
// CHECK: memref.load %A
func.func @cast(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<14xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %V = memref.cast %A : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<?xf32>
  %n = memref.dim %V, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %V[%i] : memref<?xf32>
    memref.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

// Views of views; the layout that one of them claims to have is not asked for.
// CHECK-LABEL: @chain
// CHECK: affine.load %A[(%i + 7) floordiv 4, (%i + 7) mod 4] : memref<4x4xf32>
func.func @chain(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<6xf32>) {
  %E = memref.expand_shape %A [[0, 1]] output_shape [2, 7] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> into memref<2x7xf32>
  %R = memref.subview %E[1, 0] [1, 7] [1, 1] : memref<2x7xf32> to memref<7xf32, strided<[1], offset: 7>>
  %V = memref.subview %R[0] [6] [1] : memref<7xf32, strided<[1], offset: 7>> to memref<6xf32, #pad.layout<[#tiles], ["undef"], {}>>
  affine.for %i = 0 to 6 {
    %a = affine.load %V[%i] : memref<6xf32, #pad.layout<[#tiles], ["undef"], {}>>
    affine.store %a, %B[%i] : memref<6xf32>
  }
  func.return
}

// Writes through a view that has all elements are a write stage: the padding follows.
// CHECK-LABEL: @written
// CHECK-NOT: pad.assume
// CHECK: affine.store %x, %A[(%i * 7 + %j) floordiv 4, (%i * 7 + %j) mod 4] : memref<4x4xf32>
// CHECK: pad.stage = "A_padding"
func.func @written(%A: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>, %x: f32) {
  %V = memref.expand_shape %A [[0, 1]] output_shape [2, 7] : memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>> into memref<2x7xf32>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 7 {
      affine.store %x, %V[%i, %j] : memref<2x7xf32>
    }
  }
  func.return
}

// Through one that has not, they are none.
// CHECK-LABEL: @partly_written
// CHECK: pad.assume
// CHECK-NOT: pad.stage = "A_padding"
// CHECK: func.return
func.func @partly_written(%A: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>, %x: f32) {
  %V = memref.subview %A[0] [13] [1] : memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>> to memref<13xf32, strided<[1]>>
  affine.for %i = 0 to 13 {
    affine.store %x, %V[%i] : memref<13xf32, strided<[1]>>
  }
  func.return
}

// Copies from and to views are loops.
// CHECK-LABEL: @copied
// CHECK: %[[A:.*]] = affine.load %A[(%{{.*}} + 4) floordiv 4, (%{{.*}} + 4) mod 4] : memref<4x4xf32>
// CHECK-NEXT: affine.store %[[A]], %C[%{{.*}} floordiv 4, %{{.*}} mod 4] : memref<4x4xf32>
func.func @copied(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %C: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  %V = memref.subview %A[4] [10] [1] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<10xf32, strided<[1], offset: 4>>
  %W = memref.subview %C[0] [10] [1] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<10xf32, strided<[1]>>
  "memref.copy"(%V, %W) : (memref<10xf32, strided<[1], offset: 4>>, memref<10xf32, strided<[1]>>) -> ()
  func.return
}

// What frees a view of all elements frees the buffer.
// CHECK-LABEL: @freed
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK: affine.store %x, %[[A]][1, 3] : memref<4x4xf32>
// CHECK: memref.dealloc %[[A]] : memref<4x4xf32>
func.func @freed(%x: f32) {
  %A = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  %V = memref.expand_shape %A [[0, 1]] output_shape [2, 7] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> into memref<2x7xf32>
  affine.store %x, %V[1, 0] : memref<2x7xf32>
  memref.dealloc %V : memref<2x7xf32>
  func.return
}

// Rows of a buffer whose first size is known at run time: a cell of a view in row-major order is in the row that it is in.
// CHECK-LABEL: @rows_of_any_number
// CHECK: affine.store %x, %A[((%i * 4 + 1) floordiv 4) floordiv 4, (%i * 4 + 1) mod 4, ((%i * 4 + 1) floordiv 4) mod 4]
func.func @rows_of_any_number(%A: memref<?x4xf32, #pad.layout<[affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>], [0.0 : f32], {}>> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0}]}, %x: f32) {
  %R = memref.reinterpret_cast %A to offset: [0], sizes: [%n, 2], strides: [4, 1] : memref<?x4xf32, #pad.layout<[affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>], [0.0 : f32], {}>> to memref<?x2xf32, strided<[4, 1]>>
  affine.for %i = 0 to %n {
    affine.store %x, %R[%i, 1] : memref<?x2xf32, strided<[4, 1]>>
  }
  func.return
}
