// RUN: pad-opt %s -p pad-simplify | filecheck %s

// With numbers added: an index does not wrap around. An index less than q is at most q - 1, so the sums are sharp.

// Question: TestRemoveTransitivelyProvableCondition[34]
// TVM: rewritten; whether p < r where p <= q - 1 and q < r: it holds
// Here: rewritten
// CHECK-LABEL: @set_34
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_34(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %cfirst_bound = arith.constant 1 : index
  %first_bound = arith.subi %q, %cfirst_bound : index
  %first = arith.cmpi sle, %p, %first_bound : index
  %second = arith.cmpi slt, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[35]
// TVM: rewritten; whether p < r where p <= q - 1 and q == r: it holds
// Here: rewritten
// CHECK-LABEL: @set_35
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_35(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %cfirst_bound = arith.constant 1 : index
  %first_bound = arith.subi %q, %cfirst_bound : index
  %first = arith.cmpi sle, %p, %first_bound : index
  %second = arith.cmpi eq, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[36]
// TVM: rewritten; whether p < r where p <= q - 1 and q <= r: it holds
// Here: rewritten
// CHECK-LABEL: @set_36
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_36(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %cfirst_bound = arith.constant 1 : index
  %first_bound = arith.subi %q, %cfirst_bound : index
  %first = arith.cmpi sle, %p, %first_bound : index
  %second = arith.cmpi sle, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[37]
// TVM: kept; whether p < r where p <= q - 1 and q > r: nothing says so
// Here: kept
// CHECK-LABEL: @set_37
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_37(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %cfirst_bound = arith.constant 1 : index
  %first_bound = arith.subi %q, %cfirst_bound : index
  %first = arith.cmpi sle, %p, %first_bound : index
  %second = arith.cmpi sgt, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[38]
// TVM: kept; whether p < r where p <= q - 1 and q >= r: nothing says so
// Here: kept
// CHECK-LABEL: @set_38
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_38(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %cfirst_bound = arith.constant 1 : index
  %first_bound = arith.subi %q, %cfirst_bound : index
  %first = arith.cmpi sle, %p, %first_bound : index
  %second = arith.cmpi sge, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[39]
// TVM: kept; whether p < r where p <= q - 1 and q != r: nothing says so
// Here: kept
// CHECK-LABEL: @set_39
// CHECK: scf.if
// CHECK: arith.cmpi slt, %p, %r
// CHECK-NEXT: affine.store
func.func @set_39(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %cfirst_bound = arith.constant 1 : index
  %first_bound = arith.subi %q, %cfirst_bound : index
  %first = arith.cmpi sle, %p, %first_bound : index
  %second = arith.cmpi ne, %q, %r : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[40]
// TVM: rewritten; whether p <= r + 12 where p <= q + 3 and q <= r + 9: it holds
// Here: rewritten
// CHECK-LABEL: @set_40
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_40(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %cfirst_bound = arith.constant 3 : index
  %first_bound = arith.addi %q, %cfirst_bound : index
  %first = arith.cmpi sle, %p, %first_bound : index
  %csecond_bound = arith.constant 9 : index
  %second_bound = arith.addi %r, %csecond_bound : index
  %second = arith.cmpi sle, %q, %second_bound : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %cthird_bound = arith.constant 12 : index
    %third_bound = arith.addi %r, %cthird_bound : index
    %third = arith.cmpi sle, %p, %third_bound : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[41]
// TVM: kept; whether p <= r + 11 where p <= q + 3 and q <= r + 9: nothing says so
// Here: kept
// CHECK-LABEL: @set_41
// CHECK: scf.if
// CHECK: arith.cmpi
// CHECK-NEXT: affine.store
func.func @set_41(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %cfirst_bound = arith.constant 3 : index
  %first_bound = arith.addi %q, %cfirst_bound : index
  %first = arith.cmpi sle, %p, %first_bound : index
  %csecond_bound = arith.constant 9 : index
  %second_bound = arith.addi %r, %csecond_bound : index
  %second = arith.cmpi sle, %q, %second_bound : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %cthird_bound = arith.constant 11 : index
    %third_bound = arith.addi %r, %cthird_bound : index
    %third = arith.cmpi sle, %p, %third_bound : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[42]
// TVM: rewritten; whether p < r + 9 where p < q + 4 and q < r + 6: it holds
// Here: rewritten
// CHECK-LABEL: @set_42
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[1]
func.func @set_42(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %cfirst_bound = arith.constant 4 : index
  %first_bound = arith.addi %q, %cfirst_bound : index
  %first = arith.cmpi slt, %p, %first_bound : index
  %csecond_bound = arith.constant 6 : index
  %second_bound = arith.addi %r, %csecond_bound : index
  %second = arith.cmpi slt, %q, %second_bound : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %cthird_bound = arith.constant 9 : index
    %third_bound = arith.addi %r, %cthird_bound : index
    %third = arith.cmpi slt, %p, %third_bound : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}

// Question: TestRemoveTransitivelyProvableCondition[43]
// TVM: kept; whether p < r + 8 where p < q + 4 and q < r + 6: nothing says so
// Here: kept
// CHECK-LABEL: @set_43
// CHECK: scf.if
// CHECK: arith.cmpi
// CHECK-NEXT: affine.store
func.func @set_43(%B: memref<3xi1>, %p: index, %q: index, %r: index) {
  %cfirst_bound = arith.constant 4 : index
  %first_bound = arith.addi %q, %cfirst_bound : index
  %first = arith.cmpi slt, %p, %first_bound : index
  %csecond_bound = arith.constant 6 : index
  %second_bound = arith.addi %r, %csecond_bound : index
  %second = arith.cmpi slt, %q, %second_bound : index
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %cthird_bound = arith.constant 8 : index
    %third_bound = arith.addi %r, %cthird_bound : index
    %third = arith.cmpi slt, %p, %third_bound : index
    affine.store %third, %B[1] : memref<3xi1>
  }
  func.return
}
