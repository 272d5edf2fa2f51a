// What TVM's tests of transform_layout ask where no pad value is given.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i) -> (i floordiv 4, i mod 4)"}, pad-apply-layouts' --split-input-file | filecheck %s

// Question: TestNoPadding[None]
// TVM: rewritten; the tiles divide the shape
// Here: rewritten
// CHECK-LABEL: @divides
// CHECK: affine.store %x, %T[%i floordiv 4, %i mod 4] : memref<5x4xi32>
func.func @divides(%x: i32) {
  %T = memref.alloc() : memref<20xi32>
  affine.for %i = 0 to 20 {
    affine.store %x, %T[%i] : memref<20xi32>
  } {pad.stage = "block"}
  func.return
}

// -----

// Question: TestNoPaddingOpaqueBlock[None]
// TVM: rewritten; the same in a block that says nothing of its iterators
// Here: rewritten
// CHECK-LABEL: @opaque_divides
// CHECK: memref.store %x, %T[%{{.*}}, %{{.*}}] : memref<5x4xi32>
func.func @opaque_divides(%x: i32) {
  %T = memref.alloc() : memref<20xi32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 20 : index
  scf.for %i = %zero to %end step %one {
    memref.store %x, %T[%i] : memref<20xi32>
  }
  func.return
}

// -----

// Question: TestErrorIfPaddingForbidden
// TVM: refused; tiles that do not divide the shape need a pad value
// Here: rewritten, more: the default is padding that nobody may touch, as RFC 77 has it; it needs no
//   value, and the contract says so to passes and callers
// CHECK-LABEL: @does_not_divide
// CHECK: memref.alloc() {{{.*}}pad.logical = memref<18xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>} : memref<5x4xi32>
// CHECK-COUNT-1: affine.store
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @does_not_divide(%x: i32) {
  %T = memref.alloc() : memref<18xi32>
  affine.for %i = 0 to 18 {
    affine.store %x, %T[%i] : memref<18xi32>
  } {pad.stage = "block"}
  func.return
}

// -----

// Question: TestImplicitPaddingAssumeInjective
// TVM: rewritten; told that the map is injective, padding is made that nothing touches
// Here: rewritten, more: that the map is injective is proven, not taken
// CHECK-LABEL: @untouched
// CHECK: affine.for %i = 0 to 22 {
// CHECK-NEXT: affine.store %x, %T[%i floordiv 4, %i mod 4] : memref<6x4xi32>
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @untouched(%x: i32) {
  %T = memref.alloc() : memref<22xi32>
  affine.for %i = 0 to 22 {
    affine.store %x, %T[%i] : memref<22xi32>
  } {pad.stage = "block"}
  func.return
}
