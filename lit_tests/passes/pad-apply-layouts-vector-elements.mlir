// Elements that are vectors: extents count vectors, and padding is the same in all lanes.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// A value is assumed of each lane on entry, bit by bit where it is a zero.
// CHECK-LABEL: @assumed
// CHECK-SAME: %A: memref<4x4xvector<4xf32>>
// CHECK: %[[A:.*]] = affine.load %A[%io, %ii] : memref<4x4xvector<4xf32>>
// CHECK-NEXT: %[[B:.*]] = arith.bitcast %[[A]] : vector<4xf32> to vector<4xi32>
// CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[ZS:.*]] = vector.broadcast %[[Z]] : i32 to vector<4xi32>
// CHECK-NEXT: %[[E:.*]] = arith.cmpi eq, %[[B]], %[[ZS]] : vector<4xi32>
// CHECK-NEXT: %[[H:.*]] = vector.reduction <and>, %[[E]] : vector<4xi1> into i1
// CHECK-NEXT: %[[C:.*]] = arith.ori %{{.*}}, %[[H]] : i1
// CHECK-NEXT: pad.assume %[[C]] : i1
// CHECK: affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xvector<4xf32>>
func.func @assumed(%A: memref<14xvector<4xf32>, #pad.layout<[#tiles], [0.0 : f32], {}>>, %B: memref<14xvector<4xf32>>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xvector<4xf32>, #pad.layout<[#tiles], [0.0 : f32], {}>>
    affine.store %a, %B[%i] : memref<14xvector<4xf32>>
  }
  func.return
}

// An identity is that of the lanes' type.
// CHECK-LABEL: @written
// CHECK: %[[MINUS:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %[[LANES:.*]] = vector.broadcast %[[MINUS]] : f32 to vector<4xf32>
// CHECK-NEXT: affine.store %[[LANES]], %B[%io, %ii] : memref<4x4xvector<4xf32>>
// CHECK: pad.stage = "B_padding"
func.func @written(%A: memref<14xvector<4xf32>>, %B: memref<14xvector<4xf32>, #pad.layout<[#tiles], ["identity(addf)"], {}>>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xvector<4xf32>>
    affine.store %a, %B[%i] : memref<14xvector<4xf32>, #pad.layout<[#tiles], ["identity(addf)"], {}>>
  }
  func.return
}

// CHECK-LABEL: @undef
// CHECK: %[[U:.*]] = pad.undef : vector<2xi8>
// CHECK-NEXT: affine.store %[[U]], %B[%io, %ii] : memref<4x4xvector<2xi8>>
func.func @undef(%A: memref<14xvector<2xi8>>, %B: memref<14xvector<2xi8>, #pad.layout<[#tiles], ["undef"], {}>>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xvector<2xi8>>
    affine.store %a, %B[%i] : memref<14xvector<2xi8>, #pad.layout<[#tiles], ["undef"], {}>>
  }
  func.return
}

// A list by region, and copies of other elements.
// CHECK-LABEL: @kinds
// CHECK: affine.if affine_set<(d0, d1) : (d0 + d1 - 6 >= 0)>(%ii, %io)
// CHECK: %[[ONE:.*]] = vector.broadcast %{{.*}} : f32 to vector<4xf32>
// CHECK-NEXT: affine.store %[[ONE]], %C
// CHECK: %[[V:.*]] = affine.load %B[%{{.*}}, 0] : memref<4x4xvector<4xf32>>
// CHECK-NEXT: affine.store %[[V]], %B[%{{.*}}, %{{.*}}] : memref<4x4xvector<4xf32>>
func.func @kinds(%A: memref<14xvector<4xf32>>, %B: memref<14xvector<4xf32>, #pad.layout<[#tiles], [affine_map<(d0, d1) -> (d0, 0)>], {}>>, %C: memref<14xvector<4xf32>, #pad.layout<[#tiles], [[{where = affine_map<(d0, d1) -> (d1 - 3)>, kind = 1.0 : f32}, {kind = "forbidden"}]], {}>>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xvector<4xf32>>
    affine.store %a, %B[%i] : memref<14xvector<4xf32>, #pad.layout<[#tiles], [affine_map<(d0, d1) -> (d0, 0)>], {}>>
    affine.store %a, %C[%i] : memref<14xvector<4xf32>, #pad.layout<[#tiles], [[{where = affine_map<(d0, d1) -> (d1 - 3)>, kind = 1.0 : f32}, {kind = "forbidden"}]], {}>>
  }
  func.return
}

// A function gives whole vectors.
// CHECK-LABEL: @computed
// CHECK: %[[V:.*]] = vector.broadcast %{{.*}} : f32 to vector<4xf32>
// CHECK-NEXT: affine.store %[[V]], %B
func.func private @number(%io: index, %ii: index) -> vector<4xf32> {
  %k = arith.index_cast %ii : index to i32
  %f = arith.sitofp %k : i32 to f32
  %v = vector.broadcast %f : f32 to vector<4xf32>
  func.return %v : vector<4xf32>
}
func.func @computed(%A: memref<14xvector<4xf32>>, %B: memref<14xvector<4xf32>, #pad.layout<[#tiles], [@number], {}>>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xvector<4xf32>>
    affine.store %a, %B[%i] : memref<14xvector<4xf32>, #pad.layout<[#tiles], [@number], {}>>
  }
  func.return
}

// Views are of vectors as well.
// CHECK-LABEL: @views
// CHECK: affine.load %A[(%i * 3 + %j + 2) floordiv 4, (%i * 3 + %j + 2) mod 4] : memref<4x4xvector<4xf32>>
func.func @views(%A: memref<14xvector<4xf32>, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<4x3xvector<4xf32>>) {
  %V = memref.subview %A[2] [12] [1] : memref<14xvector<4xf32>, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<12xvector<4xf32>, strided<[1], offset: 2>>
  %E = memref.expand_shape %V [[0, 1]] output_shape [4, 3] : memref<12xvector<4xf32>, strided<[1], offset: 2>> into memref<4x3xvector<4xf32>, strided<[3, 1], offset: 2>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      %a = affine.load %E[%i, %j] : memref<4x3xvector<4xf32>, strided<[3, 1], offset: 2>>
      affine.store %a, %B[%i, %j] : memref<4x3xvector<4xf32>>
    }
  }
  func.return
}
