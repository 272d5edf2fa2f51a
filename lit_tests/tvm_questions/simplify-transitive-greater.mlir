// RUN: pad-opt %s -p pad-simplify | filecheck %s

// The same from above, and for what is equal or not.

// Question: TestRemoveTransitivelyProvableCondition[15]
// TVM: rewritten; whether p > r where p > q and q > r: it holds
// Here: rewritten
// CHECK-LABEL: @set_15
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_15(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sgt, %p, %q : index
  %second = arith.cmpi sgt, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[16]
// TVM: rewritten; whether p > r where p > q and q == r: it holds
// Here: rewritten
// CHECK-LABEL: @set_16
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_16(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sgt, %p, %q : i32
  %second = arith.cmpi eq, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[17]
// TVM: rewritten; whether p > r where p > q and q >= r: it holds
// Here: rewritten
// CHECK-LABEL: @set_17
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_17(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sgt, %p, %q : index
  %second = arith.cmpi sge, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[18]
// TVM: kept; whether p > r where p > q and q < r: nothing says so
// Here: kept
// CHECK-LABEL: @set_18
// CHECK: scf.if
// CHECK: arith.cmpi sgt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_18(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sgt, %p, %q : i32
  %second = arith.cmpi slt, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[19]
// TVM: kept; whether p > r where p > q and q <= r: nothing says so
// Here: kept
// CHECK-LABEL: @set_19
// CHECK: scf.if
// CHECK: arith.cmpi sgt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_19(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sgt, %p, %q : index
  %second = arith.cmpi sle, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[20]
// TVM: kept; whether p > r where p > q and q != r: nothing says so
// Here: kept
// CHECK-LABEL: @set_20
// CHECK: scf.if
// CHECK: arith.cmpi sgt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_20(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sgt, %p, %q : i32
  %second = arith.cmpi ne, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[21]
// TVM: rewritten; whether p > r where p >= q and q > r: it holds
// Here: rewritten
// CHECK-LABEL: @set_21
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_21(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sge, %p, %q : index
  %second = arith.cmpi sgt, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[22]
// TVM: kept; whether p == r where p >= q and q == r: nothing says so
// Here: kept
// CHECK-LABEL: @set_22
// CHECK: scf.if
// CHECK: arith.cmpi eq, %p, %r
// CHECK-NEXT: affine.store
func.func @set_22(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sge, %p, %q : i32
  %second = arith.cmpi eq, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi eq, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[23]
// TVM: rewritten; whether p >= r where p >= q and q == r: it holds
// Here: rewritten
// CHECK-LABEL: @set_23
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_23(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sge, %p, %q : index
  %second = arith.cmpi eq, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sge, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[24]
// TVM: rewritten; whether p >= r where p >= q and q >= r: it holds
// Here: rewritten
// CHECK-LABEL: @set_24
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_24(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sge, %p, %q : i32
  %second = arith.cmpi sge, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sge, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[25]
// TVM: kept; whether p > r where p >= q and q >= r: nothing says so
// Here: kept
// CHECK-LABEL: @set_25
// CHECK: scf.if
// CHECK: arith.cmpi sgt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_25(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sge, %p, %q : index
  %second = arith.cmpi sge, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[26]
// TVM: kept; whether p > r where p >= q and q < r: nothing says so
// Here: kept
// CHECK-LABEL: @set_26
// CHECK: scf.if
// CHECK: arith.cmpi sgt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_26(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sge, %p, %q : i32
  %second = arith.cmpi slt, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[27]
// TVM: kept; whether p > r where p >= q and q <= r: nothing says so
// Here: kept
// CHECK-LABEL: @set_27
// CHECK: scf.if
// CHECK: arith.cmpi sgt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_27(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi sge, %p, %q : index
  %second = arith.cmpi sle, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[28]
// TVM: kept; whether p > r where p >= q and q != r: nothing says so
// Here: kept
// CHECK-LABEL: @set_28
// CHECK: scf.if
// CHECK: arith.cmpi sgt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_28(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi sge, %p, %q : i32
  %second = arith.cmpi ne, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[29]
// TVM: rewritten; whether p != r where p == q and q != r: it holds
// Here: rewritten
// CHECK-LABEL: @set_29
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_29(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi eq, %p, %q : index
  %second = arith.cmpi ne, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi ne, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[30]
// TVM: rewritten; whether p != r where p == q and q < r: it holds
// Here: rewritten
// CHECK-LABEL: @set_30
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_30(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi eq, %p, %q : i32
  %second = arith.cmpi slt, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi ne, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[31]
// TVM: rewritten; whether p != r where p == q and q > r: it holds
// Here: rewritten
// CHECK-LABEL: @set_31
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_31(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi eq, %p, %q : index
  %second = arith.cmpi sgt, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi ne, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[32]
// TVM: kept; whether p < r where p == q and q != r: nothing says so
// Here: kept
// CHECK-LABEL: @set_32
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_32(%B: memref<3xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi eq, %p, %q : i32
  %second = arith.cmpi ne, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : i32
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[33]
// TVM: kept; whether p > r where p == q and q != r: nothing says so
// Here: kept
// CHECK-LABEL: @set_33
// CHECK: scf.if
// CHECK: arith.cmpi sgt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_33(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %first = arith.cmpi eq, %p, %q : index
  %second = arith.cmpi ne, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi sgt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}
