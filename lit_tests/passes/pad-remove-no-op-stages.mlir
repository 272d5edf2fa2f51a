// RUN: pad-opt %s -p pad-remove-no-op --split-input-file | filecheck %s

// RFC 77: a block of which the next overwrites all, and which only itself reads, goes as a whole.
// CHECK-LABEL: @sum
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %x, %B
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @sum(%A: memref<16x4xf32>, %B: memref<16xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 12 {
    affine.store %zero, %B[%i] : memref<16xf32>
    affine.for %j = 0 to 4 {
      %b = affine.load %B[%i] : memref<16xf32>
      %a = affine.load %A[%i, %j] : memref<16x4xf32>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<16xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.store %x, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// Under predicates: two guarded stores to one cell, of which the second certainly comes; arms that
// are both overwritten; a guard on data.
// CHECK-LABEL: @guarded
// CHECK-NOT: affine.store %x
// CHECK: affine.store %y, %B
// CHECK-NOT: affine.store %x
// CHECK: func.return
func.func @guarded(%B: memref<4x4xf32>, %x: f32, %y: f32, %c: i1) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%i, %j) {
        affine.store %x, %B[%i, %j] : memref<4x4xf32>
      }
    }
  }
  scf.if %c {
    affine.store %x, %B[3, 3] : memref<4x4xf32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%i, %j) {
        affine.store %y, %B[%i, %j] : memref<4x4xf32>
      }
    }
  }
  func.return
}

// -----

// RFC 77, M10 of TVM: of two predicated stores of a tile the second stays.
// CHECK-LABEL: @tile
// CHECK-NOT: constant 100
// CHECK: affine.store %[[V:.*]], %B
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @tile(%B: memref<4x4xi32>) {
  %first = arith.constant 100 : i32
  %second = arith.constant 42 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%i, %j) {
        affine.store %first, %B[%i, %j] : memref<4x4xi32>
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%i, %j) {
        affine.store %second, %B[%i, %j] : memref<4x4xi32>
      }
    }
  }
  func.return
}

// -----

// Temporaries, to the end of the function, backwards through stages.
// CHECK-LABEL: @temporaries
// CHECK-NOT: affine.for
// CHECK: affine.store %x, %A[0]
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @temporaries(%A: memref<16xf32>, %x: f32) {
  %T = memref.alloc() : memref<16xf32>
  %U = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    affine.store %a, %T[%i] : memref<16xf32>
  }
  affine.store %x, %A[0] : memref<16xf32>
  affine.for %i = 0 to 16 {
    %t = affine.load %T[%i] : memref<16xf32>
    affine.store %t, %U[15 - %i] : memref<16xf32>
  }
  memref.dealloc %T : memref<16xf32>
  memref.dealloc %U : memref<16xf32>
  func.return
}

// -----

// What the cell holds already: loaded outside the loop, stored in another form, a constant that
// only stores of itself change.
// CHECK-LABEL: @held
// CHECK: affine.store %x, %B[0]
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %zero, %C
// CHECK-NEXT: }
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @held(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %a = affine.load %A[3] : memref<16xf32>
  affine.store %x, %B[0] : memref<16xf32>
  affine.for %i = 0 to 16 {
    affine.store %zero, %C[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    affine.store %a, %A[3] : memref<16xf32>
    affine.store %x, %B[%i floordiv 16] : memref<16xf32>
    %b = affine.load %B[0] : memref<16xf32>
    affine.store %b, %B[0] : memref<16xf32>
    affine.store %zero, %C[15 - %i] : memref<16xf32>
  }
  func.return
}
