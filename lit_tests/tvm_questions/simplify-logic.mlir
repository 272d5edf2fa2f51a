// RUN: pad-opt %s -p pad-simplify | filecheck %s

// Conditions of several parts, which decide each other.

// Question: TestSuppressTransitivelyProvableCondition
// TVM: kept; with the option off, two comparisons do not decide a third
// Here: rewritten, more: pad-simplify has no such option; what is proven is used
// CHECK-LABEL: @without_an_option
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]]
func.func @without_an_option(%B: memref<2xi1>, %p: i32, %q: i32, %r: i32) {
  %first = arith.cmpi slt, %p, %q : i32
  %second = arith.cmpi slt, %q, %r : i32
  %both = arith.andi %first, %second : i1
  scf.if %both {
    %third = arith.cmpi slt, %p, %r : i32
    affine.store %third, %B[1] : memref<2xi1>
  }
  func.return
}

// Question: TestRewriteAsAndOfOrs
// TVM: rewritten; with the option on, a or (b and c) becomes (a or b) and (a or c)
// Here: kept, on purpose: a form is replaced only by a cheaper one, and this one has an operation more; what it is for,
//   parts that decide each other across `and` and `or`, is found without it, see the cases below
// CHECK-LABEL: @or_of_and
// CHECK: %[[BOTH:.*]] = arith.andi %b, %c
// CHECK-NEXT: %[[ANY:.*]] = arith.ori %a, %[[BOTH]]
// CHECK-NEXT: affine.store %[[ANY]]
// CHECK-NEXT: func.return
func.func @or_of_and(%B: memref<2xi1>, %a: i1, %b: i1, %c: i1) {
  %both = arith.andi %b, %c : i1
  %any = arith.ori %a, %both : i1
  affine.store %any, %B[1] : memref<2xi1>
  func.return
}

// Question: TestSuppressRewriteAsAndOfOrs
// TVM: kept; with the option off, a or (b and c) stays
// Here: kept
// CHECK-LABEL: @or_of_and_loaded
// CHECK: arith.andi
// CHECK-NEXT: arith.ori
// CHECK-NEXT: affine.store
// CHECK-NEXT: func.return
func.func @or_of_and_loaded(%C: memref<5xi1>, %B: memref<2xi1>) {
  %a = affine.load %C[0] : memref<5xi1>
  %b = affine.load %C[2] : memref<5xi1>
  %c = affine.load %C[4] : memref<5xi1>
  %both = arith.andi %b, %c : i1
  %any = arith.ori %a, %both : i1
  affine.store %any, %B[1] : memref<2xi1>
  func.return
}

// Question: TestRewriteAsAndOfOrsWithTopLevelAnd
// TVM: rewritten; of (a or b) and (b or (a and c and d)), a conjunction of three disjunctions without a repeated one
// Here: rewritten, more: (a or b) and (b or (c and d)) says it with four operations instead of five
// CHECK-LABEL: @implied_disjunction
// CHECK: %[[FIRST:.*]] = arith.ori %a, %b
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %c, %d
// CHECK-NEXT: %[[SECOND:.*]] = arith.ori %b, %[[BOTH]]
// CHECK-NEXT: %[[ALL:.*]] = arith.andi %[[FIRST]], %[[SECOND]]
// CHECK-NEXT: affine.store %[[ALL]]
// CHECK-NEXT: func.return
func.func @implied_disjunction(%C: memref<5xi1>, %B: memref<2xi1>) {
  %a = affine.load %C[0] : memref<5xi1>
  %b = affine.load %C[1] : memref<5xi1>
  %c = affine.load %C[2] : memref<5xi1>
  %d = affine.load %C[3] : memref<5xi1>
  %first = arith.ori %a, %b : i1
  %ac = arith.andi %a, %c : i1
  %acd = arith.andi %ac, %d : i1
  %second = arith.ori %b, %acd : i1
  %both = arith.andi %first, %second : i1
  affine.store %both, %B[1] : memref<2xi1>
  func.return
}

// Question: TestRewriteAsAndOfOrsWithSimplificationBetweenGroups
// TVM: rewritten; of two disjunctions that differ in their last part one is left, as the one part implies the other
// Here: rewritten
// CHECK-LABEL: @implied_last_part
// CHECK-NOT: arith.andi
// CHECK-NOT: arith.cmpi ne
// CHECK: affine.store
// CHECK: func.return
func.func @implied_last_part(%B: memref<2xi1>, %i: i32, %j: i32, %k: i32) {
  %c3 = arith.constant 3 : i32
  %c14 = arith.constant 14 : i32
  %c25 = arith.constant 25 : i32
  %c40 = arith.constant 40 : i32
  %i_is = arith.cmpi eq, %i, %c3 : i32
  %j_is = arith.cmpi eq, %j, %c14 : i32
  %k_is = arith.cmpi eq, %k, %c25 : i32
  %k_is_not = arith.cmpi ne, %k, %c40 : i32
  %ij = arith.ori %i_is, %j_is : i1
  %first = arith.ori %ij, %k_is : i1
  %second = arith.ori %ij, %k_is_not : i1
  %both = arith.andi %first, %second : i1
  affine.store %both, %B[0] : memref<2xi1>
  func.return
}

// Question: TestRewriteAsAndOfOrsWithSimplificationBetweenReorderedGroups
// TVM: rewritten; the same where the parts of the second disjunction are in another order
// Here: rewritten
// CHECK-LABEL: @implied_part_in_another_order
// CHECK-NOT: arith.andi
// CHECK-NOT: arith.cmpi ne
// CHECK: affine.store
// CHECK: func.return
func.func @implied_part_in_another_order(%B: memref<2xi1>, %i: index, %j: index, %k: index) {
  %c3 = arith.constant 3 : index
  %c14 = arith.constant 14 : index
  %c25 = arith.constant 25 : index
  %c40 = arith.constant 40 : index
  %i_is = arith.cmpi eq, %i, %c3 : index
  %j_is = arith.cmpi eq, %j, %c14 : index
  %k_is = arith.cmpi eq, %k, %c25 : index
  %k_is_not = arith.cmpi ne, %k, %c40 : index
  %ij = arith.ori %i_is, %j_is : i1
  %first = arith.ori %ij, %k_is : i1
  %jk = arith.ori %j_is, %k_is_not : i1
  %second = arith.ori %jk, %i_is : i1
  %both = arith.andi %first, %second : i1
  affine.store %both, %B[0] : memref<2xi1>
  func.return
}

// Question: TestRewriteAsAndOfOrUsingSimplificationAcrossAnd
// TVM: rewritten; of three parts of a conjunction the last goes, which the first implies
// Here: rewritten
// CHECK-LABEL: @implied_across_a_part
// CHECK-NOT: arith.cmpi ne
// CHECK: affine.store
// CHECK: func.return
func.func @implied_across_a_part(%B: memref<2xi1>, %i: i32, %j: i32, %k: i32) {
  %c3 = arith.constant 3 : i32
  %c14 = arith.constant 14 : i32
  %c25 = arith.constant 25 : i32
  %c40 = arith.constant 40 : i32
  %k_is = arith.cmpi eq, %k, %c25 : i32
  %i_is = arith.cmpi eq, %i, %c3 : i32
  %j_is = arith.cmpi eq, %j, %c14 : i32
  %k_is_not = arith.cmpi ne, %k, %c40 : i32
  %ij = arith.ori %i_is, %j_is : i1
  %rest = arith.andi %ij, %k_is_not : i1
  %all = arith.andi %k_is, %rest : i1
  affine.store %all, %B[0] : memref<2xi1>
  func.return
}

// Question: TestRewriteAsAndOfOrUsingSimplificationWithinOr
// TVM: rewritten; of three parts of a disjunction the first goes, which implies the last
// Here: rewritten
// CHECK-LABEL: @implying_within_or
// CHECK: arith.cmpi
// CHECK-NOT: arith.constant 25
// CHECK: %[[ANY:.*]] = arith.ori
// CHECK-NEXT: affine.store %[[ANY]]
// CHECK: func.return
func.func @implying_within_or(%B: memref<2xi1>, %i: i32, %j: i32) {
  %c25 = arith.constant 25 : i32
  %c40 = arith.constant 40 : i32
  %c0 = arith.constant 0 : i32
  %i_is = arith.cmpi eq, %i, %c25 : i32
  %j_is = arith.cmpi eq, %j, %c0 : i32
  %i_is_not = arith.cmpi ne, %i, %c40 : i32
  %first = arith.ori %i_is, %j_is : i1
  %any = arith.ori %first, %i_is_not : i1
  affine.store %any, %B[0] : memref<2xi1>
  func.return
}

// Question: TestSimplifyRHSOfBooleanAndUsingLHS
// TVM: rewritten; the first part of a conjunction implies the second, which goes
// Here: rewritten
// CHECK-LABEL: @parts_0
// CHECK: %[[C:.*]] = arith.constant 6 : i32
// CHECK: %[[L:.*]] = arith.cmpi slt, %n, %[[C]]
// CHECK-NOT: arith.andi
// CHECK: affine.store %[[L]]
func.func @parts_0(%B: memref<2xi1>, %n: i32) {
  %first_number = arith.constant 6 : i32
  %second_number = arith.constant 11 : i32
  %first = arith.cmpi slt, %n, %first_number : i32
  %second = arith.cmpi slt, %n, %second_number : i32
  %result = arith.andi %first, %second : i1
  affine.store %result, %B[1] : memref<2xi1>
  func.return
}

// Question: TestSimplifyLHSOfBooleanAndUsingRHS
// TVM: rewritten; the second part of a conjunction implies the first, which goes
// Here: rewritten
// CHECK-LABEL: @parts_1
// CHECK: %[[C:.*]] = arith.constant 6 : i32
// CHECK: %[[L:.*]] = arith.cmpi slt, %n, %[[C]]
// CHECK-NOT: arith.andi
// CHECK: affine.store %[[L]]
func.func @parts_1(%B: memref<2xi1>, %n: i32) {
  %first_number = arith.constant 11 : i32
  %second_number = arith.constant 6 : i32
  %first = arith.cmpi slt, %n, %first_number : i32
  %second = arith.cmpi slt, %n, %second_number : i32
  %result = arith.andi %first, %second : i1
  affine.store %result, %B[1] : memref<2xi1>
  func.return
}

// Question: TestSimplifyRHSOfBooleanOrUsingLHS
// TVM: rewritten; the second part of a disjunction implies the first, and goes
// Here: rewritten
// CHECK-LABEL: @parts_2
// CHECK: %[[C:.*]] = arith.constant 11 : i32
// CHECK: %[[L:.*]] = arith.cmpi slt, %n, %[[C]]
// CHECK-NOT: arith.ori
// CHECK: affine.store %[[L]]
func.func @parts_2(%B: memref<2xi1>, %n: i32) {
  %first_number = arith.constant 11 : i32
  %second_number = arith.constant 6 : i32
  %first = arith.cmpi slt, %n, %first_number : i32
  %second = arith.cmpi slt, %n, %second_number : i32
  %result = arith.ori %first, %second : i1
  affine.store %result, %B[1] : memref<2xi1>
  func.return
}

// Question: TestSimplifyLHSOfBooleanOrUsingRHS
// TVM: rewritten; the first part of a disjunction implies the second, and goes
// Here: rewritten
// CHECK-LABEL: @parts_3
// CHECK: %[[C:.*]] = arith.constant 11 : i32
// CHECK: %[[L:.*]] = arith.cmpi slt, %n, %[[C]]
// CHECK-NOT: arith.ori
// CHECK: affine.store %[[L]]
func.func @parts_3(%B: memref<2xi1>, %n: i32) {
  %first_number = arith.constant 6 : i32
  %second_number = arith.constant 11 : i32
  %first = arith.cmpi slt, %n, %first_number : i32
  %second = arith.cmpi slt, %n, %second_number : i32
  %result = arith.ori %first, %second : i1
  affine.store %result, %B[1] : memref<2xi1>
  func.return
}

// Question: TestSimplifyRHSOfBooleanAndUsingLHSWithoutConst
// TVM: rewritten; as in a conjunction with numbers, with sums of an argument
// Here: rewritten
// CHECK-LABEL: @parts_4
// CHECK: %[[C:.*]] = arith.constant 6 : index
// CHECK: %[[S:.*]] = arith.addi %m, %[[C]]
// CHECK: %[[L:.*]] = arith.cmpi slt, %n, %[[S]]
// CHECK-NOT: arith.andi
// CHECK: affine.store %[[L]]
func.func @parts_4(%B: memref<2xi1>, %n: index, %m: index) {
  %first_number = arith.constant 6 : index
  %second_number = arith.constant 11 : index
  %first_sum = arith.addi %m, %first_number : index
  %second_sum = arith.addi %m, %second_number : index
  %first = arith.cmpi slt, %n, %first_sum : index
  %second = arith.cmpi slt, %n, %second_sum : index
  %result = arith.andi %first, %second : i1
  affine.store %result, %B[1] : memref<2xi1>
  func.return
}

// Question: TestSimplifyLHSOfBooleanAndUsingRHSWithoutConst
// TVM: rewritten; the same, its second part the sharper one
// Here: rewritten
// CHECK-LABEL: @parts_5
// CHECK: %[[C:.*]] = arith.constant 6 : index
// CHECK: %[[S:.*]] = arith.addi %m, %[[C]]
// CHECK: %[[L:.*]] = arith.cmpi slt, %n, %[[S]]
// CHECK-NOT: arith.andi
// CHECK: affine.store %[[L]]
func.func @parts_5(%B: memref<2xi1>, %n: index, %m: index) {
  %first_number = arith.constant 11 : index
  %second_number = arith.constant 6 : index
  %first_sum = arith.addi %m, %first_number : index
  %second_sum = arith.addi %m, %second_number : index
  %first = arith.cmpi slt, %n, %first_sum : index
  %second = arith.cmpi slt, %n, %second_sum : index
  %result = arith.andi %first, %second : i1
  affine.store %result, %B[1] : memref<2xi1>
  func.return
}

// Question: TestSimplifyRHSOfBooleanOrUsingLHSWithoutConst
// TVM: rewritten; as in a disjunction with numbers, with sums of an argument
// Here: rewritten
// CHECK-LABEL: @parts_6
// CHECK: %[[C:.*]] = arith.constant 11 : index
// CHECK: %[[S:.*]] = arith.addi %m, %[[C]]
// CHECK: %[[L:.*]] = arith.cmpi slt, %n, %[[S]]
// CHECK-NOT: arith.ori
// CHECK: affine.store %[[L]]
func.func @parts_6(%B: memref<2xi1>, %n: index, %m: index) {
  %first_number = arith.constant 11 : index
  %second_number = arith.constant 6 : index
  %first_sum = arith.addi %m, %first_number : index
  %second_sum = arith.addi %m, %second_number : index
  %first = arith.cmpi slt, %n, %first_sum : index
  %second = arith.cmpi slt, %n, %second_sum : index
  %result = arith.ori %first, %second : i1
  affine.store %result, %B[1] : memref<2xi1>
  func.return
}

// Question: TestSimplifyLHSOfBooleanOrUsingRHSWithoutConst
// TVM: rewritten; the same, its second part the weaker one
// Here: rewritten
// CHECK-LABEL: @parts_7
// CHECK: %[[C:.*]] = arith.constant 11 : index
// CHECK: %[[S:.*]] = arith.addi %m, %[[C]]
// CHECK: %[[L:.*]] = arith.cmpi slt, %n, %[[S]]
// CHECK-NOT: arith.ori
// CHECK: affine.store %[[L]]
func.func @parts_7(%B: memref<2xi1>, %n: index, %m: index) {
  %first_number = arith.constant 6 : index
  %second_number = arith.constant 11 : index
  %first_sum = arith.addi %m, %first_number : index
  %second_sum = arith.addi %m, %second_number : index
  %first = arith.cmpi slt, %n, %first_sum : index
  %second = arith.cmpi slt, %n, %second_sum : index
  %result = arith.ori %first, %second : i1
  affine.store %result, %B[1] : memref<2xi1>
  func.return
}
