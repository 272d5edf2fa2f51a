// Vectors of a laid-out buffer of scalars: whole where they are of neighbours in physical memory, else in pieces.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#pitch = affine_map<(d0, d1) -> (d0 * 16 + d1)>
#columns = affine_map<(d0, d1) -> (d1, d0)>

// Each vector is a tile: the step of the loop says so.
// CHECK-LABEL: @tile
// CHECK: %[[O:.*]] = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%i)
// CHECK-NEXT: %[[I:.*]] = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
// CHECK-NEXT: %a = vector.load %A[%[[O]], %[[I]]] : memref<4x4xf32>, vector<4xf32>
// CHECK-NEXT: %b = affine.vector_load %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>, vector<4xf32>
func.func @tile(%A: memref<16xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 step 4 {
    %a = vector.load %A[%i] : memref<16xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<4xf32>
    %b = affine.vector_load %A[%i] : memref<16xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<4xf32>
    %c = arith.addf %a, %b : vector<4xf32>
    vector.store %c, %B[%i] : memref<16xf32>, vector<4xf32>
  }
  func.return
}

// Two tiles: two loads, and two stores.
// CHECK-LABEL: @two_tiles
// CHECK: %[[A:.*]] = affine.vector_load %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>, vector<4xf32>
// CHECK-NEXT: %[[B:.*]] = affine.vector_load %A[(%i + 4) floordiv 4, (%i + 4) mod 4] : memref<4x4xf32>, vector<4xf32>
// CHECK-NEXT: %a = vector.shuffle %[[A]], %[[B]] [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
// CHECK: %[[C:.*]] = vector.shuffle %b, %b [0, 1, 2, 3] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: affine.vector_store %[[C]], %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>, vector<4xf32>
// CHECK-NEXT: %[[D:.*]] = vector.shuffle %b, %b [4, 5, 6, 7] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: affine.vector_store %[[D]], %A[(%i + 4) floordiv 4, (%i + 4) mod 4] : memref<4x4xf32>, vector<4xf32>
func.func @two_tiles(%A: memref<16xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  affine.for %i = 0 to 16 step 8 {
    %a = affine.vector_load %A[%i] : memref<16xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<8xf32>
    %b = arith.addf %a, %a : vector<8xf32>
    affine.vector_store %b, %A[%i] : memref<16xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<8xf32>
  }
  func.return
}

// Across tiles: lane by lane.
// CHECK-LABEL: @across
// CHECK-NOT: vector_load
// CHECK: %[[A:.*]] = affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
// CHECK-NEXT: %[[B:.*]] = affine.load %A[(%i + 1) floordiv 4, (%i + 1) mod 4] : memref<4x4xf32>
// CHECK-NEXT: %[[C:.*]] = vector.broadcast %[[A]] : f32 to vector<2xf32>
// CHECK-NEXT: %a = vector.insert %[[B]], %[[C]] [1] : f32 into vector<2xf32>
func.func @across(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<14xf32>) {
  affine.for %i = 0 to 13 {
    %a = affine.vector_load %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<2xf32>
    vector.store %a, %B[%i] : memref<14xf32>, vector<2xf32>
  }
  func.return
}

// Stores of lanes that lie apart.
// CHECK-LABEL: @apart
// CHECK: %[[A:.*]] = vector.extract %x[0] : f32 from vector<2xf32>
// CHECK: memref.store %[[A]], %A[%j, %i] : memref<6x4xf32>
// CHECK: %[[B:.*]] = vector.extract %x[1] : f32 from vector<2xf32>
// CHECK: %[[J:.*]] = affine.apply affine_map<(d0) -> (d0 + 1)>(%j)
// CHECK: memref.store %[[B]], %A[%[[J]], %i] : memref<6x4xf32>
func.func @apart(%A: memref<4x6xf32, #pad.layout<[#columns], ["forbidden"], {}>>, %B: memref<4x6xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 step 2 {
      %x = vector.load %B[%i, %j] : memref<4x6xf32>, vector<2xf32>
      vector.store %x, %A[%i, %j] : memref<4x6xf32, #pad.layout<[#columns], ["forbidden"], {}>>, vector<2xf32>
    }
  }
  func.return
}

// Rows that are longer in memory. What was said of the address of a cell is true no more.
// CHECK-LABEL: @pitch
// CHECK: %[[K:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %j)
// CHECK-NEXT: %a = vector.load %A[%[[K]]] : memref<60xf32>, vector<6xf32>
func.func @pitch(%A: memref<4x12xf32, #pad.layout<[#pitch], ["forbidden"], {}>>, %B: memref<4x12xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 7 {
      %a = vector.load %A[%i, %j] {alignment = 4 : i64} : memref<4x12xf32, #pad.layout<[#pitch], ["forbidden"], {}>>, vector<6xf32>
      vector.store %a, %B[%i, %j] : memref<4x12xf32>, vector<6xf32>
    }
  }
  func.return
}

// The last tile has 2 of 4: its other cells are padding, which no lane reads or writes.
// CHECK-LABEL: @last
// CHECK: %[[N:.*]] = affine.apply affine_map<(d0) -> (-d0 + 14)>(%i)
// CHECK-NEXT: %[[M:.*]] = vector.create_mask %[[N]] : vector<4xi1>
// CHECK: vector.maskedload %A[%{{.*}}, %{{.*}}], %[[M]], %{{.*}} : memref<4x4xf32>
// CHECK: %[[M:.*]] = vector.create_mask %{{.*}} : vector<4xi1>
// CHECK: vector.maskedstore %C[%{{.*}}, %{{.*}}], %[[M]], %a : memref<4x4xf32>
func.func @last(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<16xf32>, %C: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 step 4 {
    %a = vector.transfer_read %A[%i], %zero : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<4xf32>
    vector.store %a, %B[%i] : memref<16xf32>, vector<4xf32>
    vector.transfer_write %a, %C[%i] : vector<4xf32>, memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  func.return
}

// The same across tiles.
// CHECK-LABEL: @last_across
// CHECK: affine.if affine_set<(d0) : (d0 + 1 >= 0, -d0 + 12 >= 0)>(%i) -> f32 {
// CHECK: memref.load %A
// CHECK: } else {
// CHECK-NEXT: affine.yield %zero : f32
// CHECK: affine.if affine_set<(d0) : (d0 + 1 >= 0, -d0 + 12 >= 0)>(%i) {
// CHECK: memref.store %{{.*}}, %C
func.func @last_across(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<16xf32>, %C: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    %a = vector.transfer_read %A[%i], %zero : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<2xf32>
    vector.store %a, %B[%i] : memref<16xf32>, vector<2xf32>
    vector.transfer_write %a, %C[%i] : vector<2xf32>, memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  func.return
}

// Where the operation says that it stays inside, there is nothing to guard.
// CHECK-LABEL: @inside
// CHECK: vector.load %A[%{{.*}}, %{{.*}}] : memref<4x4xf32>, vector<4xf32>
// CHECK: vector.store %{{.*}}, %A[%{{.*}}, %{{.*}}] : memref<4x4xf32>, vector<4xf32>
func.func @inside(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to affine_map<(d0) -> (d0 * 4)>(%n) step 4 {
    %a = vector.transfer_read %A[%i], %zero {in_bounds = [true]} : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<4xf32>
    %b = arith.addf %a, %a : vector<4xf32>
    vector.transfer_write %b, %A[%i] {in_bounds = [true]} : vector<4xf32>, memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  func.return
}

// A mask says itself which cells are accessed.
// CHECK-LABEL: @masked
// CHECK: vector.maskedload %A[%{{.*}}, %{{.*}}], %m, %none : memref<4x4xf32>
func.func @masked(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<16xf32>) {
  %none = arith.constant dense<0.0> : vector<4xf32>
  affine.for %i = 0 to 16 step 4 {
    %n = affine.apply affine_map<(d0) -> (14 - d0)>(%i)
    %m = vector.create_mask %n : vector<4xi1>
    %a = vector.maskedload %A[%i], %m, %none : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %a, %B[%i] : memref<16xf32>, vector<4xf32>
  }
  func.return
}

// CHECK-LABEL: @masked_across
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[M:.*]] = arith.cmpi slt, %[[ONE]], %n : index
// CHECK: scf.if %[[M]] -> (f32) {
// CHECK: memref.load %A
// CHECK: } else {
// CHECK: scf.yield %{{.*}} : f32
// CHECK: %[[M:.*]] = arith.cmpi slt, %{{.*}}, %n : index
// CHECK: scf.if %[[M]] {
// CHECK: memref.store %{{.*}}, %A
func.func @masked_across(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<16xf32>) {
  %none = arith.constant dense<0.0> : vector<2xf32>
  affine.for %i = 0 to 14 {
    %n = affine.apply affine_map<(d0) -> (14 - d0)>(%i)
    %m = vector.create_mask %n : vector<2xi1>
    %a = vector.maskedload %A[%i], %m, %none : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<2xi1>, vector<2xf32> into vector<2xf32>
    vector.store %a, %B[%i] : memref<16xf32>, vector<2xf32>
    vector.maskedstore %A[%i], %m, %a : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<2xi1>, vector<2xf32>
  }
  func.return
}

// An index that nothing is known of may be too near to the end: what is after it that is not read.
// CHECK-LABEL: @unknown
// CHECK: pad.undef : f32
// CHECK: affine.if affine_set<(d0) : (d0 >= 0, -d0 + 13 >= 0)>(%n) -> f32 {
func.func @unknown(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<14xf32>, %n: index) {
  %a = vector.load %A[%n] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<2xf32>
  vector.store %a, %B[%n] : memref<14xf32>, vector<2xf32>
  func.return
}

// Vectors that write all elements are a write stage.
// CHECK-LABEL: @written
// CHECK-NOT: pad.assume
// CHECK: affine.vector_store
// CHECK: pad.stage = "A_padding"
func.func @written(%A: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>, %x: f32) {
  %v = vector.broadcast %x : f32 to vector<2xf32>
  affine.for %i = 0 to 14 step 2 {
    affine.vector_store %v, %A[%i] : memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>, vector<2xf32>
  }
  func.return
}

// So are vectors whose masks take all lanes, also where each lane is stored for itself.
// CHECK-LABEL: @written_under_masks
// CHECK-NOT: pad.assume
// CHECK: arith.cmpi sge, %i, %{{.*}} : index
// CHECK: memref.store
// CHECK-NOT: vector.extract %mask
// CHECK: pad.stage = "A_padding"
func.func @written_under_masks(%A: memref<4xf32, #pad.layout<[affine_map<(d0) -> (4 - d0)>], [0.0 : f32], {}>>, %x: vector<2xf32>) {
  %lanes = arith.constant dense<[0, -1]> : vector<2xindex>
  affine.for %i = 0 to 4 step 2 {
    %all = vector.broadcast %i : index to vector<2xindex>
    %mask = arith.cmpi sge, %all, %lanes : vector<2xindex>
    vector.maskedstore %A[%i], %mask, %x : memref<4xf32, #pad.layout<[affine_map<(d0) -> (4 - d0)>], [0.0 : f32], {}>>, vector<2xi1>, vector<2xf32>
  }
  func.return
}

// Through views: a row of a tile, and one element in two.
// CHECK-LABEL: @views
// CHECK: affine.vector_load %A[(%i + 4) floordiv 4, (%i + 4) mod 4] : memref<4x4xf32>, vector<4xf32>
// CHECK: affine.load %A[(%i * 2) floordiv 4, (%i * 2) mod 4] : memref<4x4xf32>
// CHECK: affine.load %A[(%i * 2 + 2) floordiv 4, (%i * 2 + 2) mod 4] : memref<4x4xf32>
func.func @views(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<8xf32>) {
  %V = memref.subview %A[4] [8] [1] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<8xf32, strided<[1], offset: 4>>
  %W = memref.subview %A[0] [7] [2] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<7xf32, strided<[2]>>
  affine.for %i = 0 to 8 step 4 {
    %v = affine.vector_load %V[%i] : memref<8xf32, strided<[1], offset: 4>>, vector<4xf32>
    %w = affine.vector_load %W[%i] : memref<7xf32, strided<[2]>>, vector<2xf32>
    vector.store %v, %B[%i] : memref<8xf32>, vector<4xf32>
    vector.store %w, %B[%i] : memref<8xf32>, vector<2xf32>
  }
  func.return
}
