// What is subtracted from an infinity has to be finite: the other infinity, or NaN, makes NaN.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=c}' -o %t.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=REMARK < %t.remarks
// RUN: filecheck %s < %t.mlir
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=c fp=relaxed}' | filecheck %s --check-prefix=RELAXED

// REMARK: (A[6] holds -inf : f32; M[0] may hold anything); {{.*}} a value that does not change {{.*}}; the value loaded from M may be infinite or NaN; fp=relaxed ignores this for pad values{{$}}
// CHECK-LABEL: @exponentials
// CHECK: affine.if
// RELAXED-LABEL: @exponentials
// RELAXED-NOT: affine.if
// RELAXED: func.return
func.func @exponentials(%A: memref<8xf32>, %M: memref<1xf32>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %low : f32
    pad.assume %holds : i1
  }
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %S[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %m = affine.load %M[0] : memref<1xf32>
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %S[0] : memref<1xf32>
    }
  } {pad.stage = "c"}
  func.return
}

// An assume says so; from either side.
// CHECK-LABEL: @assumed
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @assumed(%A: memref<8xf32>, %M: memref<1xf32>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xff800000 : f32
  %high = arith.constant 0x7f800000 : f32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %low : f32
    pad.assume %holds : i1
  }
  %m0 = affine.load %M[0] : memref<1xf32>
  %size = math.absf %m0 : f32
  %finite = arith.cmpf olt, %size, %high : f32
  pad.assume %finite : i1
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %S[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %m = affine.load %M[0] : memref<1xf32>
      %d = arith.subf %m, %a : f32
      %n = arith.negf %d : f32
      %e = math.exp %n : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %S[0] : memref<1xf32>
    }
  } {pad.stage = "c"}
  func.return
}

// Two infinities, of which the one is not a fact, and an operation that says there is none.
// CHECK-LABEL: @both
// CHECK: affine.if
// CHECK: affine.if
// CHECK: func.return
// RELAXED-LABEL: @both
// RELAXED: affine.if
// RELAXED: affine.if
// RELAXED: func.return
func.func @both(%A: memref<8xf32>, %N: memref<1xi32>, %S: memref<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %low : f32
    pad.assume %holds : i1
  }
  affine.store %zero, %S[0] : memref<2xf32>
  affine.store %zero, %S[1] : memref<2xf32>
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %S[0] : memref<2xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %d = arith.subf %a, %low : f32
      %e = math.exp %d : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %S[0] : memref<2xf32>
    }
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %S[1] : memref<2xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %n = affine.load %N[0] : memref<1xi32>
      %m = arith.sitofp %n : i32 to f32
      %d = arith.subf %a, %m fastmath<ninf> : f32
      %e = math.exp %d : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %S[1] : memref<2xf32>
    }
  } {pad.stage = "c"}
  func.return
}
