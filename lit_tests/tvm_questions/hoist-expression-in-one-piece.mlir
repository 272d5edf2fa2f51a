// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=if-else-stmt,if-else-expr bindings=none}' --split-input-file | filecheck %s

// Question: TestSuppressSplittingConditional
// TVM: rewritten; without the flag for parts an `and` moves whole
// Here: rewritten
// CHECK-LABEL: @in_one_piece
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NOT: affine.for
// CHECK: scf.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
func.func @in_one_piece(%m: memref<6x9xi32>, %v: i32) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      affine.for %t = 0 to 2 {
        %column = arith.cmpi ule, %c, %c7 : index
        %row = arith.cmpi uge, %r, %c1 : index
        %both = arith.andi %column, %row : i1
        scf.if %both {
          affine.store %v, %m[%r, %c] : memref<6x9xi32>
        }
      }
    }
  }
  func.return
}
