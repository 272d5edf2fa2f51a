// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// What the rows of A and the type of B leave of the arguments' alignment; nothing is known of C.
// CHECK-LABEL: @aligned(
// CHECK: vector.load %A[{{.*}}] {alignment = 64 : i64} :
// CHECK: vector.load %B[{{.*}}] : memref<4x52xf32>
// CHECK: vector.store %{{.*}}, %C[{{.*}}] : memref<4x48xf32>
func.func @aligned(%A: memref<4x48xf32> {llvm.align = 64 : i64},
                   %B: memref<4x52xf32> {llvm.align = 64 : i64}, %C: memref<4x48xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 48 {
      %a = affine.load %A[%i, %j] : memref<4x48xf32>
      %b = affine.load %B[%i, %j + 1] : memref<4x52xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %C[%i, %j] : memref<4x48xf32>
    }
  }
  func.return
}

// -----

// An allocation says what the store relies on.
// CHECK-LABEL: @local(
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<32xf32>
// CHECK: vector.store %{{.*}}, %t[{{.*}}] {alignment = 64 : i64} :
func.func @local(%A: memref<32xf32>) {
  %t = memref.alloc() : memref<32xf32>
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    affine.store %a, %t[%i] : memref<32xf32>
  }
  memref.dealloc %t : memref<32xf32>
  func.return
}

// -----

// A rest in one body with the vectors before it, as the loop inside goes on for all.
// CHECK-LABEL: @rows(
// CHECK: %[[MASK:.*]] = arith.constant dense<[true, true, true, true, true, false, false, false]>
// CHECK: affine.for %[[I:.*]] = 0 to 21 step 21 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 5 {
// CHECK-NEXT: %[[FIRST:.*]] = affine.apply affine_map<(d0) -> (d0 + 2)>(%[[I]])
// CHECK-NEXT: %[[A:.*]] = vector.load %A[%[[K]], %[[FIRST]]]
// CHECK-NEXT: %[[SECOND:.*]] = affine.apply affine_map<(d0) -> (d0 + 18)>(%[[I]])
// CHECK-NEXT: %[[B:.*]] = vector.maskedload %A[%[[K]], %[[SECOND]]], %[[MASK]]
// CHECK: vector.store %{{.*}}, %A[%[[K]], %[[FIRST]]]
// CHECK-NEXT: vector.maskedstore %A[%[[K]], %[[SECOND]]], %[[MASK]]
func.func @rows(%A: memref<5x24xf32>, %x: f32) {
  affine.for %i = 0 to 21 {
    affine.for %k = 0 to 5 {
      %a = affine.load %A[%k, %i + 2] : memref<5x24xf32>
      %b = arith.mulf %a, %x : f32
      affine.store %b, %A[%k, %i + 2] : memref<5x24xf32>
    }
  }
  func.return
}

// -----

// Indices as data: the first lane's, and how far the others are from it.
// CHECK-LABEL: @steps(
// CHECK: %[[ONE:.*]] = arith.constant dense<[0, 2, 4, {{.*}}, 30]> : vector<16xindex>
// CHECK-NEXT: %[[OTHER:.*]] = arith.constant dense<[0, -6, -12, {{.*}}, -90]> : vector<16xindex>
// CHECK-NEXT: affine.for %[[I:.*]] = -32 to 32 step 32 {
// CHECK-NEXT: %[[X:.*]] = vector.broadcast %[[I]] :
// CHECK-NEXT: arith.addi %[[X]], %[[ONE]]
// CHECK: %[[N:.*]] = affine.apply affine_map<(d0) -> (d0 * -3 + 7)>(%[[I]])
// CHECK-NEXT: %[[Y:.*]] = vector.broadcast %[[N]] :
// CHECK-NEXT: arith.addi %[[Y]], %[[OTHER]]
// CHECK: %[[CELL:.*]] = affine.apply affine_map<(d0) -> (d0 floordiv 2 + 16)>(%[[I]])
// CHECK-NEXT: vector.store %{{.*}}, %A[%[[CELL]]]
func.func @steps(%A: memref<64xi32>) {
  affine.for %i = -32 to 32 step 2 {
    %x = arith.index_cast %i : index to i32
    %n = affine.apply affine_map<(d0) -> (-3 * d0 + 7)>(%i)
    %y = arith.index_cast %n : index to i32
    %s = arith.addi %x, %y overflow<nsw> : i32
    affine.store %s, %A[%i floordiv 2 + 16] : memref<64xi32>
  }
  func.return
}

// -----

// No vector crosses the end of a row.
// CHECK-LABEL: @tiles(
// CHECK: %[[ROW:.*]] = affine.apply affine_map<(d0) -> (d0 floordiv 16)>(%[[I:.*]])
// CHECK-NEXT: %[[COLUMN:.*]] = affine.apply affine_map<(d0) -> (d0 mod 16)>(%[[I]])
// CHECK-NEXT: vector.load %A[%[[ROW]], %[[COLUMN]]]
func.func @tiles(%A: memref<4x16xf32>, %B: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i floordiv 16, %i mod 16] : memref<4x16xf32>
    affine.store %a, %B[%i] : memref<64xf32>
  }
  func.return
}

// -----

// A vector further on is far enough.
// CHECK-LABEL: @far(
// CHECK: vector.load %A[%[[I:.*]]]
// CHECK-NEXT: %[[THERE:.*]] = affine.apply affine_map<(d0) -> (d0 + 16)>(%[[I]])
// CHECK-NEXT: vector.store %{{.*}}, %A[%[[THERE]]]
func.func @far(%A: memref<64xf32>) {
  affine.for %i = 0 to 48 {
    %a = affine.load %A[%i] : memref<64xf32>
    affine.store %a, %A[%i + 16] : memref<64xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @one_value(
// CHECK: %[[B:.*]] = affine.load %B[0]
// CHECK-NEXT: vector.broadcast %[[B]] : f32 to vector<16xf32>
func.func @one_value(%A: memref<32xf32>, %B: memref<1xf32>) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %b = affine.load %B[0] : memref<1xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %A[%i] : memref<32xf32>
  }
  func.return
}

// -----

// A condition that is the same for all lanes stays one.
// CHECK-LABEL: @choice(
// CHECK: %[[V:.*]] = scf.if %p -> (vector<16xf32>) {
// CHECK: vector.store %[[V]], %A
func.func @choice(%A: memref<32xf32>, %p: i1) {
  affine.for %i = 0 to 32 {
    %v = scf.if %p -> (f32) {
      %a = affine.load %A[%i] : memref<32xf32>
      scf.yield %a : f32
    } else {
      %z = arith.constant 0.0 : f32
      scf.yield %z : f32
    }
    affine.store %v, %A[%i] : memref<32xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @inner(
// CHECK: %[[R:.*]] = scf.for %[[J:.*]] = %c0 to %c5 step %c1 iter_args(%[[X:.*]] = %{{.*}}) -> (vector<16xi32>) : i32 {
// CHECK-NEXT: %[[ALL:.*]] = vector.broadcast %[[J]] : i32 to vector<16xi32>
// CHECK-NEXT: arith.addi %[[X]], %[[ALL]] overflow<nsw>
// CHECK: vector.store %[[R]], %A
func.func @inner(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %r = scf.for %j = %c0 to %c5 step %c1 iter_args(%x = %a) -> (i32) : i32 {
      %y = arith.addi %x, %j overflow<nsw> : i32
      scf.yield %y : i32
    }
    affine.store %r, %A[%i] : memref<16xi32>
  }
  func.return
}

// -----

// Cells that the range of the loop around keeps apart.
// CHECK-LABEL: @halves
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 step 8 {
func.func @halves(%A: memref<16xf64>) {
  affine.for %k = 0 to 8 {
    affine.for %j = 0 to 8 {
      %l = affine.load %A[%k] : memref<16xf64>
      %a = affine.load %A[%j + 8] : memref<16xf64>
      %n = arith.addf %a, %l : f64
      affine.store %n, %A[%j + 8] : memref<16xf64>
    }
  }
  func.return
}

// -----

// The tiles of an elimination after the one that holds its pivots: jo > k floordiv 8.
// CHECK-LABEL: @columns
// CHECK: affine.for %{{.*}} = 0 to 8 step 8 {
func.func @columns(%A: memref<37x40xf64>) {
  affine.for %k = 0 to 37 {
    affine.for %jo = affine_map<(d0) -> (d0 floordiv 8 + 1)>(%k) to 5 {
      affine.for %ji = 0 to 8 {
        %l = affine.load %A[0, %k] : memref<37x40xf64>
        %a = affine.load %A[0, %jo * 8 + %ji] : memref<37x40xf64>
        %n = arith.addf %a, %l : f64
        affine.store %n, %A[0, %jo * 8 + %ji] : memref<37x40xf64>
      }
    }
  }
  func.return
}

// -----

// Cells that a condition around keeps apart.
// CHECK-LABEL: @guarded
// CHECK: affine.for %{{.*}} = 0 to 8 step 8 {
func.func @guarded(%A: memref<16xf64>, %k: index) {
  affine.if affine_set<(d0) : (d0 - 8 >= 0, -d0 + 15 >= 0)>(%k) {
    affine.for %j = 0 to 8 {
      %l = affine.load %A[%k] : memref<16xf64>
      affine.store %l, %A[%j] : memref<16xf64>
    }
  }
  func.return
}
