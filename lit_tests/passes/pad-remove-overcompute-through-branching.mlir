// RUN: pad-opt %s -p 'pad-remove-overcompute-through-branching{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// RFC 77, "Remove Overcompute Through Branching" (A has a fifth row: the RFC's has four, and is read
// out of bounds). B's padding is overwritten after the convolution.
// CHECK-LABEL: @conv
// CHECK: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// CHECK-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// CHECK: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } {pad.stage = "compute"}
func.func @conv(%A: memref<5x4xf32>, %F: memref<3xf32>,
    %B: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>}) {
  %zero = arith.constant 0.0 : f32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.store %zero, %B[%io, %ii] : memref<4x4xf32>
      affine.for %f = 0 to 3 {
        %b = affine.load %B[%io, %ii] : memref<4x4xf32>
        %a = affine.load %A[%io + (%ii + %f) floordiv 4, (%ii + %f) mod 4] : memref<5x4xf32>
        %w = affine.load %F[%f] : memref<3xf32>
        %p = arith.mulf %w, %a : f32
        %s = arith.addf %b, %p : f32
        affine.store %s, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%io, %ii) {
        affine.store %zero, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "B_padding"}
  func.return
}

// -----

// A whole row: the guard goes out of the inner loop. Without a contract the later write suggests it.
// CHECK-LABEL: @rows
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0) : (-d0 + 2 >= 0)>(%[[I]]) {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %x, %B
func.func @rows(%B: memref<4x4xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %B[%i, %j] : memref<4x4xf32>
    }
  } {pad.stage = "compute"}
  affine.for %j = 0 to 4 {
    affine.store %y, %B[3, %j] : memref<4x4xf32>
  }
  func.return
}

// -----

// A sum over padding of 0: the loop inside, after the initialisation.
// CHECK-LABEL: @sum
// CHECK: pad.assume
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: affine.store %zero, %B[%[[I]]]
// CHECK-NEXT: affine.for %[[JO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[JI:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[JO]], %[[JI]]) {
// CHECK-NEXT: affine.load %B
func.func @sum(%B: memref<8xi32>,
    %A: memref<8x4x4xi32> {pad.logical = memref<8x14xi32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>], [0 : i32], {}>>}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.for %j = 2 to 4 {
      %a = affine.load %A[%i, 3, %j] : memref<8x4x4xi32>
      %holds = arith.cmpi eq, %a, %zero : i32
      pad.assume %holds : i1
    }
  }
  affine.for %i = 0 to 8 {
    affine.store %zero, %B[%i] : memref<8xi32>
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 4 {
        %b = affine.load %B[%i] : memref<8xi32>
        %a = affine.load %A[%i, %jo, %ji] : memref<8x4x4xi32>
        %s = arith.addi %b, %a : i32
        affine.store %s, %B[%i] : memref<8xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A value that the loops carry stays as it is.
// CHECK-LABEL: @carried
// CHECK: affine.for %[[IO:.*]] = 0 to 4 iter_args(%{{.*}} = %zero) -> (i32) {
// CHECK-NEXT: %{{.*}} = affine.for %[[II:.*]] = 0 to 4 iter_args(%[[C:.*]] = %{{.*}}) -> (i32) {
// CHECK-NEXT: %[[R:.*]] = affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) -> i32 {
// CHECK-NEXT: affine.load %A
// CHECK-NEXT: %[[S:.*]] = arith.addi
// CHECK-NEXT: affine.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %[[C]]
// CHECK-NEXT: }
// CHECK-NEXT: affine.yield %[[R]]
func.func @carried(%A: memref<4x4xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        affine.store %zero, %A[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  %r = affine.for %io = 0 to 4 iter_args(%outer = %zero) -> (i32) {
    %q = affine.for %ii = 0 to 4 iter_args(%inner = %outer) -> (i32) {
      %a = affine.load %A[%io, %ii] : memref<4x4xi32>
      %s = arith.addi %inner, %a : i32
      affine.yield %s : i32
    }
    affine.yield %q : i32
  } {pad.stage = "compute"}
  func.return %r : i32
}

// -----

// Both reasons: rows that are overwritten, and columns that add nothing. Undef overwrites too.
// CHECK-LABEL: @both
// CHECK: pad.stage = "init"
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (-d0 + 2 >= 0, -d1 + 2 >= 0)>(%[[J]], %[[I]]) {
// CHECK-NEXT: affine.load %B
func.func @both(%A: memref<4x4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.store %zero, %A[%i, 3] : memref<4x4xi32>
    affine.store %zero, %B[%i] : memref<4xi32>
  } {pad.stage = "init"}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %b = affine.load %B[%i] : memref<4xi32>
      %a = affine.load %A[%i, %j] : memref<4x4xi32>
      %s = arith.addi %b, %a : i32
      affine.store %s, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  %u = pad.undef : i32
  affine.store %u, %B[3] : memref<4xi32>
  func.return
}

// -----

// CHECK-LABEL: @sizes
// CHECK: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%n, %[[I]]) {
// CHECK-NEXT: affine.store %x, %B[%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: } {pad.stage = "compute"}
func.func @sizes(%B: memref<16xf32>, %x: f32, %y: f32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.store %x, %B[%i] : memref<16xf32>
  } {pad.stage = "compute"}
  affine.for %i = %n to 16 {
    affine.store %y, %B[%i] : memref<16xf32>
  }
  func.return
}
