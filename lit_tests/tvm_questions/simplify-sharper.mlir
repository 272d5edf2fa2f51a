// RUN: pad-opt %s -p pad-simplify | filecheck %s

// A comparison that is not decided, but may be a sharper one: of `<` and `!=`, which follow from each other there, the
// one that is the cheaper to use stays.

// Question: TestMostRestrictiveConditional[0]
// TVM: rewritten; 5 <= p where p <= 5 is p == 5
// Here: rewritten
// CHECK-LABEL: @sharper_0
// CHECK: scf.if
// CHECK: %[[C:.*]] = arith.cmpi eq
// CHECK-NEXT: affine.store %[[C]], %B[2]
func.func @sharper_0(%B: memref<3xi1>, %p: i32, %q: i32) {
  %five = arith.constant 5 : i32
  %first = arith.cmpi sle, %p, %five : i32
  scf.if %first {
    %second = arith.cmpi sle, %five, %p : i32
    affine.store %second, %B[2] : memref<3xi1>
  }
  func.return
}

// Question: TestMostRestrictiveConditional[1]
// TVM: rewritten; p != 5 where p <= 5 is p < 5
// Here: rewritten
// CHECK-LABEL: @sharper_1
// CHECK: scf.if
// CHECK: %[[C:.*]] = arith.cmpi slt
// CHECK-NEXT: affine.store %[[C]], %B[2]
func.func @sharper_1(%B: memref<3xi1>, %p: index, %q: index) {
  %five = arith.constant 5 : index
  %first = arith.cmpi sle, %p, %five : index
  scf.if %first {
    %second = arith.cmpi ne, %p, %five : index
    affine.store %second, %B[2] : memref<3xi1>
  }
  func.return
}

// Question: TestMostRestrictiveConditional[2]
// TVM: rewritten; p <= 5 where p != 5 is p < 5
// Here: rewritten
// CHECK-LABEL: @sharper_2
// CHECK: scf.if
// CHECK: %[[C:.*]] = arith.cmpi slt
// CHECK-NEXT: affine.store %[[C]], %B[2]
func.func @sharper_2(%B: memref<3xi1>, %p: i32, %q: i32) {
  %five = arith.constant 5 : i32
  %first = arith.cmpi ne, %p, %five : i32
  scf.if %first {
    %second = arith.cmpi sle, %p, %five : i32
    affine.store %second, %B[2] : memref<3xi1>
  }
  func.return
}

// Question: TestMostRestrictiveConditional[3]
// TVM: rewritten; 5 <= p where p != 5 is 5 < p
// Here: rewritten
// CHECK-LABEL: @sharper_3
// CHECK: scf.if
// CHECK: %[[C:.*]] = arith.cmpi slt
// CHECK-NEXT: affine.store %[[C]], %B[2]
func.func @sharper_3(%B: memref<3xi1>, %p: index, %q: index) {
  %five = arith.constant 5 : index
  %first = arith.cmpi ne, %p, %five : index
  scf.if %first {
    %second = arith.cmpi sle, %five, %p : index
    affine.store %second, %B[2] : memref<3xi1>
  }
  func.return
}

// Question: TestMostRestrictiveConditional[4]
// TVM: rewritten; q <= p where p <= q is q == p
// Here: rewritten
// CHECK-LABEL: @sharper_4
// CHECK: scf.if
// CHECK: %[[C:.*]] = arith.cmpi eq
// CHECK-NEXT: affine.store %[[C]], %B[2]
func.func @sharper_4(%B: memref<3xi1>, %p: i32, %q: i32) {
  %five = arith.constant 5 : i32
  %first = arith.cmpi sle, %p, %q : i32
  scf.if %first {
    %second = arith.cmpi sle, %q, %p : i32
    affine.store %second, %B[2] : memref<3xi1>
  }
  func.return
}

// Question: TestMostRestrictiveConditional[5]
// TVM: rewritten; p != q where p <= q is p < q
// Here: rewritten
// CHECK-LABEL: @sharper_5
// CHECK: scf.if
// CHECK: %[[C:.*]] = arith.cmpi slt
// CHECK-NEXT: affine.store %[[C]], %B[2]
func.func @sharper_5(%B: memref<3xi1>, %p: index, %q: index) {
  %five = arith.constant 5 : index
  %first = arith.cmpi sle, %p, %q : index
  scf.if %first {
    %second = arith.cmpi ne, %p, %q : index
    affine.store %second, %B[2] : memref<3xi1>
  }
  func.return
}

// Question: TestMostRestrictiveConditional[6]
// TVM: rewritten; p <= q where p != q is p < q
// Here: rewritten
// CHECK-LABEL: @sharper_6
// CHECK: scf.if
// CHECK: %[[C:.*]] = arith.cmpi slt
// CHECK-NEXT: affine.store %[[C]], %B[2]
func.func @sharper_6(%B: memref<3xi1>, %p: i32, %q: i32) {
  %five = arith.constant 5 : i32
  %first = arith.cmpi ne, %p, %q : i32
  scf.if %first {
    %second = arith.cmpi sle, %p, %q : i32
    affine.store %second, %B[2] : memref<3xi1>
  }
  func.return
}

// Question: TestMostRestrictiveConditional[7]
// TVM: rewritten; q <= p where p != q is q < p
// Here: rewritten
// CHECK-LABEL: @sharper_7
// CHECK: scf.if
// CHECK: %[[C:.*]] = arith.cmpi slt
// CHECK-NEXT: affine.store %[[C]], %B[2]
func.func @sharper_7(%B: memref<3xi1>, %p: index, %q: index) {
  %five = arith.constant 5 : index
  %first = arith.cmpi ne, %p, %q : index
  scf.if %first {
    %second = arith.cmpi sle, %q, %p : index
    affine.store %second, %B[2] : memref<3xi1>
  }
  func.return
}
