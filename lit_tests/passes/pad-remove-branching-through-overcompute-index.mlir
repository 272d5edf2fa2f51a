// Where only bounds stand in the way, reads are clamped, wrapped, or their buffer made larger; writes are wrapped.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{index=clamp}' -o %t.clamp.mlir
// RUN: filecheck %s --check-prefixes=CHECK,CLAMP < %t.clamp.mlir
// RUN: pad-tv %s %t.clamp.mlir
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{index=wrap}' -o %t.wrap.mlir
// RUN: filecheck %s --check-prefixes=CHECK,WRAP < %t.wrap.mlir
// RUN: pad-tv %s %t.wrap.mlir
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{index=extend}' -o %t.extend.mlir
// RUN: filecheck %s --check-prefixes=EXTEND < %t.extend.mlir
// RUN: pad-tv %s %t.extend.mlir

// What is computed of A's other cells is overwritten.
// CHECK-LABEL: @overwritten
// CHECK-NOT: affine.if
// CLAMP: %[[I:.*]] = affine.min affine_map<(d0) -> (d0, 5)>(%i)
// CLAMP-NEXT: %a = memref.load %A[%[[I]]]
// CHECK-NOT: affine.if
// WRAP: %a = affine.load %A[%i mod 6]
// CHECK: func.return
// EXTEND-LABEL: @overwritten
// EXTEND: affine.if
func.func @overwritten(%A: memref<6xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<6xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 6 to 8 {
    affine.store %zero, %B[%i] : memref<8xi32>
  }
  func.return
}

// A border of one on both sides and axes; indices below 0 are clamped and wrapped too.
// CHECK-LABEL: @both_sides
// CHECK-NOT: affine.if
// CLAMP: affine.min affine_map<(d0) -> (d0 - 1, 7)>(%i)
// CLAMP: arith.maxsi
// CLAMP: affine.min affine_map<(d0) -> (d0 - 1, 7)>
// CLAMP: arith.maxsi
// CLAMP: memref.load %A[
// WRAP: affine.load %A[(%i - 1) mod 8, (%j - 1) mod 8]
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
func.func @both_sides(%A: memref<8x8xf32>, %B: memref<10x10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.if affine_set<(d0, d1) : (d0 - 1 >= 0, 8 - d0 >= 0, d1 - 1 >= 0, 8 - d1 >= 0)>(%i, %j) {
        %a = affine.load %A[%i - 1, %j - 1] : memref<8x8xf32>
        affine.store %a, %B[%i, %j] : memref<10x10xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.if affine_set<(d0, d1) : (d0 - 9 == 0)>(%i, %j) {
        %u = pad.undef : f32
        affine.store %u, %B[%i, %j] : memref<10x10xf32>
      }
      affine.if affine_set<(d0, d1) : (d0 == 0)>(%i, %j) {
        %u = pad.undef : f32
        affine.store %u, %B[%i, %j] : memref<10x10xf32>
      }
      affine.if affine_set<(d0, d1) : (d1 - 9 == 0)>(%i, %j) {
        %u = pad.undef : f32
        affine.store %u, %B[%i, %j] : memref<10x10xf32>
      }
      affine.if affine_set<(d0, d1) : (d1 == 0)>(%i, %j) {
        %u = pad.undef : f32
        affine.store %u, %B[%i, %j] : memref<10x10xf32>
      }
    }
  }
  func.return
}

// Indices that are not affine operands.
// CHECK-LABEL: @plain_load
// CHECK: scf.for
// CHECK-NOT: scf.if
// CLAMP: arith.minsi %i, %
// WRAP: arith.floordivsi %i, %
// CHECK: memref.load %A
// CHECK-NOT: scf.if
// CHECK: affine.for
func.func @plain_load(%A: memref<6xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %c = arith.cmpi slt, %i, %c6 : index
    scf.if %c {
      %a = memref.load %A[%i] : memref<6xi32>
      memref.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 6 to 8 {
    affine.store %zero, %B[%i] : memref<8xi32>
  }
  func.return
}

// The minimum with a size that is an argument; `pad.size` says that it is not 0.
// CLAMP-LABEL: @symbolic
// CLAMP-NOT: affine.if
// CLAMP: %[[C0:.*]] = arith.constant 0 : index
// CLAMP-NEXT: %[[N:.*]] = memref.dim %A, %[[C0]]
// CLAMP-NEXT: %[[I:.*]] = affine.min affine_map<(d0, d1) -> (d0, d1 - 1)>(%i, %[[N]])
// CLAMP-NEXT: memref.load %A[%[[I]]]
// An index that is at most one size beyond is wrapped by that size.
// WRAP-LABEL: @symbolic
// WRAP-NOT: affine.if
// WRAP: %[[C0:.*]] = arith.constant 0 : index
// WRAP-NEXT: %[[N:.*]] = memref.dim %A, %[[C0]]
// WRAP-NEXT: %[[BEYOND:.*]] = arith.cmpi sge, %i, %[[N]] : index
// WRAP-NEXT: %[[LESS:.*]] = arith.subi %i, %[[N]] : index
// WRAP-NEXT: %[[I:.*]] = arith.select %[[BEYOND]], %[[LESS]], %i : index
// WRAP-NEXT: memref.load %A[%[[I]]]
func.func @symbolic(%A: memref<?xi32>, %n: index {pad.size = [{of = "A", dim = 0, min = 6, max = 8}]}, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<?xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 8 {
    affine.store %zero, %B[%i] : memref<8xi32>
  }
  func.return
}

// A local buffer gets two cells more, which are written first; without a contract they are undef.
// EXTEND-LABEL: @local
// EXTEND: %t = memref.alloc() : memref<8xi32>
// EXTEND-NEXT: affine.for %[[K:.*]] = 0 to 2 {
// EXTEND-NEXT: %[[U:.*]] = pad.undef : i32
// EXTEND-NEXT: affine.store %[[U]], %t[%[[K]] + 6] : memref<8xi32>
// EXTEND: affine.for %[[I:.*]] = 0 to 8 {
// EXTEND-NEXT: affine.load %t[%[[I]]] : memref<8xi32>
// EXTEND-NEXT: affine.store
func.func @local(%A: memref<6xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloc() : memref<6xi32>
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi32>
    affine.store %a, %t[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %t[%i] : memref<6xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  memref.dealloc %t : memref<6xi32>
  affine.for %i = 6 to 8 {
    affine.store %zero, %B[%i] : memref<8xi32>
  }
  func.return
}

// With one they are what the padding holds, and a sum may read them; the contract tells the extents.
// EXTEND-LABEL: @local_padding
// EXTEND: %t = memref.alloc() {{.*}}[0 : i32], {extents = [5, 4]}>>} : memref<5x4xi32>
// EXTEND-NEXT: affine.for %[[IO:.*]] = 0 to 1 {
// EXTEND-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// EXTEND-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// EXTEND-NEXT: affine.store %[[ZERO]], %t[%[[IO]] + 4, %[[II]]] : memref<5x4xi32>
// EXTEND: pad.stage = "compute"
// EXTEND-NOT: affine.if
// EXTEND: func.return
func.func @local_padding(%A: memref<4x4xi32>, %B: memref<1xi32>) {
  %t = memref.alloc() {pad.logical = memref<16xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0 : i32], {}>>} : memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<4x4xi32>
      affine.store %a, %t[%i, %j] : memref<4x4xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (3 - d0 >= 0)>(%i, %j) {
        %b = affine.load %B[0] : memref<1xi32>
        %a = affine.load %t[%i, %j] : memref<4x4xi32>
        %s = arith.addi %b, %a : i32
        affine.store %s, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "sum"}
  memref.dealloc %t : memref<4x4xi32>
  func.return
}

// A write that leaves what its cell holds may be at any cell, as long as it is the one that was read.
// CHECK-LABEL: @update
// CLAMP: affine.if
// WRAP-NOT: affine.if
// WRAP: affine.load %B[%[[I:.*]] mod 6]
// WRAP: affine.store %{{.*}}, %B[%[[I]] mod 6]
// WRAP-NOT: affine.if
// CHECK: pad.stage = "compute"
// EXTEND-LABEL: @update
// EXTEND: affine.if
func.func @update(%A: memref<8xi32>, %B: memref<6xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 6 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %b = affine.load %B[%i] : memref<6xi32>
      %a = affine.load %A[%i] : memref<8xi32>
      %s = arith.addi %b, %a : i32
      affine.store %s, %B[%i] : memref<6xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// Sizes that are known and ones that are not, on both sides of the buffer; the size is one value, there already for %n.
// WRAP-LABEL: @border_of_sizes
// WRAP: %[[N:.*]] = memref.dim %A, %{{.*}}
// WRAP-NOT: affine.if
// WRAP: %[[X:.*]] = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
// WRAP-NEXT: %[[Y:.*]] = affine.apply affine_map<(d0) -> ((d0 - 1) mod 8)>(%j)
// WRAP-NEXT: %[[BEYOND:.*]] = arith.cmpi sge, %[[X]], %[[N]] : index
// WRAP-NEXT: %[[LESS:.*]] = arith.subi %[[X]], %[[N]] : index
// WRAP-NEXT: %[[FIRST:.*]] = arith.select %[[BEYOND]], %[[LESS]], %[[X]] : index
// WRAP-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// WRAP-NEXT: %[[BEFORE:.*]] = arith.cmpi slt, %[[FIRST]], %[[ZERO]] : index
// WRAP-NEXT: %[[MORE:.*]] = arith.addi %[[FIRST]], %[[N]] : index
// WRAP-NEXT: %[[ROW:.*]] = arith.select %[[BEFORE]], %[[MORE]], %[[FIRST]] : index
// WRAP-NEXT: memref.load %A[%[[ROW]], %[[Y]]] : memref<?x8xf32>
// WRAP-NOT: affine.if
// WRAP: pad.stage = "compute"
func.func @border_of_sizes(%A: memref<?x8xf32>, %B: memref<?x10xf32>, %m: index {pad.size = [{of = "A", dim = 0, min = 4}]}, %rows: index {pad.size = [{of = "B", dim = 0}]}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %A, %c0 : memref<?x8xf32>
  %more = arith.addi %n, %c2 : index
  %fits = arith.cmpi eq, %rows, %more : index
  pad.assume %fits : i1
  affine.for %i = 0 to affine_map<()[s0] -> (s0 + 2)>()[%n] {
    affine.for %j = 0 to 10 {
      affine.if affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, s0 - d0 >= 0, d1 - 1 >= 0, 8 - d1 >= 0)>(%i, %j)[%n] {
        %a = affine.load %A[%i - 1, %j - 1] : memref<?x8xf32>
        affine.store %a, %B[%i, %j] : memref<?x10xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to affine_map<()[s0] -> (s0 + 2)>()[%n] {
    affine.for %j = 0 to 10 {
      affine.if affine_set<(d0, d1)[s0] : (d0 - s0 - 1 == 0)>(%i, %j)[%n] {
        %u = pad.undef : f32
        affine.store %u, %B[%i, %j] : memref<?x10xf32>
      }
      affine.if affine_set<(d0, d1) : (d0 == 0)>(%i, %j) {
        %u = pad.undef : f32
        affine.store %u, %B[%i, %j] : memref<?x10xf32>
      }
      affine.if affine_set<(d0, d1) : (d1 - 9 == 0)>(%i, %j) {
        %u = pad.undef : f32
        affine.store %u, %B[%i, %j] : memref<?x10xf32>
      }
      affine.if affine_set<(d0, d1) : (d1 == 0)>(%i, %j) {
        %u = pad.undef : f32
        affine.store %u, %B[%i, %j] : memref<?x10xf32>
      }
    }
  }
  func.return
}

// A write wraps with the read of its cell, in loops that are not affine too.
// WRAP-LABEL: @update_of_a_size
// WRAP: %[[N:.*]] = memref.dim %B, %{{.*}}
// WRAP-NOT: scf.if
// WRAP: %[[BEYOND:.*]] = arith.cmpi sge, %[[K:[a-z_0-9]+]], %[[N]] : index
// WRAP-NEXT: %[[LESS:.*]] = arith.subi %[[K]], %[[N]] : index
// WRAP-NEXT: %[[I:.*]] = arith.select %[[BEYOND]], %[[LESS]], %[[K]] : index
// WRAP-NEXT: memref.load %B[%[[I]]]
// WRAP: %[[BEYOND:.*]] = arith.cmpi sge, %[[K]], %[[N]] : index
// WRAP-NEXT: %[[LESS:.*]] = arith.subi %[[K]], %[[N]] : index
// WRAP-NEXT: %[[I:.*]] = arith.select %[[BEYOND]], %[[LESS]], %[[K]] : index
// WRAP-NEXT: memref.store %{{.*}}, %B[%[[I]]]
// WRAP-NOT: scf.if
// WRAP: pad.stage = "compute"
func.func @update_of_a_size(%A: memref<12xi32>, %B: memref<?xi32>, %n: index {pad.size = [{of = "B", dim = 0, min = 6, max = 12}]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  affine.for %i = 0 to 12 {
    %a = affine.load %A[%i] : memref<12xi32>
    %zero = arith.constant 0 : i32
    %c = arith.cmpi eq, %a, %zero : i32
    %d = arith.cmpi slt, %i, %n : index
    %e = arith.ori %c, %d : i1
    pad.assume %e : i1
  }
  scf.for %i = %c0 to %c12 step %c1 {
    %c = arith.cmpi slt, %i, %n : index
    scf.if %c {
      %b = memref.load %B[%i] : memref<?xi32>
      %a = memref.load %A[%i] : memref<12xi32>
      %s = arith.addi %b, %a : i32
      memref.store %s, %B[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
