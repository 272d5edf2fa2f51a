// Guards that no pad value frees, or that need none.
// RUN: pad-opt %s -p pad-infer-pad-value --verify-diagnostics -o /dev/null

// expected-remark@+1 {{@squares_plus_one: no pad value is found: none that follows from the operations frees one of 1 guards}}
func.func @squares_plus_one(%A: memref<4x4xi32>, %S: memref<1xi32>) {
  %one = arith.constant 1 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %q = arith.muli %a, %a : i32
        %q1 = arith.addi %q, %one : i32
        %t = arith.addi %s, %q1 : i32
        affine.store %t, %S[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// expected-remark@+1 {{@harmonic: no pad value is found: none that follows from the operations frees one of 1 guards}}
func.func @harmonic(%A: memref<4x4xi32>, %S: memref<1xi32>) {
  %k = arith.constant 60 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %q = arith.divsi %k, %a : i32
        %t = arith.addi %s, %q : i32
        affine.store %t, %S[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// How many instances would be added depends on a size, which is not known.
// expected-remark@+1 {{@dynamic: no pad value is found: none that follows from the operations frees one of 1 guards}}
func.func @dynamic(%A: memref<?x4xf32>, %S: memref<1xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %io = 0 to %n {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<?x4xf32>
        %t = arith.addf %s, %a : f32
        affine.store %t, %S[0] : memref<1xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// Each cell is read and written already.
// expected-remark@+1 {{@no_padding: no pad value is found: without their guards, the stages would read and write no cells of a buffer that are not read and written already}}
func.func @no_padding(%A: memref<1xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %A[0] : memref<1xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %A[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
// expected-remark@+1 {{@no_guard: no pad value is found: its stages have no guard}}
func.func @no_guard(%A: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xf32>
  } {pad.stage = "compute"}
  func.return
}
// The padding is known to be 0.0, so that no guard needs more.
// expected-remark@+1 {{@not_needed: no pad value is found: no guard needs one to be removed}}
func.func @not_needed(%A: memref<4x4xf32> {pad.name = "A"}, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xf32>
    %c = arith.cmpf oeq, %a, %zero : f32
    pad.assume %c : i1
  }
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %t = arith.addf %s, %a : f32
        affine.store %t, %S[0] : memref<1xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// What the padding is known to hold is no value that helps, and it can hold no other.
// expected-remark@+1 {{@known: no pad value is found: none that follows from the operations frees one of 1 guards}}
func.func @known(%A: memref<4x4xi32>, %S: memref<1xi32>) {
  %one = arith.constant 1 : i32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %c = arith.cmpi eq, %a, %one : i32
    pad.assume %c : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %S[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// An infinity times what F holds is a NaN where that is 0.0, as 0.0 times an infinity is.
// expected-remark@+1 {{@conv: no pad value is found: none that follows from the operations frees one of 1 guards}}
func.func @conv(%A: memref<6x4xf32>, %F: memref<3xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xf32>
    affine.for %f = 0 to 3 {
      affine.if affine_set<(d0, d1) : (d0 + d1 - 1 >= 0, 14 - d0 - d1 >= 0)>(%i, %f) {
        %b = affine.load %B[%i] : memref<16xf32>
        %a = affine.load %A[(%i + %f) floordiv 4, (%i + %f) mod 4] : memref<6x4xf32>
        %w = affine.load %F[%f] : memref<3xf32>
        %p = arith.mulf %a, %w : f32
        %t = arith.addf %b, %p : f32
        affine.store %t, %B[%i] : memref<16xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// Too many values of three buffers to try them all together.
// expected-remark@+2 {{@many: not all pad values are tried, as there are too many; name fewer buffers, or a stage}}
// expected-remark@+1 {{@many: no pad value is found: none that follows from the operations frees one of 1 guards}}
func.func @many(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %C: memref<4x4xi32>, %S: memref<1xi32>) {
  %k = arith.constant 7 : i32
  %l = arith.constant 20 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %b = affine.load %B[%io, %ii] : memref<4x4xi32>
        %c = affine.load %C[%io, %ii] : memref<4x4xi32>
        %a1 = arith.cmpi sgt, %a, %k : i32
        %b1 = arith.cmpi slt, %b, %l : i32
        %c1 = arith.cmpi sle, %c, %l : i32
        %a2 = arith.extui %a1 : i1 to i32
        %b2 = arith.extui %b1 : i1 to i32
        %c2 = arith.extui %c1 : i1 to i32
        %d = arith.addi %a2, %k : i32
        %e = arith.addi %b2, %k : i32
        %f = arith.addi %c2, %k : i32
        %g = arith.muli %d, %e : i32
        %h = arith.muli %g, %f : i32
        %t = arith.addi %s, %h : i32
        affine.store %t, %S[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
