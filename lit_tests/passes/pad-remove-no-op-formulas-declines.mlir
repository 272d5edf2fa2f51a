// Another value, or not surely the one that is there.
// RUN: pad-opt %s -p pad-remove-no-op | filecheck %s

// Another number, another cell, another type; a cell that was not written, or was changed since.
// CHECK-LABEL: @other
// CHECK: affine.for
// CHECK: affine.store %eight, %A[7]
// CHECK: affine.store %eight_i32, %B[8]
// CHECK: affine.store %x, %C[3]
// CHECK: affine.store %three, %C[3]
// CHECK: affine.store %four, %C[15]
func.func @other(%A: memref<16xindex>, %B: memref<16xi32>, %C: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 15 {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %m = arith.constant 1 : i32
    %o = arith.addi %n, %m : i32
    affine.store %i, %A[%i] : memref<16xindex>
    affine.store %o, %B[%i] : memref<16xi32>
    affine.store %f, %C[%i] : memref<16xf32>
  }
  %eight = arith.constant 8 : index
  %eight_i32 = arith.constant 8 : i32
  %three = arith.constant 3.0 : f32
  %four = arith.constant 15.0 : f32
  affine.store %eight, %A[7] : memref<16xindex>
  affine.store %eight_i32, %B[8] : memref<16xi32>
  affine.store %x, %C[3] : memref<16xf32>
  %c = affine.load %C[3] : memref<16xf32>
  affine.store %three, %C[3] : memref<16xf32>
  affine.store %four, %C[15] : memref<16xf32>
  affine.store %c, %C[2] : memref<16xf32>
  func.return
}

// Only some are written, as the data has it; a call may write.
// CHECK-LABEL: @maybe
// CHECK: affine.store %{{.*}}, %A
// CHECK: affine.store %{{.*}}, %B
// CHECK: affine.store %seven, %A[7]
// CHECK: affine.store %seven, %B[7]
func.func private @changes(memref<16xi32>)
func.func @maybe(%A: memref<16xi32>, %B: memref<16xi32>, %c: i1) {
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 16 {
    %n = arith.index_cast %i : index to i32
    scf.if %c {
      affine.store %n, %A[%i] : memref<16xi32>
    }
    affine.store %n, %B[%i] : memref<16xi32>
  }
  affine.store %seven, %A[7] : memref<16xi32>
  func.call @changes(%B) : (memref<16xi32>) -> ()
  affine.store %seven, %B[7] : memref<16xi32>
  func.return
}

// Narrower bits are the same for other numbers, wider ones not; a sum that may be poison; -0.0 is no integer.
// CHECK-LABEL: @types
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %A[%{{.*}}]
// CHECK: affine.store %{{.*}}, %B[%{{.*}}]
// CHECK: affine.store %minus_zero, %C[0]
func.func @types(%A: memref<300xi32>, %B: memref<300xi32>, %C: memref<300xf32>) {
  %one = arith.constant 1 : i32
  %minus_zero = arith.constant -0.0 : f32
  affine.for %i = 0 to 300 {
    %n = arith.index_cast %i : index to i8
    %w = arith.extsi %n : i8 to i32
    affine.store %w, %A[%i] : memref<300xi32>
    %m = arith.index_cast %i : index to i32
    %s = arith.addi %m, %one overflow<nsw> : i32
    affine.store %s, %B[%i] : memref<300xi32>
    %f = arith.sitofp %m : i32 to f32
    affine.store %f, %C[%i] : memref<300xf32>
  }
  affine.for %i = 0 to 300 {
    %m = arith.index_cast %i : index to i32
    affine.store %m, %A[%i] : memref<300xi32>
    %s = arith.addi %m, %one : i32
    affine.store %s, %B[%i] : memref<300xi32>
  }
  affine.store %minus_zero, %C[0] : memref<300xf32>
  func.return
}

// A value of each iteration; one that is no formula.
// CHECK-LABEL: @each_iteration
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %A
// CHECK: affine.store %{{.*}}, %A
func.func @each_iteration(%A: memref<16xf32>, %X: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %X[%i] : memref<16xf32>
    affine.store %x, %A[%i] : memref<16xf32>
    %a = affine.load %A[0] : memref<16xf32>
    affine.store %a, %X[%i] : memref<16xf32>
    affine.store %x, %A[0] : memref<16xf32>
  }
  func.return
}

// What padding holds is not what is computed; the cells beside padding are not known; a product with 0.0 may be NaN or
// -0.0; the sum may have been -0.0; another one writes the source.
// CHECK-LABEL: @padding
// CHECK: pad.assume
// CHECK: affine.store %{{.*}}, %B
// CHECK: affine.store %{{.*}}, %S[0]
// CHECK: affine.store %{{.*}}, %A[3,
// CHECK: affine.store %{{.*}}, %A[2,
func.func @padding(%A: memref<4x4xf32>, %B: memref<4xf32>, %S: memref<1xf32>, %x: f32) {
  %zero_bits = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.for %j = 2 to 4 {
    %a = affine.load %A[3, %j] : memref<4x4xf32>
    %bits = arith.bitcast %a : f32 to i32
    %holds = arith.cmpi eq, %bits, %zero_bits : i32
    pad.assume %holds : i1
  }
  affine.for %j = 2 to 4 {
    affine.store %zero, %B[%j] : memref<4xf32>
  }
  affine.for %j = 2 to 4 {
    %a = affine.load %A[3, %j] : memref<4x4xf32>
    %p = arith.mulf %a, %x : f32
    affine.store %p, %B[%j] : memref<4xf32>
    %s = affine.load %S[0] : memref<1xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %S[0] : memref<1xf32>
  }
  affine.for %j = 1 to 4 {
    %a = affine.load %A[3, %j] : memref<4x4xf32>
    %t = arith.addf %a, %a : f32
    affine.store %t, %A[3, %j] : memref<4x4xf32>
    affine.store %t, %A[2, %j] : memref<4x4xf32>
  }
  func.return
}

// As many rows as an argument says: the cell may not have been written.
// CHECK-LABEL: @some_rows
// CHECK: memref.store %{{.*}}, %T[%i, %j]
// CHECK: memref.store %eleven, %T
func.func @some_rows(%T: memref<6x4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %eleven = arith.constant 11 : i32
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %four_i = arith.muli %i, %c4 : index
      %at = arith.addi %four_i, %j : index
      %v = arith.index_cast %at : index to i32
      memref.store %v, %T[%i, %j] : memref<6x4xi32>
    }
  }
  memref.store %eleven, %T[%c2, %c3] : memref<6x4xi32>
  func.return
}

// 128 is -128 as an i8.
// CHECK-LABEL: @narrower
// CHECK: arith.sitofp %{{.*}} : i8 to f32
// CHECK: arith.sitofp %{{.*}} : i32 to f32
func.func @narrower(%A: memref<300xf32>, %B: memref<300xf32>) {
  affine.for %i = 0 to 300 {
    %n = arith.index_cast %i : index to i8
    %v = arith.sitofp %n : i8 to f32
    affine.store %v, %A[%i] : memref<300xf32>
  }
  affine.for %i = 0 to 300 {
    %a = affine.load %A[%i] : memref<300xf32>
    affine.store %a, %B[%i] : memref<300xf32>
  }
  affine.for %i = 0 to 300 {
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f32
    affine.store %v, %A[%i] : memref<300xf32>
  }
  func.return
}

// In each iteration it is another buffer.
// CHECK-LABEL: @new_each_time
// CHECK: affine.store %five, %b[0]
// CHECK: affine.store %five, %b[0]
func.func @new_each_time(%O: memref<4xi32>, %Q: memref<4xi32>) {
  %five = arith.constant 5 : i32
  affine.for %k = 0 to 4 {
    %b = memref.alloc() : memref<4xi32>
    affine.if affine_set<(d0) : (-d0 >= 0)>(%k) {
      affine.store %five, %b[0] : memref<4xi32>
      %y = affine.load %b[0] : memref<4xi32>
      affine.store %y, %Q[%k] : memref<4xi32>
    }
    affine.store %five, %b[0] : memref<4xi32>
    %x = affine.load %b[0] : memref<4xi32>
    affine.store %x, %O[%k] : memref<4xi32>
    memref.dealloc %b : memref<4xi32>
  }
  func.return
}

// Not the square of that index; the multiple of another number than zero.
// CHECK-LABEL: @other_products
// CHECK-COUNT-6: affine.store
// CHECK: func.return
func.func @other_products(%t: memref<12xi32>, %u: memref<12xi64>, %w: memref<12xindex>, %n: index) {
  %c4 = arith.constant 4 : i64
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to 12 {
    %k = arith.index_cast %i : index to i32
    %sq = arith.muli %k, %k : i32
    affine.store %sq, %t[%i] : memref<12xi32>
    %ii = arith.muli %i, %i : index
    %sq64 = arith.index_cast %ii : index to i64
    affine.store %sq64, %u[%i] : memref<12xi64>
    %in = arith.muli %i, %n : index
    affine.store %in, %w[%i] : memref<12xindex>
  }
  affine.store %eight, %t[3] : memref<12xi32>
  affine.for %j = 0 to 6 {
    %jj = arith.muli %j, %j : index
    %sq = arith.index_cast %jj : index to i64
    %p = arith.muli %sq, %c4 : i64
    affine.store %p, %u[2 * %j + 1] : memref<12xi64>
  }
  affine.store %one, %w[1] : memref<12xindex>
  func.return
}
