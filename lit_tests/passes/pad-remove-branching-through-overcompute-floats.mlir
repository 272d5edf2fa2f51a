// What floats need: strict only with facts, from flags and assumes, relaxed for pad values too.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute' -o %t.strict.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=STRICT < %t.strict.mlir
// RUN: filecheck %s --check-prefix=REMARK < %t.remarks
// RUN: pad-tv %s %t.strict.mlir
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{fp=relaxed}' -o %t.relaxed.mlir
// RUN: filecheck %s --check-prefix=RELAXED < %t.relaxed.mlir
// RUN: pad-tv --fp relaxed %s %t.relaxed.mlir

// RFC 77 takes 0.0 * F for 0.0; it is NaN where F is NaN or infinite.
// STRICT-LABEL: @factor
// STRICT: affine.if
// REMARK: the value loaded from F may be infinite or NaN; fp=relaxed ignores this for pad values
// RELAXED-LABEL: @factor
// RELAXED-NOT: affine.if
// RELAXED: func.return
func.func @factor(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>}, %F: memref<16xf32>, %B: memref<1xf32>) {
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
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %f = affine.load %F[%io * 4 + %ii] : memref<16xf32>
        %p = arith.mulf %f, %a : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %B[0] : memref<1xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// Flags that say so are kept: F[0] is a factor of original products, which are in the sum in any case.
// STRICT-LABEL: @flags
// STRICT-NOT: affine.if
// STRICT: arith.mulf %f, %a fastmath<nnan,ninf>
func.func @flags(%A: memref<4xf32>, %F: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %f = affine.load %F[0] : memref<4xf32>
      %p = arith.mulf %f, %a fastmath<nnan,ninf> : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// So do assumes, of cells and of scalars.
// STRICT-LABEL: @assumed_cells
// STRICT-NOT: affine.if
// STRICT: func.return
func.func @assumed_cells(%A: memref<4xf32>, %F: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  affine.for %i = 0 to 4 {
    %f = affine.load %F[%i] : memref<4xf32>
    %magnitude = math.absf %f : f32
    %finite = arith.cmpf olt, %magnitude, %infinity : f32
    pad.assume %finite : i1
  }
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %f = affine.load %F[%i] : memref<4xf32>
      %p = arith.mulf %f, %a : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// STRICT-LABEL: @assumed_scalar
// STRICT-NOT: affine.if
// STRICT: func.return
func.func @assumed_scalar(%A: memref<4xf32>, %alpha: f32, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %largest = arith.constant 1.0e+30 : f32
  %magnitude = math.absf %alpha : f32
  %bounded = arith.cmpf oge, %largest, %magnitude : f32
  pad.assume %bounded : i1
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %p = arith.mulf %alpha, %a : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// Integers that became floats are finite.
// STRICT-LABEL: @converted
// STRICT-NOT: affine.if
// STRICT: func.return
func.func @converted(%A: memref<4xf32>, %F: memref<4xi32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %n = affine.load %F[%i] : memref<4xi32>
      %f = arith.sitofp %n : i32 to f32
      %p = arith.mulf %f, %a : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -inf is what a maximum that ignores NaN begins with, unless the other operand is one; a finite one is none.
// STRICT-LABEL: @no_nan
// STRICT-NOT: affine.if
// STRICT: func.return
func.func @no_nan(%A: memref<4xf32>, %C: memref<4xf32>, %D: memref<4xf32>) {
  %high = arith.constant 0x7F800000 : f32
  %low = arith.constant 0xFF800000 : f32
  affine.for %i = 0 to 4 {
    %c = affine.load %D[%i] : memref<4xf32>
    %magnitude = math.absf %c : f32
    %finite = arith.cmpf olt, %magnitude, %high : f32
    pad.assume %finite : i1
  }
  affine.store %low, %A[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    %c = affine.load %D[%i] : memref<4xf32>
    %a = affine.load %A[%i] : memref<4xf32>
    %m = arith.maxnumf %c, %a : f32
    %v = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> f32 {
      affine.yield %m : f32
    } else {
      affine.yield %c : f32
    }
    affine.store %v, %C[%i] : memref<4xf32>
  } {pad.stage = "compute"}
  func.return
}

// That no operand is infinite is no longer promised, where padding is; that none is a NaN is what the proof stands on.
// STRICT-LABEL: @stands_on_one_flag
// STRICT-NOT: affine.if
// STRICT: arith.maxnumf %{{.*}}, %{{.*}} fastmath<nnan> : f32
func.func @stands_on_one_flag(%A: memref<8xf32>, %B: memref<1xf32>) {
  %inf = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %inf : f32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %t = arith.maxnumf %s, %a fastmath<nnan,ninf> : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
