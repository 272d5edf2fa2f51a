// RUN: pad-opt %s -p pad-remove-no-op --split-input-file | filecheck %s

// RFC 77: of two stores to a cell, the first; a value written back; a value that is known.
// CHECK-LABEL: @stores
// CHECK-NOT: affine.for
// CHECK: affine.store %y, %B[0]
// CHECK-NEXT: func.return
func.func @stores(%A: memref<16xf32>, %B: memref<1xf32>, %x: f32, %y: f32) {
  affine.store %x, %B[0] : memref<1xf32>
  affine.store %y, %B[0] : memref<1xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    affine.store %a, %A[%i] : memref<16xf32>
  }
  func.return
}

// -----

// RFC 77: B[0] is 0.0 already.
// CHECK-LABEL: @known
// CHECK: pad.assume
// CHECK-NOT: affine.store %zero
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %B[0]
func.func @known(%A: memref<16xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %b = affine.load %B[0] : memref<1xi32>
  %holds = arith.cmpi eq, %b, %zero : i32
  pad.assume %holds : i1
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to 16 {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<16xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  }
  func.return
}

// -----

// A stage that a later one overwrites; a local buffer that nobody reads.
// CHECK-LABEL: @stages
// CHECK-NOT: affine.store %x
// CHECK: affine.store %y, %B
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @stages(%B: memref<16xf32>, %x: f32, %y: f32) {
  %T = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 12 {
    affine.store %x, %B[%i + 1] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    affine.store %y, %B[15 - %i] : memref<16xf32>
    affine.store %y, %T[%i] : memref<16xf32>
  }
  memref.dealloc %T : memref<16xf32>
  func.return
}

// -----

// Loops and ifs that do nothing.
// CHECK-LABEL: @empty
// CHECK-NEXT: func.return
func.func @empty(%A: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<16xf32>
      %b = arith.addf %a, %a : f32
    }
  }
  func.return
}

// -----

// An arm that has become empty.
// CHECK-LABEL: @arm
// CHECK: affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%[[I:.*]]) {
// CHECK-NEXT: affine.store %x, %A[%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @arm(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    } else {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Nobody looks at what is loaded of a global: the load goes, and the name of its buffer.
memref.global "private" @table : memref<4xi32> = dense<7>
// CHECK-LABEL: @unused_table
// CHECK-NEXT: func.return
func.func @unused_table() {
  %zero = arith.constant 0 : index
  %T = memref.get_global @table : memref<4xi32>
  %t = memref.load %T[%zero] : memref<4xi32>
  func.return
}
