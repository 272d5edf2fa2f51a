// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=if-else-stmt}' --split-input-file | filecheck %s

// `boolean-expression` takes each i1, the condition of a select too: of TVM's it takes the parts of an `and`. So it is off.

// Question: TestHoistToTop[0]
// TVM: rewritten; an if on an argument comes around the loop, with the flag for ifs alone
// Here: rewritten
// CHECK-LABEL: @top_stmt
// CHECK: scf.if
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @top_stmt(%out: memref<25xf32>, %x: f32, %mode: i32) {
  %three = arith.constant 3 : i32
  affine.for %i = 0 to 25 {
    %on = arith.cmpi ne, %mode, %three : i32
    scf.if %on {
      affine.store %x, %out[%i] : memref<25xf32>
    }
  }
  func.return
}

// -----

// Question: TestSuppressHoistIfElseExpr
// TVM: kept; a conditional value stays without the flag for these
// Here: kept
// CHECK-LABEL: @chosen_in_place
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
func.func @chosen_in_place(%m: memref<6x9xf64>, %x: f64, %y: f64) {
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 9 {
      %v = affine.if affine_set<(d0) : (3 - d0 >= 0)>(%r) -> f64 {
        affine.yield %x : f64
      } else {
        affine.yield %y : f64
      }
      affine.store %v, %m[%r, %c] : memref<6x9xf64>
    }
  }
  func.return
}
