// Guards of the program's own keep data out, and no padding is advised for that.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute,pad-partition-loops{stage=c}' -o %t.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=REMARK < %t.remarks
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

#tiles = affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>

// A triangle: the tiles on the diagonal end there.
// REMARK: guard kept: without the guard, the result of 'affine.if' is not shown to be the same at iteration [0, 0, 1] of the loops around it (A[0, 0, 1] may hold anything); A[0, 0, 1] is data, not padding, so no layout helps: keep the guard, or let pad-partition-loops confine it to some of the iterations{{$}}
// CHECK-LABEL: @triangle
// CHECK-NOT: affine.if
// CHECK: affine.for %ji_1 = 0 to affine_map<(d0, d1) -> (d0 - d1 * 4 + 1)>(%i, %jo_1)
// CHECK: func.return
func.func @triangle(%A: memref<8x2x4xf32> {pad.logical = memref<8x8xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>}, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %r = affine.for %jo = 0 to affine_map<(d0) -> (d0 floordiv 4 + 1)>(%i) iter_args(%so = %zero) -> (f32) {
      %ri = affine.for %ji = 0 to 4 iter_args(%s = %so) -> (f32) {
        %n = affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 >= 0)>(%i, %jo, %ji) -> f32 {
          %a = affine.load %A[%i, %jo, %ji] : memref<8x2x4xf32>
          %t = arith.addf %s, %a : f32
          affine.yield %t : f32
        } else {
          affine.yield %s : f32
        }
        affine.yield %n : f32
      } {pad.loop = "ji"}
      affine.yield %ri : f32
    } {pad.loop = "jo"}
    affine.store %r, %B[%i] : memref<8xf32>
  } {pad.stage = "c"}
  func.return
}

// Each second element only.
// REMARK: guard kept: without the guard, iteration {{.*}} is not shown to store the same value in B[0, 0, 1], {{.*}}; A[0, 0, 1] is data, not padding, so no layout helps:
// CHECK-LABEL: @stride
func.func @stride(%A: memref<8x2x4xf32> {pad.logical = memref<8x7xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>}, %B: memref<8x2x4xf32> {pad.logical = memref<8x7xf32, #pad.layout<[#tiles], ["undef"], {}>>}) {
  affine.for %i = 0 to 8 {
    affine.for %jo = 0 to 2 {
      affine.for %ji = 0 to 4 {
        affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%ji) {
          %a = affine.load %A[%i, %jo, %ji] : memref<8x2x4xf32>
          affine.store %a, %B[%i, %jo, %ji] : memref<8x2x4xf32>
        }
      }
    }
  } {pad.stage = "every_second"}
  func.return
}

// A product where only one factor is data: padding of the other one helps.
// REMARK: guard kept: without the guard, iteration {{.*}} is not shown to store the same value in S[0], {{.*}}; {{.*}} a value that does not change S[0]
// CHECK-LABEL: @product
// CHECK: affine.if
func.func @product(%A: memref<8x2x4xi32> {pad.logical = memref<8x7xi32, #pad.layout<[#tiles], ["undef"], {}>>}, %x: memref<8xi32>, %S: memref<1xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %jo = 0 to 2 {
      affine.for %ji = 0 to 4 {
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%jo, %ji) {
          %a = affine.load %A[%i, %jo, %ji] : memref<8x2x4xi32>
          %f = affine.load %x[%i] : memref<8xi32>
          %s = affine.load %S[0] : memref<1xi32>
          %p = arith.muli %a, %f : i32
          %n = arith.addi %s, %p : i32
          affine.store %n, %S[0] : memref<1xi32>
        }
      }
    }
  } {pad.stage = "product"}
  func.return
}

// What the iteration stored before it is not data, but what it was computed of.
// REMARK: guard kept: without the guard, iteration {{.*}} is not shown to store the same value in S[0], {{.*}}; {{.*}} a value that does not change S[0]
// CHECK-LABEL: @temporary
// CHECK: affine.if
func.func @temporary(%A: memref<8x2x4xi32> {pad.logical = memref<8x7xi32, #pad.layout<[#tiles], ["undef"], {}>>}, %S: memref<1xi32>) {
  %T = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 8 {
    affine.for %jo = 0 to 2 {
      affine.for %ji = 0 to 4 {
        affine.if affine_set<(d0, d1) : (6 - d0 * 4 - d1 >= 0)>(%jo, %ji) {
          %a = affine.load %A[%i, %jo, %ji] : memref<8x2x4xi32>
          affine.store %a, %T[0] : memref<1xi32>
          %b = affine.load %T[0] : memref<1xi32>
          %s = affine.load %S[0] : memref<1xi32>
          %n = arith.addi %s, %b : i32
          affine.store %n, %S[0] : memref<1xi32>
        }
      }
    }
  } {pad.stage = "temporary"}
  memref.dealloc %T : memref<1xi32>
  func.return
}
