// RUN: pad-opt %s -p pad-flatten-buffers --split-input-file | filecheck %s
// RUN: pad-opt %s -p pad-flatten-buffers --split-input-file -o %t.mlir
// RUN: pad-opt %s -p pad-flatten-buffers,pad-flatten-buffers --split-input-file -o %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir

// RFC 39: no layout, one axis; x[10, 15] is x[10*128 + 15].
// CHECK-LABEL: @no_layout
// CHECK:      %x = memref.alloc() {pad.logical = memref<64x128xf32, #pad.layout<[affine_map<(d0, d1) -> (d0 * 128 + d1)>], ["forbidden"], {}>>} : memref<8192xf32>
// CHECK:      affine.store %c7, %x[1295] : memref<8192xf32>
// CHECK-NEXT: affine.store %c7, %x[2583] : memref<8192xf32>
func.func @no_layout() -> f32 {
  %x = memref.alloc() : memref<64x128xf32>
  %c7 = arith.constant 7.0 : f32
  affine.store %c7, %x[10, 15] : memref<64x128xf32>
  affine.store %c7, %x[20, 23] : memref<64x128xf32>
  %v = affine.load %x[10, 15] : memref<64x128xf32>
  memref.dealloc %x : memref<64x128xf32>
  func.return %v : f32
}

// -----

// RFC 39: NCHWc in one axis, (128/4)*64*64*4*11 + 64*64*4*floor(101/4) + 64*4*37 + 4*23 + 101%4.
// CHECK-LABEL: @nchwc
// CHECK-SAME: memref<8388608xf32>
// CHECK:      affine.load %x[6186333] : memref<8388608xf32>
#nchwc = #pad.layout<[affine_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>], ["forbidden"], {}>
func.func @nchwc(%x: memref<16x32x64x64x4xf32> {pad.logical = memref<16x64x64x128xf32, #nchwc>}) -> f32 {
  %v = affine.load %x[11, 25, 37, 23, 1] : memref<16x32x64x64x4xf32>
  func.return %v : f32
}

// -----

// RFC 39: two groups, [(128/4)*64*11 + 64*floor(101/4) + 37, 4*23 + 101%4]; the separator of two
// flat axes stands between them.
// CHECK-LABEL: @texture
// CHECK-SAME: memref<32768x256xf32>
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0 * 2048 + d1 * 64 + d2, d3 * 4 + d4)>], ["forbidden", "forbidden"], {separators = [1]}
// CHECK:      affine.load %x[24165, 93] : memref<32768x256xf32>
#texture = #pad.layout<[affine_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>], ["forbidden"], {separators = [3]}>
func.func @texture(%x: memref<16x32x64x64x4xf32> {pad.logical = memref<16x64x64x128xf32, #texture>}) -> f32 {
  %v = affine.load %x[11, 25, 37, 23, 1] : memref<16x32x64x64x4xf32>
  func.return %v : f32
}

// -----

// Padding keeps its value, and what is assumed of it its place; tiles and the inside of a tile give
// the index again.
// CHECK-LABEL: @padded
// CHECK-SAME: %A: memref<16xf32>
// CHECK-SAME: affine_map<(d0, d1) -> (d0 * 4 + d1)>], [0.000000e+00 : f32, "forbidden"]
// CHECK:      affine.load %A[%io * 4 + %ii] : memref<16xf32>
// CHECK:      affine.load %A[%i] : memref<16xf32>
// CHECK:      affine.store {{.*}}, %B[%i * 3 + %j] : memref<42xf32>
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
func.func @padded(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #tiles>}, %B: memref<14x3xf32>) {
  affine.for %io = 3 to 4 {
    affine.for %ii = 2 to 4 {
      %a = affine.load %A[%io, %ii] : memref<4x4xf32>
      %zero = arith.constant 0.0 : f32
      %same = arith.cmpf oeq, %a, %zero : f32
      pad.assume %same : i1
    }
  }
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 3 {
      %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
      affine.store %a, %B[%i, %j] : memref<14x3xf32>
    }
  }
  func.return
}

// -----

// The same where they are operations, which nothing needs then.
// CHECK-LABEL: @operations
// CHECK:      affine.for %i = 0 to 14 {
// CHECK-NEXT:   memref.store %x, %A[%i] : memref<16xf32>
// CHECK-NEXT: }
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>
func.func @operations(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #tiles>}, %x: f32) {
  affine.for %i = 0 to 14 {
    %io = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%i)
    %ii = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
    memref.store %x, %A[%io, %ii] : memref<4x4xf32>
  }
  func.return
}

// -----

// Indices that are not affine, extents, rank 0.
// CHECK-LABEL: @memref
// CHECK:      %[[P:.*]] = arith.muli %k, %{{.*}} : index
// CHECK-NEXT: %[[Q:.*]] = arith.addi %[[P]], %i : index
// CHECK-NEXT: memref.store %x, %A[%[[Q]]] : memref<32xf32>
// CHECK:      %[[DIM:.*]] = arith.constant 8 : index
// CHECK:      memref.store %x, %S[%{{.*}}] : memref<1xf32>
func.func @memref(%A: memref<4x8xf32>, %S: memref<f32>, %N: memref<index>, %x: f32) {
  affine.for %i = 0 to 8 {
    %i4 = arith.constant 4 : index
    %k = arith.remui %i, %i4 : index
    memref.store %x, %A[%k, %i] : memref<4x8xf32>
  }
  %one = arith.constant 1 : index
  %n = memref.dim %A, %one : memref<4x8xf32>
  memref.store %n, %N[] : memref<index>
  memref.store %x, %S[] : memref<f32>
  func.return
}

// -----

// CHECK-LABEL: @atomic
// CHECK:      "memref.atomic_rmw"(%x, %A, %{{[^,]*}}) {{.*}} : (f32, memref<32xf32>, index) -> f32
func.func @atomic(%A: memref<4x8xf32>, %x: f32) {
  affine.for %k = 0 to 4 {
    %i = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    %old = "memref.atomic_rmw"(%x, %A, %k, %i) <{kind = 0 : i64}> : (f32, memref<4x8xf32>, index, index) -> f32
  }
  func.return
}

// -----

// Vectors are pieces of rows.
// CHECK-LABEL: @vectors
// CHECK: vector.load %A[%{{.*}}] : memref<32xf32>, vector<8xf32>
// CHECK: vector.maskedload %A[%{{.*}}], %mask, %v : memref<32xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK: vector.maskedstore %B[%{{.*}}], %mask, %m : memref<32xf32>, vector<8xi1>, vector<8xf32>
// CHECK: vector.store %v, %B[%{{.*}}] : memref<32xf32>, vector<8xf32>
func.func @vectors(%A: memref<4x8xf32>, %B: memref<4x8xf32>) {
  %zero = arith.constant 0 : index
  %five = arith.constant 5 : index
  %mask = vector.create_mask %five : vector<8xi1>
  affine.for %i = 0 to 3 {
    %v = vector.load %A[%i, %zero] : memref<4x8xf32>, vector<8xf32>
    %m = vector.maskedload %A[%i, %zero], %mask, %v : memref<4x8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.maskedstore %B[%i, %zero], %mask, %m : memref<4x8xf32>, vector<8xi1>, vector<8xf32>
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    vector.store %v, %B[%next, %zero] : memref<4x8xf32>, vector<8xf32>
  }
  func.return
}

// -----

// Views of one buffer are that buffer.
// CHECK-LABEL: @views
// CHECK-NEXT: affine.for %i = 0 to 4 {
// CHECK-NEXT:   affine.store %x, %A[%i * 8 + 3] : memref<32xf32>
// CHECK-NEXT:   affine.store %x, %A[%i + 8] : memref<32xf32>
// CHECK-NEXT:   affine.store %x, %A[%i * 2 + 9] : memref<32xf32>
// CHECK-NOT:  memref.{{[^<]}}
func.func @views(%A: memref<4x8xf32>, %x: f32) {
  %C = memref.collapse_shape %A [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  %E = memref.expand_shape %C [[0, 1, 2]] output_shape [2, 2, 8] : memref<32xf32> into memref<2x2x8xf32>
  %S = memref.subview %A[1, 1] [1, 4] [1, 2] : memref<4x8xf32> to memref<1x4xf32, strided<[8, 2], offset: 9>>
  affine.for %i = 0 to 4 {
    affine.store %x, %E[%i floordiv 2, %i mod 2, 3] : memref<2x2x8xf32>
    affine.store %x, %C[%i + 8] : memref<32xf32>
    affine.store %x, %S[0, %i] : memref<1x4xf32, strided<[8, 2], offset: 9>>
  }
  func.return
}

// -----

// Windows of windows, whole buffers of other strides or with sizes forgotten, and their extents.
// CHECK-LABEL: @windows
// CHECK:      %n = arith.constant 2 : index
// CHECK-NEXT: %m = arith.constant 4 : index
// CHECK-NEXT: affine.for %i = 0 to 2 {
// CHECK-NEXT:   affine.store %x, %A[%i * 8 + 3] : memref<32xf32>
// CHECK-NEXT:   affine.store %x, %A[%i + 8] : memref<32xf32>
// CHECK-NEXT:   affine.store %x, %A[%i * 4 + 17] : memref<32xf32>
// CHECK-NEXT:   memref.store %n, %N[%i] : memref<4xindex>
// CHECK-NEXT:   memref.store %m, %N[%i] : memref<4xindex>
// CHECK-NOT:  memref.{{[^<]}}
func.func @windows(%A: memref<4x8xf32>, %N: memref<4xindex>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %T = memref.reinterpret_cast %A to offset: [0], sizes: [8, 4], strides: [1, 8] : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  %C = memref.cast %A : memref<4x8xf32> to memref<?x8xf32>
  %S = memref.subview %A[2, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<1x8xf32, strided<[8, 1], offset: 16>>
  %E = memref.expand_shape %S [[0], [1, 2]] output_shape [1, 2, 4] : memref<1x8xf32, strided<[8, 1], offset: 16>> into memref<1x2x4xf32, strided<[8, 4, 1], offset: 16>>
  %n = memref.dim %E, %one : memref<1x2x4xf32, strided<[8, 4, 1], offset: 16>>
  %m = memref.dim %C, %zero : memref<?x8xf32>
  affine.for %i = 0 to 2 {
    affine.store %x, %T[3, %i] : memref<8x4xf32, strided<[1, 8]>>
    affine.store %x, %C[1, %i] : memref<?x8xf32>
    affine.store %x, %E[0, %i, 1] : memref<1x2x4xf32, strided<[8, 4, 1], offset: 16>>
    memref.store %n, %N[%i] : memref<4xindex>
    memref.store %m, %N[%i] : memref<4xindex>
  }
  func.return
}

// -----

// A cell may be a vector.
// CHECK-LABEL: @cells_of_vectors(%A: memref<32xvector<4xf32>>
// CHECK: %[[V:.*]] = affine.load %A[%i * 8 + 3] : memref<32xvector<4xf32>>
// CHECK: affine.store %[[V]], %A[%i * 8] : memref<32xvector<4xf32>>
func.func @cells_of_vectors(%A: memref<4x8xvector<4xf32>>) {
  affine.for %i = 0 to 4 {
    %v = affine.load %A[%i, 3] : memref<4x8xvector<4xf32>>
    affine.store %v, %A[%i, 0] : memref<4x8xvector<4xf32>>
  }
  func.return
}

// -----

// One subview of another, at offsets known at run time, with rows for vectors.
// CHECK-LABEL: @subviews
// CHECK-NOT:  memref.subview
// CHECK:      affine.store %x, %A[%n * 8 + %i + 11] : memref<64xf32>
// CHECK:      vector.store %v, %A[%{{.*}}] : memref<64xf32>, vector<4xf32>
func.func @subviews(%A: memref<8x8xf32>, %x: f32, %v: vector<4xf32>) {
  %zero = arith.constant 0 : index
  affine.for %n = 0 to 3 {
    %S = memref.subview %A[%n, 2] [2, 6] [1, 1] : memref<8x8xf32> to memref<2x6xf32, strided<[8, 1], offset: ?>>
    %T = memref.subview %S[1, 1] [1, 5] [1, 1] : memref<2x6xf32, strided<[8, 1], offset: ?>> to memref<1x5xf32, strided<[8, 1], offset: ?>>
    affine.for %i = 0 to 5 {
      affine.store %x, %T[0, %i] : memref<1x5xf32, strided<[8, 1], offset: ?>>
    }
    vector.store %v, %T[%zero, %zero] : memref<1x5xf32, strided<[8, 1], offset: ?>>, vector<4xf32>
  }
  func.return
}

// -----

// A subview may drop axes.
// CHECK-LABEL: @row
// CHECK-NEXT: affine.for %i = 0 to 5 {
// CHECK-NEXT:   affine.store %x, %A[%i + 18] : memref<64xf32>
func.func @row(%A: memref<8x8xf32>, %x: f32) {
  %R = memref.subview %A[2, 2] [1, 5] [1, 1] : memref<8x8xf32> to memref<5xf32, strided<[1], offset: 18>>
  affine.for %i = 0 to 5 {
    affine.store %x, %R[%i] : memref<5xf32, strided<[1], offset: 18>>
  }
  func.return
}

// -----

// Callers and callees alike, arguments and results, and what loops and ifs pass on.
// CHECK-LABEL: @callee
// CHECK-SAME: (%P: memref<12xf32> {{.*}}, %Q: memref<12xf32> {{.*}}) -> (memref<12xf32> {pad.logical = memref<3x4xf32
// CHECK-LABEL: @caller
// CHECK-SAME: %A: memref<12xf32>
// CHECK:      %R = func.call @callee(%A, %L) : (memref<12xf32>, memref<12xf32>) -> memref<12xf32>
// CHECK:      scf.for {{.*}} iter_args(%M = %R) -> (memref<12xf32>) {
// CHECK:      memref.copy %L, %A : memref<12xf32> to memref<12xf32>
func.func private @callee(%P: memref<3x4xf32>, %Q: memref<3x4xf32>) -> memref<3x4xf32> {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %p = affine.load %P[%i, %j] : memref<3x4xf32>
      affine.store %p, %Q[%i, %j] : memref<3x4xf32>
    }
  }
  func.return %Q : memref<3x4xf32>
}
func.func @caller(%A: memref<3x4xf32>, %x: f32) {
  %L = memref.alloc() : memref<3x4xf32>
  %R = func.call @callee(%A, %L) : (memref<3x4xf32>, memref<3x4xf32>) -> memref<3x4xf32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %E = scf.for %i = %zero to %three step %one iter_args(%M = %R) -> (memref<3x4xf32>) {
    memref.store %x, %M[%i, %one] : memref<3x4xf32>
    %first = arith.cmpi eq, %i, %zero : index
    %N = scf.if %first -> (memref<3x4xf32>) {
      scf.yield %M : memref<3x4xf32>
    } else {
      scf.yield %A : memref<3x4xf32>
    }
    scf.yield %N : memref<3x4xf32>
  }
  memref.store %x, %E[%zero, %zero] : memref<3x4xf32>
  memref.copy %L, %A : memref<3x4xf32> to memref<3x4xf32>
  memref.dealloc %L : memref<3x4xf32>
  func.return
}

// -----

// CHECK-LABEL: @selected
// CHECK: %S = arith.select %c, %A, %B : memref<12xf32>
func.func @selected(%A: memref<3x4xf32>, %B: memref<3x4xf32>, %c: i1, %x: f32) {
  %S = arith.select %c, %A, %B : memref<3x4xf32>
  affine.store %x, %S[1, 2] : memref<3x4xf32>
  func.return
}

// -----

// Data of a global stays in its order.
// CHECK: memref.global "private" constant @W : memref<6xi32> = dense<[1, 2, 3, 4, 5, 6]>
// CHECK: memref.get_global @W : memref<6xi32>
memref.global "private" constant @W : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]>
func.func @weights(%B: memref<3x2xi32>) {
  %W = memref.get_global @W : memref<2x3xi32>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      %w = affine.load %W[%j, %i] : memref<2x3xi32>
      affine.store %w, %B[%i, %j] : memref<3x2xi32>
    }
  }
  func.return
}
