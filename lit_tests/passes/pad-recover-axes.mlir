// RUN: pad-opt %s -p pad-recover-axes --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @scale
// CHECK: %[[CELLS:.*]] = memref.dim %A, %{{.*}} : memref<?xf32>
// CHECK: %[[WIDTH:.*]] = arith.maxsi %m, %{{.*}} : index
// CHECK-NEXT: %[[ROWS:.*]] = arith.divui %[[CELLS]], %[[WIDTH]] : index
// CHECK-NEXT: %[[A:.*]] = memref.reinterpret_cast %A to offset: [0], sizes: [%[[ROWS]], %[[WIDTH]]], strides: [%[[WIDTH]], 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1]>>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %n {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to %m {
// CHECK-NEXT: %[[V:.*]] = memref.load %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: arith.addf %[[V]], %[[V]]
// CHECK-NEXT: memref.store %{{.*}}, %[[A]][%[[I]], %[[J]]]
func.func @scale(%A: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %row = arith.muli %i, %m : index
      %at = arith.addi %row, %j : index
      // expected-remark@+1 {{A has rows of m elements}}
      %a = memref.load %A[%at] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      memref.store %b, %A[%at] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Three axes, written in two ways; the buffer has a size that is known.
// CHECK-LABEL: @three
// CHECK: %[[A:.*]] = memref.reinterpret_cast %A to offset: [0], sizes: [%{{.*}}, %{{.*}}, %{{.*}}], strides: [%{{.*}}, %{{.*}}, 1] : memref<4096xi32> to memref<?x?x?xi32, strided<[?, ?, 1]>>
// CHECK: %[[B:.*]] = memref.reinterpret_cast %B
// CHECK: memref.load %[[A]][%[[I:[a-z]+]], %[[J:[a-z]+]], %[[K:[a-z]+]]]
// CHECK: memref.store %{{.*}}, %[[B]][%[[I]], %[[J]], %[[K]]]
func.func @three(%A: memref<4096xi32>, %B: memref<?xi32>, %n: index, %m: index, %l: index) {
  %ml = arith.muli %m, %l : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %l {
        %r = arith.muli %i, %ml : index
        %s = arith.muli %j, %l : index
        %q = arith.addi %r, %s : index
        %p = arith.addi %q, %k : index
        // expected-remark@+1 {{A has rows of m x l elements}}
        %a = memref.load %A[%p] : memref<4096xi32>
        %t = arith.muli %i, %m : index
        %u = arith.addi %t, %j : index
        %v = arith.muli %u, %l : index
        %w = arith.addi %v, %k : index
        // expected-remark@+1 {{B has rows of m x l elements}}
        memref.store %a, %B[%w] : memref<?xi32>
      }
    }
  }
  func.return
}

// -----

// Places that are shifted, where one of them comes to the end of the row; a local buffer; loops of scf.
// CHECK-LABEL: @shifted
// CHECK: %[[A:.*]] = memref.reinterpret_cast %A
// CHECK: %[[B:.*]] = memref.reinterpret_cast %B
// CHECK: memref.load %[[A]][%[[I:[a-z]+]], %[[J:[a-z]+]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[J]], %{{.*}} : index
// CHECK: memref.load %[[A]][%[[I]], %[[NEXT]]]
// CHECK: memref.dealloc %B : memref<?xi32>
func.func @shifted(%A: memref<?xi32>, %n: index, %m: index, %size: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %B = memref.alloc(%size) : memref<?xi32>
  %last = arith.subi %m, %c1 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %row = arith.muli %i, %m : index
    scf.for %j = %c0 to %last step %c1 {
      %at = arith.addi %row, %j : index
      %next = arith.addi %at, %c1 : index
      // expected-remark@+1 {{A has rows of m elements}}
      %a = memref.load %A[%at] : memref<?xi32>
      %b = memref.load %A[%next] : memref<?xi32>
      %c = arith.addi %a, %b : i32
      memref.store %c, %A[%at] : memref<?xi32>
    }
    scf.for %j = %c0 to %m step %c1 {
      %at = arith.addi %row, %j : index
      // expected-remark@+1 {{B has rows of m elements}}
      memref.store %one, %B[%at] : memref<?xi32>
    }
  }
  memref.dealloc %B : memref<?xi32>
  func.return
}

// -----

// Nothing is said of what is not a product of sizes.
// CHECK-LABEL: @affine
// CHECK-NOT: reinterpret_cast
func.func @affine(%A: memref<?xf32>, %I: memref<?xindex>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
    %k = memref.load %I[%i] : memref<?xindex>
    memref.store %x, %A[%k] : memref<?xf32>
  }
  func.return
}
