// A store of what an earlier one computed from the same indices, or of what is computed from known cells.
// RUN: pad-opt %s -p pad-remove-no-op -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// `A[i] = i`, then `A[7] = 7`: as indices, as integers, as floats.
// CHECK-LABEL: @iota
// CHECK-COUNT-3: affine.store
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @iota(%A: memref<16xindex>, %B: memref<16xi32>, %C: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    affine.store %i, %A[%i] : memref<16xindex>
    affine.store %n, %B[%i] : memref<16xi32>
    affine.store %f, %C[%i] : memref<16xf32>
  }
  %seven = arith.constant 7 : index
  %seven_i32 = arith.constant 7 : i32
  %seven_f32 = arith.constant 7.0 : f32
  affine.store %seven, %A[7] : memref<16xindex>
  affine.store %seven_i32, %B[7] : memref<16xi32>
  affine.store %seven_f32, %C[7] : memref<16xf32>
  func.return
}

// In tiles, by arithmetic of another form, on some of the cells, after other values were there, which were read.
// CHECK-LABEL: @tiles
// CHECK: affine.store %x, %A
// CHECK: affine.store %old, %R
// CHECK: affine.store %{{.*}}, %A
// CHECK: affine.store %x, %A[0, 0]
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @tiles(%A: memref<4x4xi64>, %R: memref<16xi64>, %x: i64) {
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %A[%i, %j] : memref<4x4xi64>
    }
  }
  affine.for %k = 0 to 16 {
    %old = affine.load %A[%k floordiv 4, 3] : memref<4x4xi64>
    affine.store %old, %R[%k] : memref<16xi64>
    %j = affine.apply affine_map<(d0) -> (d0 * 3 + 4)>(%k)
    %v = arith.index_cast %j : index to i64
    affine.store %v, %A[%k floordiv 4, %k mod 4] : memref<4x4xi64>
  }
  affine.store %x, %A[0, 0] : memref<4x4xi64>
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to 3 {
      %k = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
      %n = arith.index_cast %k : index to i64
      %p = arith.muli %n, %c3 : i64
      %v = arith.addi %p, %c4 : i64
      affine.store %v, %A[%i, %j] : memref<4x4xi64>
    }
  }
  func.return
}

// One value, of which nothing is known.
// CHECK-LABEL: @one_value
// CHECK: affine.for
// CHECK-NEXT: affine.store %x, %A
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @one_value(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[15 - %i] : memref<16xf32>
  }
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i * 2] : memref<16xf32>
  }
  func.return
}

// From known padding: a product by a constant, an update in place, a sum to which padding adds nothing.
// CHECK-LABEL: @padding
// CHECK: pad.assume
// CHECK: pad.assume
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @padding(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %F: memref<4xi32>, %S: memref<1xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %a_is = arith.cmpi eq, %a, %zero : i32
        pad.assume %a_is : i1
        %b = affine.load %B[%i, %j] : memref<4x4xi32>
        %b_is = arith.cmpi eq, %b, %zero : i32
        pad.assume %b_is : i1
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %p = arith.muli %a, %two : i32
        affine.store %p, %B[%i, %j] : memref<4x4xi32>
      }
    }
  }
  affine.for %j = 2 to 4 {
    %a = affine.load %A[3, %j] : memref<4x4xi32>
    %p = arith.muli %a, %x : i32
    affine.store %p, %A[3, %j] : memref<4x4xi32>
  }
  affine.for %j = 2 to 4 {
    %a = affine.load %A[3, %j] : memref<4x4xi32>
    %f = affine.load %F[%j] : memref<4xi32>
    %p = arith.muli %a, %f : i32
    %s = affine.load %S[0] : memref<1xi32>
    %t = arith.addi %s, %p : i32
    affine.store %t, %S[0] : memref<1xi32>
  }
  func.return
}

// Floats: by values that are exact, and by flags, which are facts of what runs.
// CHECK-LABEL: @floats
// CHECK: affine.store %zero, %A
// CHECK-NEXT: }
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @floats(%A: memref<8xf32>, %S: memref<8xf32>, %F: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xf32>
  }
  affine.for %i = 4 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %h = arith.mulf %a, %half : f32
    %r = arith.maximumf %h, %zero : f32
    affine.store %r, %A[%i] : memref<8xf32>
  }
  affine.for %i = 4 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %f = affine.load %F[%i] : memref<8xf32>
    %s = affine.load %S[%i] : memref<8xf32>
    %p = arith.mulf %a, %f fastmath<nnan,ninf,nsz> : f32
    %t = arith.addf %s, %p fastmath<nsz> : f32
    affine.store %t, %S[%i] : memref<8xf32>
  }
  func.return
}

// Row-major numbers in scf loops; known padding other than zero.
// CHECK-LABEL: @ramp_then_touch_up
// CHECK: memref.store %{{.*}}, %T[%i, %j]
// CHECK-NOT: %eleven
// CHECK: memref.store %twelve, %T
// CHECK: pad.assume
// CHECK: pad.assume
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @ramp_then_touch_up(%T: memref<6x4xi32>, %P: memref<4x4xi16>, %Q: memref<4x4xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %eleven = arith.constant 11 : i32
  %twelve = arith.constant 12 : i32
  %three = arith.constant 3 : i16
  %m5 = arith.constant -5 : i16
  %m15 = arith.constant -15 : i16
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %four_i = arith.muli %i, %c4 : index
      %at = arith.addi %four_i, %j : index
      %v = arith.index_cast %at : index to i32
      memref.store %v, %T[%i, %j] : memref<6x4xi32>
    }
  }
  memref.store %eleven, %T[%c2, %c3] : memref<6x4xi32>
  memref.store %twelve, %T[%c2, %c2] : memref<6x4xi32>
  affine.for %k = 2 to 4 {
    %p = affine.load %P[3, %k] : memref<4x4xi16>
    %is = arith.cmpi eq, %p, %m5 : i16
    pad.assume %is : i1
    %q = affine.load %Q[3, %k] : memref<4x4xi16>
    %qs = arith.cmpi eq, %q, %m15 : i16
    pad.assume %qs : i1
  }
  affine.for %k = 2 to 4 {
    %p = affine.load %P[3, %k] : memref<4x4xi16>
    %q = arith.muli %p, %three : i16
    affine.store %q, %Q[3, %k] : memref<4x4xi16>
  } {pad.stage = "scale_padding"}
  func.return
}

// Products of indices: a table of squares, as integers and as floats, rewritten in part; a row of which nothing is known but the first.
// CHECK-LABEL: @squares
// CHECK-COUNT-4: affine.store
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @squares(%t: memref<12xi32>, %u: memref<12xi64>, %v: memref<12xf32>, %w: memref<12xindex>, %n: index) {
  %c4 = arith.constant 4 : i64
  %zero = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %f = arith.constant 25.0 : f32
  affine.for %i = 0 to 12 {
    %k = arith.index_cast %i : index to i32
    %sq = arith.muli %k, %k : i32
    affine.store %sq, %t[%i] : memref<12xi32>
    %ii = arith.muli %i, %i : index
    %sq64 = arith.index_cast %ii : index to i64
    affine.store %sq64, %u[%i] : memref<12xi64>
    %sqf = arith.sitofp %sq : i32 to f32
    affine.store %sqf, %v[%i] : memref<12xf32>
    %in = arith.muli %i, %n : index
    affine.store %in, %w[%i] : memref<12xindex>
  }
  affine.store %nine, %t[3] : memref<12xi32>
  affine.for %j = 0 to 6 {
    %jj = arith.muli %j, %j : index
    %sq = arith.index_cast %jj : index to i64
    %p = arith.muli %sq, %c4 : i64
    affine.store %p, %u[2 * %j] : memref<12xi64>
  }
  affine.store %f, %v[5] : memref<12xf32>
  affine.store %zero, %w[0] : memref<12xindex>
  func.return
}
