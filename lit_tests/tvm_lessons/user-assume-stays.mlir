// TVM (section 1): once Simplify has used an assume, it replaces the condition by true, so that the next pass
// knows nothing. Right (RFC 77): a user's assume stays, as it is or in simpler words, until it is lowered.
// RUN: pad-opt %s -p canonicalize,pad-simplify,pad-remove-no-op,pad-simplify,cse,canonicalize -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-opt %t.mlir -p pad-remove-assume | filecheck %s --check-prefix=LOWERED
// LOWERED-NOT: pad.assume

// The load that it is about becomes 0, the one that says so does not.
// CHECK-LABEL: @data
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[A:.*]] = affine.load %A[14]
// CHECK-NEXT: %[[SAME:.*]] = arith.cmpi eq, %[[A]], %[[ZERO]]
// CHECK-NEXT: pad.assume %[[SAME]] {pad.user}
// CHECK-NOT: affine.load
// CHECK: func.return %[[ZERO]]
func.func @data(%A: memref<16xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %a = affine.load %A[14] : memref<16xi32>
  %same = arith.cmpi eq, %a, %zero : i32
  pad.assume %same {pad.user} : i1
  %b = affine.load %A[14] : memref<16xi32>
  func.return %b : i32
}

// CHECK-LABEL: @size
// CHECK: %[[LESS:.*]] = arith.cmpi slt, %n, %{{.*}} : index
// CHECK-NEXT: pad.assume %[[LESS]] {pad.user}
// CHECK-NOT: if
// CHECK: affine.store
func.func @size(%A: memref<16xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  %c14 = arith.constant 14 : index
  %less = arith.cmpi slt, %n, %c14 : index
  pad.assume %less {pad.user} : i1
  affine.if affine_set<()[s0] : (14 - s0 >= 0)>()[%n] {
    affine.store %zero, %A[0] : memref<16xi32>
  }
  func.return
}
