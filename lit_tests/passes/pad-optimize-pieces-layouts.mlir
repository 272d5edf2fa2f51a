// Whole vectors gain something while the guard stays; partitioned loops without a layout gain more.
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4 layouts="X: (i, j) -> (i, j) pad=undef extents=[40, 32]; Y: (i, j) -> (i, j) pad=undef extents=[40, 32]"}' --validate-each 2>&1 | filecheck %s

// CHECK: layout X: {{.*}} not applied to X and Y with its loops as they are: estimated cycles: {{.*}}; partitioned loops without a layout take
// CHECK: no layout applied to X and Y: no layout is faster: partitioned loops without a layout take
// CHECK: loops are partitioned, as guards stay
// CHECK: func.func @rows(%X: memref<40x27xi32>, %Y: memref<40x27xi32>)
// CHECK: pad.stage = "rows.main"
func.func @rows(%X: memref<40x27xi32>, %Y: memref<40x27xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %t = 0 to 40 {
    affine.for %c = 0 to 27 {
      %s = affine.for %q = 0 to 4 iter_args(%a = %zero) -> (i32) {
        %n = affine.if affine_set<(t, q) : (t - q >= 0)>(%t, %q) -> i32 {
          %x = affine.load %X[%t - %q, %c] : memref<40x27xi32>
          %m = arith.addi %a, %x : i32
          affine.yield %m : i32
        } else {
          affine.yield %a : i32
        }
        affine.yield %n : i32
      }
      affine.store %s, %Y[%t, %c] : memref<40x27xi32>
    }
  } {pad.stage = "rows"}
  func.return
}
