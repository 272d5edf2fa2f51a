// Loops are partitioned where a guard stays and the code is estimated to be so much faster.
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4}' --validate-each --verify-diagnostics | filecheck %s
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4 guards=overcompute}' 2>&1 | filecheck %s --check-prefix=BOUNDS
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4 layouts="X: (i) -> (i) pad=undef extents=[256]"}' 2>&1 | filecheck %s --check-prefix=UNDEF
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4 guards=partition layouts=auto}' 2>&1 | filecheck %s --check-prefix=PARTS

// CHECK-LABEL: func.func @dilate
// CHECK: affine.for %i = 0 to 1 {
// CHECK-NEXT: affine.for %k = 1 to 3
// CHECK: pad.stage = "dilate.head"
// CHECK: affine.for %i_1 = 1 to 209 step 208 {
// CHECK: affine.for %k_1 = 0 to 3
// CHECK: arith.maxsi {{.*}} : vector<64xi8>
// CHECK: pad.stage = "dilate.main"
// CHECK: affine.for %i_2 = 209 to 210 {
// CHECK-NEXT: affine.for %k_2 = 0 to 2

// Where overcompute is asked for, the guard becomes bounds, and there are no vectors.
// BOUNDS-LABEL: func.func @dilate
// BOUNDS: affine.for %i = 0 to 210 {
// BOUNDS-NEXT: affine.for %k = max {{.*}} to min
// BOUNDS-NOT: vector

// A layout that leaves the guard is no better.
// UNDEF: layout X: (i) -> (i) pad=undef extents=[256] not applied to X
// UNDEF: loops are partitioned, as guards stay
// UNDEF: pad.stage = "dilate.main"

// The parts of a stage have names of their own when layouts are tried after that.
// PARTS: no layout applied to the buffers of @dilate: none is estimated to be faster
// PARTS: pad.stage = "dilate.main"

// expected-remark@+1 {{loops are partitioned, as guards stay: estimated cycles: 13; with them as loop bounds: 1980}}
func.func @dilate(%X: memref<210xi8>, %Y: memref<210xi8>) {
  %lowest = arith.constant -128 : i8
  // expected-remark@+1 {{loop 'i' split into head, main, tail; its 10 operations become 21}}
  affine.for %i = 0 to 210 {
    // expected-remark@+2 {{its 2 iterations are too few for a vector}}
    // expected-remark@+1 {{no tile is better than none}}
    %m = affine.for %k = 0 to 3 iter_args(%a = %lowest) -> (i8) {
      %n = affine.if affine_set<(i, k) : (i + k - 1 >= 0, 210 - i - k >= 0)>(%i, %k) -> i8 {
        %x = affine.load %X[%i + %k - 1] : memref<210xi8>
        %b = arith.maxsi %a, %x : i8
        affine.yield %b : i8
      } else {
        affine.yield %a : i8
      }
      affine.yield %n : i8
    }
    affine.store %m, %Y[%i] : memref<210xi8>
  } {pad.stage = "dilate"}
  func.return
}
