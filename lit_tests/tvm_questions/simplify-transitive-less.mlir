// RUN: pad-opt %s -p pad-simplify | filecheck %s

// Two comparisons that give a third: p <= q and q < r. Integers that nothing is added to do not wrap.

// Question: TestRemoveTransitivelyProvableCondition[0]
// TVM: rewritten; whether 0 < q where 0 < p and p <= q: it holds
// Here: rewritten
// CHECK-LABEL: @set_0
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_0(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %zero = arith.constant 0 : i32
  %first = arith.cmpi slt, %zero, %p : i32
  %second = arith.cmpi sle, %p, %q : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %zero, %q : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[1]
// TVM: rewritten; whether p < r where p < q and q < r: it holds
// Here: rewritten
// CHECK-LABEL: @set_1
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_1(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi slt, %p, %q : index
  %second = arith.cmpi slt, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[2]
// TVM: rewritten; whether p < r where p < q and q == r: it holds
// Here: rewritten
// CHECK-LABEL: @set_2
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_2(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi slt, %p, %q : i32
  %second = arith.cmpi eq, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[3]
// TVM: rewritten; whether p < r where p < q and q <= r: it holds
// Here: rewritten
// CHECK-LABEL: @set_3
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_3(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi slt, %p, %q : index
  %second = arith.cmpi sle, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[4]
// TVM: kept; whether p < r where p < q and q > r: nothing says so
// Here: kept
// CHECK-LABEL: @set_4
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_4(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi slt, %p, %q : i32
  %second = arith.cmpi sgt, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[5]
// TVM: kept; whether p < r where p < q and q >= r: nothing says so
// Here: kept
// CHECK-LABEL: @set_5
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_5(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi slt, %p, %q : index
  %second = arith.cmpi sge, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[6]
// TVM: kept; whether p < r where p < q and q != r: nothing says so
// Here: kept
// CHECK-LABEL: @set_6
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_6(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi slt, %p, %q : i32
  %second = arith.cmpi ne, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[7]
// TVM: rewritten; whether p < r where p <= q and q < r: it holds
// Here: rewritten
// CHECK-LABEL: @set_7
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_7(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sle, %p, %q : index
  %second = arith.cmpi slt, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[8]
// TVM: kept; whether p == r where p <= q and q == r: nothing says so
// Here: kept
// CHECK-LABEL: @set_8
// CHECK: scf.if
// CHECK: arith.cmpi eq, %p, %r
// CHECK-NEXT: affine.store
func.func @set_8(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sle, %p, %q : i32
  %second = arith.cmpi eq, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi eq, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[9]
// TVM: rewritten; whether p <= r where p <= q and q == r: it holds
// Here: rewritten
// CHECK-LABEL: @set_9
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_9(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sle, %p, %q : index
  %second = arith.cmpi eq, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sle, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[10]
// TVM: rewritten; whether p <= r where p <= q and q <= r: it holds
// Here: rewritten
// CHECK-LABEL: @set_10
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_10(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sle, %p, %q : i32
  %second = arith.cmpi sle, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sle, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[11]
// TVM: kept; whether p < r where p <= q and q <= r: nothing says so
// Here: kept
// CHECK-LABEL: @set_11
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_11(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sle, %p, %q : index
  %second = arith.cmpi sle, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[12]
// TVM: kept; whether p < r where p <= q and q > r: nothing says so
// Here: kept
// CHECK-LABEL: @set_12
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_12(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sle, %p, %q : i32
  %second = arith.cmpi sgt, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[13]
// TVM: kept; whether p < r where p <= q and q >= r: nothing says so
// Here: kept
// CHECK-LABEL: @set_13
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_13(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sle, %p, %q : index
  %second = arith.cmpi sge, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[14]
// TVM: kept; whether p < r where p <= q and q != r: nothing says so
// Here: kept
// CHECK-LABEL: @set_14
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_14(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sle, %p, %q : i32
  %second = arith.cmpi ne, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}
