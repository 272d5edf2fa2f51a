// What is written and what is stated for each kind of padding.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// An undef of its own in each cell; a consumer knows that the cell is there, equal to some value.
// CHECK-LABEL: @undef
// CHECK: %[[CELL:.*]] = affine.load %A
// CHECK-NEXT: %[[U:.*]] = pad.undef : f32
// CHECK-NEXT: %[[SAME:.*]] = arith.cmpf ueq, %[[CELL]], %[[U]] : f32
// CHECK-NEXT: %[[EITHER:.*]] = arith.ori %{{.*}}, %[[SAME]]
// CHECK-NEXT: pad.assume %[[EITHER]]
// CHECK: pad.stage = "compute"
// CHECK: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>
// CHECK-NEXT: %[[U:.*]] = pad.undef : f32
// CHECK-NEXT: affine.store %[[U]], %A
// CHECK: pad.stage = "A_padding"
func.func @undef(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
    affine.store %a, %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @undef_integer
// CHECK: %[[CELL:.*]] = affine.load %A
// CHECK-NEXT: %[[U:.*]] = pad.undef : i8
// CHECK-NEXT: arith.cmpi eq, %[[CELL]], %[[U]] : i8
func.func @undef_integer(%A: memref<14xi8, #pad.layout<[#tiles], ["undef"], {}>>) {
  func.return
}

// +0, -0 and NaN are stated bit by bit: == takes one zero for the other, and no NaN for itself.
// CHECK-LABEL: @zero
// CHECK: %[[CELL:.*]] = affine.load %A
// CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[CELL]] : f32 to i32
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: arith.cmpi eq, %[[BITS]], %[[ZERO]] : i32
func.func @zero(%A: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) {
  func.return
}

// CHECK-LABEL: @minus_zero
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f16 to i16
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant -32768 : i16
// CHECK-NEXT: arith.cmpi eq, %[[BITS]], %[[ZERO]] : i16
func.func @minus_zero(%A: memref<14xf16, #pad.layout<[#tiles], [-0.0 : f16], {}>>) {
  func.return
}

// The neutral element of a float sum is -0.0.
// CHECK-LABEL: @identity
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f64 to i64
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant -9223372036854775808 : i64
// CHECK-NEXT: arith.cmpi eq, %[[BITS]], %[[ZERO]] : i64
func.func @identity(%A: memref<14xf64, #pad.layout<[#tiles], ["identity(addf)"], {}>>) {
  func.return
}

// CHECK-LABEL: @nan
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : bf16 to i16
// CHECK-NEXT: %[[NAN:.*]] = arith.constant 32704 : i16
// CHECK-NEXT: arith.cmpi eq, %[[BITS]], %[[NAN]] : i16
func.func @nan(%A: memref<14xbf16, #pad.layout<[#tiles], [0x7fc0 : bf16], {}>>) {
  func.return
}

// Other values, infinities among them, are compared as they are.
// CHECK-LABEL: @infinity
// CHECK: %[[CELL:.*]] = affine.load %A
// CHECK-NEXT: %[[INF:.*]] = arith.constant 0xff800000 : f32
// CHECK-NEXT: arith.cmpf oeq, %[[CELL]], %[[INF]] : f32
func.func @infinity(%A: memref<14xf32, #pad.layout<[#tiles], ["identity(maximumf)"], {}>>) {
  func.return
}

// CHECK-LABEL: @boolean
// CHECK: %[[CELL:.*]] = affine.load %A
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: arith.cmpi eq, %[[CELL]], %[[TRUE]] : i1
func.func @boolean(%A: memref<14xi1, #pad.layout<[#tiles], [true], {}>>) {
  func.return
}

// CHECK-LABEL: @index
// CHECK: %[[CELL:.*]] = affine.load %A
// CHECK-NEXT: %[[SEVEN:.*]] = arith.constant 7 : index
// CHECK-NEXT: arith.cmpi eq, %[[CELL]], %[[SEVEN]] : index
func.func @index(%A: memref<14xindex, #pad.layout<[#tiles], [7 : index], {}>>) {
  func.return
}
