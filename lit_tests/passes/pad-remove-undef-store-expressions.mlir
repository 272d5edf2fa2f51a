// RFC 77: "If the value being written contains T.undef(), replace the store with a no-op", where the value is as
// arbitrary as the undef: it takes every value as the undef does, or is poison for some of them.
// RUN: pad-opt %s -p pad-remove-undef-store | filecheck %s

// All operations in it are onto: every float is the negation of one, and of one times 1.0, less 0.0, and so on.
// CHECK-LABEL: @negated
// CHECK-NEXT: func.return
func.func @negated(%B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %u = pad.undef : f32
    %v = arith.negf %u : f32
    affine.store %v, %B[%i] : memref<8xf32>
  }
  func.return
}

// CHECK-LABEL: @units
// CHECK-NEXT: func.return
func.func @units(%B: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  %minus_one = arith.constant -1.0 : f32
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  affine.for %i = 0 to 8 {
    %u = pad.undef : f32
    %a = arith.mulf %u, %minus_one : f32
    %b = arith.divf %a, %one : f32
    %c = arith.addf %minus_zero, %b : f32
    %d = arith.subf %c, %zero : f32
    %e = arith.subf %minus_zero, %d : f32
    %f = arith.maximumf %low, %e : f32
    %g = arith.addf %f, %zero fastmath<nsz> : f32
    affine.store %g, %B[%i] : memref<8xf32>
  }
  func.return
}

// Other types: bits read as a float, and a narrower one, which has no value that the wider one lacks.
// CHECK-LABEL: @conversions
// CHECK-NEXT: func.return
func.func @conversions(%B: memref<8xf32>, %C: memref<8xf16>, %D: memref<8xi16>) {
  affine.for %i = 0 to 8 {
    %u = pad.undef : i32
    %b = arith.bitcast %u : i32 to f32
    affine.store %b, %B[%i] : memref<8xf32>
    %v = pad.undef : f64
    %t = arith.truncf %v : f64 to f16
    affine.store %t, %C[%i] : memref<8xf16>
    %w = pad.undef : f32
    %n = arith.truncf %w : f32 to bf16
    %m = arith.negf %n : bf16
    %k = arith.bitcast %m : bf16 to i16
    affine.store %k, %D[%i] : memref<8xi16>
  }
  func.return
}

// Integers wrap, so a sum is any value; so is a product by an odd number.
// CHECK-LABEL: @integers
// CHECK-NEXT: func.return
func.func @integers(%A: memref<8xi32>, %B: memref<8xi16>) {
  %c3 = arith.constant 3 : i32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %u = pad.undef : i32
    %s = arith.subi %x, %u : i32
    %p = arith.muli %s, %c3 : i32
    %t = arith.trunci %p : i32 to i16
    affine.store %t, %B[%i] : memref<8xi16>
  }
  func.return
}

// The undef may be NaN, which gives poison, whatever stands in between that keeps a NaN, and after it.
// CHECK-LABEL: @no_nan
// CHECK-NEXT: func.return
func.func @no_nan(%A: memref<8xf32>, %B: memref<8xf32>, %C: memref<8xf64>, %x: f32) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %u = pad.undef : f32
    %s = arith.addf %a, %u fastmath<nnan> : f32
    affine.store %s, %B[%i] : memref<8xf32>
    %v = pad.undef : f32
    %t = arith.mulf %v, %a : f32
    %w = arith.extf %t : f32 to f64
    %n = arith.negf %w fastmath<nnan> : f64
    %y = arith.extf %a : f32 to f64
    %m = arith.addf %n, %y : f64
    affine.store %m, %C[%i] : memref<8xf64>
  }
  func.return
}

// Likewise infinite; the undef is made in each iteration, outside the if.
// CHECK-LABEL: @guarded
// CHECK-NEXT: func.return
func.func @guarded(%B: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %u = pad.undef : f32
    affine.if affine_set<(d0) : (d0 - 6 >= 0)>(%i) {
      %s = arith.divf %x, %u fastmath<ninf> : f32
      affine.store %s, %B[%i] : memref<8xf32>
    }
  }
  func.return
}

// What is stored to an argument of integers, where the undef is a float: any bits.
// CHECK-LABEL: @bits
// CHECK-NEXT: func.return
func.func @bits(%B: memref<4x4xi64>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        %u = pad.undef : f64
        %n = arith.negf %u : f64
        %b = arith.bitcast %n : f64 to i64
        affine.store %b, %B[%io, %ii] : memref<4x4xi64>
      }
    }
  }
  func.return
}

// A scratch tail in another type, and bits, beside a store that stays.
// CHECK-LABEL: @leave_scratch
// CHECK-NOT: affine.for
// CHECK: scf.for
// CHECK-NEXT: memref.store %x, %keep
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @leave_scratch(%tail: memref<3x8xf16>, %bits: memref<8xi32>, %keep: memref<8xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f64
  %minus_zero = arith.constant -0.0 : f64
  affine.for %r = 0 to 3 {
    affine.for %c = 5 to 8 {
      %u = pad.undef : f64
      %n = arith.negf %u : f64
      %m = arith.mulf %n, %one : f64
      %s = arith.addf %m, %minus_zero : f64
      %h = arith.truncf %s : f64 to f16
      affine.store %h, %tail[%r, %c] : memref<3x8xf16>
    }
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %u = pad.undef : f32
    %n = arith.negf %u : f32
    %b = arith.bitcast %n : f32 to i32
    memref.store %b, %bits[%i] : memref<8xi32>
    memref.store %x, %keep[%i] : memref<8xf64>
  }
  func.return
}

// One arm of an if; the sum after the product has no flag of its own.
// CHECK-LABEL: @blur_edges
// CHECK: affine.if
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.load
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: affine.store %b, %img
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @blur_edges(%img: memref<10x16xf32>, %gain: f32, %w: f32) {
  affine.for %y = 0 to 10 {
    affine.for %x = 0 to 16 {
      affine.if affine_set<(d0) : (d0 - 13 >= 0)>(%x) {
        %u = pad.undef : f32
        %t = arith.mulf %u, %w fastmath<nnan> : f32
        %s = arith.addf %t, %gain : f32
        affine.store %s, %img[%y, %x] : memref<10x16xf32>
      } else {
        %a = affine.load %img[%y, %x] : memref<10x16xf32>
        %b = arith.mulf %a, %w : f32
        affine.store %b, %img[%y, %x] : memref<10x16xf32>
      }
    }
  } {pad.stage = "blur"}
  func.return
}
