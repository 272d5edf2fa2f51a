// Relaxed: what is computed of pad values and constants alone is granted what pad values are.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute' -o /dev/null 2> %t.remarks
// RUN: filecheck %s --check-prefix=REMARK < %t.remarks
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{fp=relaxed}' -o %t.mlir 2> %t.relaxed
// RUN: filecheck %s < %t.mlir
// RUN: filecheck %s --check-prefix=LEFT < %t.relaxed

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
!data = memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>

// A sum from the caller may be -0.0.
// REMARK: stage 'maximum': guard kept: {{.*}}; the value loaded from S may be -0.0 (does not matter with fastmath<nsz> on 'arith.addf'); fp=relaxed ignores this for pad values{{$}}
// CHECK-LABEL: @maximum
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @maximum(%A: memref<4x4xf32> {pad.logical = !data}, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %a = affine.load %A[%io, %ii] : memref<4x4xf32>
      %bits = arith.bitcast %a : f32 to i32
      %c = arith.constant 0 : i32
      %holds = arith.cmpi eq, %bits, %c : i32
      %row = arith.constant 3 : index
      %column = arith.constant 2 : index
      %above = arith.cmpi slt, %io, %row : index
      %left = arith.cmpi slt, %ii, %column : index
      %valid = arith.ori %above, %left : i1
      %either = arith.ori %valid, %holds : i1
      pad.assume %either : i1
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %m = arith.maximumf %a, %zero : f32
        %t = arith.addf %s, %m : f32
        affine.store %t, %S[0] : memref<1xf32>
      }
    }
  } {pad.stage = "maximum"}
  func.return
}

// REMARK: stage 'selected': guard kept: {{.*}}; the value loaded from S may be -0.0 (does not matter with fastmath<nsz> on 'arith.addf'); fp=relaxed ignores this for pad values{{$}}
// CHECK-LABEL: @selected
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @selected(%A: memref<4x4xf32> {pad.logical = !data}, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %a = affine.load %A[%io, %ii] : memref<4x4xf32>
      %bits = arith.bitcast %a : f32 to i32
      %c = arith.constant 0 : i32
      %holds = arith.cmpi eq, %bits, %c : i32
      %row = arith.constant 3 : index
      %column = arith.constant 2 : index
      %above = arith.cmpi slt, %io, %row : index
      %left = arith.cmpi slt, %ii, %column : index
      %valid = arith.ori %above, %left : i1
      %either = arith.ori %valid, %holds : i1
      pad.assume %either : i1
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %positive = arith.cmpf ogt, %a, %zero : f32
        %m = arith.select %positive, %a, %zero : f32
        %t = arith.addf %s, %m : f32
        affine.store %t, %S[0] : memref<1xf32>
      }
    }
  } {pad.stage = "selected"}
  func.return
}

// What data takes part in is granted nothing, and nothing is promised.
// REMARK: stage 'clipped': guard kept: {{.*}}; the value loaded from S may be -0.0 (does not matter with fastmath<nsz> on 'arith.addf'){{$}}
// CHECK-LABEL: @clipped
// CHECK: affine.if
// LEFT: stage 'clipped': guard kept: {{.*}}; the value loaded from S may be -0.0 (does not matter with fastmath<nsz> on 'arith.addf'){{$}}
func.func @clipped(%A: memref<4x4xf32> {pad.logical = !data}, %most: memref<1xi32>, %S: memref<1xf32>) {
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %a = affine.load %A[%io, %ii] : memref<4x4xf32>
      %bits = arith.bitcast %a : f32 to i32
      %holds = arith.cmpi eq, %bits, %zero : i32
      %row = arith.constant 3 : index
      %column = arith.constant 2 : index
      %above = arith.cmpi slt, %io, %row : index
      %left = arith.cmpi slt, %ii, %column : index
      %valid = arith.ori %above, %left : i1
      %either = arith.ori %valid, %holds : i1
      pad.assume %either : i1
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %i = affine.load %most[0] : memref<1xi32>
        %f = arith.sitofp %i : i32 to f32
        %m = arith.mulf %a, %f : f32
        %t = arith.addf %s, %m : f32
        affine.store %t, %S[0] : memref<1xf32>
      }
    }
  } {pad.stage = "clipped"}
  func.return
}
