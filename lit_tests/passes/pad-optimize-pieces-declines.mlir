// Guards on rows cost little: loops are not partitioned for them.
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4}' --validate-each | filecheck %s

// CHECK-LABEL: func.func @rows
// CHECK-NOT: pad.stage = "rows.main"
// CHECK: affine.for %t = 0 to 40
// CHECK: affine.for %c = 0 to 32
// CHECK: affine.for %q = 0 to min
// CHECK: vector<16xi32>
func.func @rows(%X: memref<40x32xi32>, %Y: memref<40x32xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %t = 0 to 40 {
    affine.for %c = 0 to 32 {
      %s = affine.for %q = 0 to 4 iter_args(%a = %zero) -> (i32) {
        %n = affine.if affine_set<(t, q) : (t - q >= 0)>(%t, %q) -> i32 {
          %x = affine.load %X[%t - %q, %c] : memref<40x32xi32>
          %m = arith.addi %a, %x : i32
          affine.yield %m : i32
        } else {
          affine.yield %a : i32
        }
        affine.yield %n : i32
      }
      affine.store %s, %Y[%t, %c] : memref<40x32xi32>
    }
  } {pad.stage = "rows"}
  func.return
}
