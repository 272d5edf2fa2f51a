// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' --split-input-file --verify-diagnostics | filecheck %s

// Loops of scf become vectors as affine ones do; the number of rows is dynamic. They lie in a row.
// CHECK-LABEL: @rows(
// CHECK-NEXT: %A_flat = memref.collapse_shape %A {{\[\[}}0, 1]] : memref<?x64xf32> into memref<?xf32>
// CHECK-NEXT: %B_flat = memref.collapse_shape %B {{\[\[}}0, 1]] : memref<?x64xf32> into memref<?xf32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %n = memref.dim %A, %c0 : memref<?x64xf32>
// CHECK-NEXT: %0 = vector.broadcast %c : f32 to vector<8xf32>
// CHECK-NEXT: affine.for %i_j = 0 to affine_map<(d0) -> (d0 * 64)>(%n) step 8 {
// CHECK-NEXT:   %a = vector.load %A_flat[%i_j] : memref<?xf32>, vector<8xf32>
// CHECK-NEXT:   %b = arith.mulf %a, %0 : vector<8xf32>
// CHECK-NEXT:   vector.store %b, %B_flat[%i_j] : memref<?xf32>, vector<8xf32>
// CHECK-NEXT: } {pad.loop = "i_j", pad.stage = "rows"}
// CHECK-NEXT: func.return
func.func @rows(%A: memref<?x64xf32>, %B: memref<?x64xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %A, %c0 : memref<?x64xf32>
  // expected-remark@+1 {{loop 'i_j' not tiled: no loop in it carries a result, or updates a cell, so that there is nothing to keep}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %a = memref.load %A[%i, %j] : memref<?x64xf32>
      %b = arith.mulf %a, %c : f32
      memref.store %b, %B[%i, %j] : memref<?x64xf32>
    }
  } {pad.stage = "rows"}
  func.return
}

// -----

// Tiles stay in their order: no cell is stored to in two of them, though no index has their loop.
// CHECK-LABEL: @scale(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %n = memref.dim %A, %c0 : memref<?x64xf32>
// CHECK-NEXT: affine.for %i = 0 to affine_map<(d0) -> (d0)>(%n) {
// CHECK-NEXT:   affine.for %jo = 0 to 64 step 16 {
// CHECK-NEXT:     affine.for %j = affine_map<(d0) -> (d0)>(%jo) to affine_map<(d0) -> (d0 + 16)>(%jo) {
// CHECK-NEXT:       %a = affine.load %A[%i, %j] : memref<?x64xf32>
// CHECK-NEXT:       %b = arith.mulf %a, %c : f32
// CHECK-NEXT:       affine.store %b, %B[%i, %j] : memref<?x64xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: } {pad.stage = "scale"}
// CHECK-NEXT: func.return
func.func @scale(%A: memref<?x64xf32>, %B: memref<?x64xf32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %A, %c0 : memref<?x64xf32>
  // expected-remark@+1 {{loop 'i' not tiled: no loop in it carries a result, or updates a cell, so that there is nothing to keep}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %jo = %c0 to %c64 step %c16 {
      %end = arith.addi %jo, %c16 : index
      // expected-remark@+1 {{loop 'j' not vectorized: the lower bound is not constant, or the upper bound has several results}}
      scf.for %j = %jo to %end step %c1 {
        %a = memref.load %A[%i, %j] : memref<?x64xf32>
        %b = arith.mulf %a, %c : f32
        memref.store %b, %B[%i, %j] : memref<?x64xf32>
      }
    }
  } {pad.stage = "scale"}
  func.return
}

// -----

// A parallel loop runs in order, one axis after the other.
// CHECK-LABEL: @add(
// CHECK-NEXT: %A_flat = memref.collapse_shape %A [[0, 1]] : memref<8x64xf32> into memref<512xf32>
// CHECK-NEXT: %B_flat = memref.collapse_shape %B [[0, 1]] : memref<8x64xf32> into memref<512xf32>
// CHECK-NEXT: affine.for %i_j = 0 to 512 step 8 {
// CHECK-NEXT:   %a = vector.load %A_flat[%i_j] : memref<512xf32>, vector<8xf32>
// CHECK-NEXT:   %b = vector.load %B_flat[%i_j] : memref<512xf32>, vector<8xf32>
// CHECK-NEXT:   %c = arith.addf %a, %b : vector<8xf32>
// CHECK-NEXT:   vector.store %c, %B_flat[%i_j] : memref<512xf32>, vector<8xf32>
// CHECK-NEXT: } {pad.loop = "i_j", pad.stage = "add"}
// CHECK-NEXT: func.return
func.func @add(%A: memref<8x64xf32>, %B: memref<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  // expected-remark@+1 {{loop 'i_j' not tiled: no loop in it carries a result, or updates a cell, so that there is nothing to keep}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c64) step (%c1, %c1) {
    %a = memref.load %A[%i, %j] : memref<8x64xf32>
    %b = memref.load %B[%i, %j] : memref<8x64xf32>
    %c = arith.addf %a, %b : f32
    memref.store %c, %B[%i, %j] : memref<8x64xf32>
  } {pad.stage = "add"}
  func.return
}

// -----

// Bounds of an affine parallel loop that are minima; one iteration runs after the other.
// CHECK-LABEL: @triangle(
// CHECK-NEXT: affine.for %i = 0 to 16 {
// CHECK-NEXT:   affine.for %k = 0 to 2 {
// CHECK-NEXT:     affine.for %j = max affine_map<(d0) -> (d0, 2)>(%i) to min affine_map<(d0) -> (d0, 15)>(%n) step 2 {
// CHECK-NEXT:       affine.store %x, %A[%i, %j + %k] : memref<16x16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @triangle(%A: memref<16x16xf32>, %n: index, %x: f32) {
  // expected-remark@+1 {{loop 'i' not tiled: no loop in it carries a result, or updates a cell, so that there is nothing to keep}}
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{loop 'k' not vectorized: its 2 rows are too few for a vector}}
    affine.parallel (%k, %j) = (0, max(%i, 2)) to (2, min(%n, 15)) step (1, 2) {
      affine.store %x, %A[%i, %j + %k] : memref<16x16xf32>
    }
  }
  func.return
}

// -----

// A sum that `while` carries, of which the flags allow any order.
// CHECK-LABEL: @sum(
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = arith.constant dense<-0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %1 = affine.for %i = 0 to 64 step 8 iter_args(%s = %0) -> (vector<8xf32>) {
// CHECK-NEXT:   %a = vector.load %A[%i] : memref<64xf32>, vector<8xf32>
// CHECK-NEXT:   %t = arith.addf %s, %a fastmath<reassoc> : vector<8xf32>
// CHECK-NEXT:   affine.yield %t : vector<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %s_1 = vector.reduction <add>, %1, %zero fastmath<reassoc> : vector<8xf32> into f32
// CHECK-NEXT: affine.store %s_1, %S[0] : memref<1xf32>
// CHECK-NEXT: func.return
func.func @sum(%A: memref<64xf32>, %S: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{loop 'i' not tiled: no tile is better than none}}
  %e:2 = scf.while (%i = %c0, %s = %zero) : (index, f32) -> (index, f32) {
    %more = arith.cmpi slt, %i, %c64 : index
    scf.condition(%more) %i, %s : index, f32
  } do {
  ^bb0(%i: index, %s: f32):
    %a = memref.load %A[%i] : memref<64xf32>
    %t = arith.addf %s, %a fastmath<reassoc> : f32
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %t : index, f32
  }
  memref.store %e#1, %S[%c0] : memref<1xf32>
  func.return
}

// -----

// A loop that is not affine is named.
// CHECK-LABEL: @loaded(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: affine.for %i = 0 to 8 {
// CHECK-NEXT:   %n = affine.load %len[%i] : memref<8xindex>
// CHECK-NEXT:   scf.for %j = %c0 to %n step %c1 {
// CHECK-NEXT:     memref.store %x, %A[%j] : memref<64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @loaded(%A: memref<64xf32>, %len: memref<8xindex>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-remark@+1 {{loop 'i' not tiled: no loop in it carries a result, or updates a cell, so that there is nothing to keep}}
  scf.for %i = %c0 to %c8 step %c1 {
    %n = memref.load %len[%i] : memref<8xindex>
    // expected-remark@+2 {{loop 'j' stays scf.for: its upper bound is not affine: it is computed by 'memref.load'}}
    // expected-remark@+1 {{loop 'i' not vectorized: the bounds of a loop in it depend on the iteration}}
    scf.for %j = %c0 to %n step %c1 {
      memref.store %x, %A[%j] : memref<64xf32>
    }
  }
  func.return
}
