// Loops whose sizes are known at run time only are partitioned as those of known ones.
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4}' --validate-each --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @dilate
// CHECK: affine.for %i = 0 to min affine_map<(d0) -> (1, d0)>(%n) {
// CHECK: pad.stage = "dilate.head"
// CHECK: affine.for %i_1 = 1 to affine_map<(d0) -> (((d0 - 2) floordiv 64) * 64 + 1)>(%n) step 64 {
// CHECK: arith.maxsi {{.*}} : vector<64xi8>
// CHECK: pad.stage = "dilate.main"
// CHECK: affine.for %i_2 = max {{.*}} to affine_map<(d0) -> (d0 - 1)>(%n) step 64 {
// CHECK: vector.create_mask
// CHECK: arith.maxsi {{.*}} : vector<64xi8>
// CHECK: affine.for %{{.*}} = max affine_map<(d0) -> (1, d0 - 1)>(%n) to %n {
// CHECK: pad.stage = "dilate.tail"

// expected-remark@+1 {{loops are partitioned, as guards stay}}
func.func @dilate(%X: memref<?xi8>, %Y: memref<?xi8>,
    %n: index {pad.size = [{of = "X", dim = 0}, {of = "Y", dim = 0}]}) {
  %lowest = arith.constant -128 : i8
  // expected-remark@+1 {{loop 'i' split into head, main, tail}}
  affine.for %i = 0 to %n {
    // expected-remark@+4 {{loop 'i' not tiled: no tile is better than none}}
    // expected-remark@+3 {{loop 'k' not vectorized: the lower bound is not constant}}
    // expected-remark@+2 {{loop 'k' not vectorized: its 2 iterations are too few}}
    // expected-remark@+1 {{loop 'i' not tiled: the lower bound is not constant}}
    %m = affine.for %k = 0 to 3 iter_args(%a = %lowest) -> (i8) {
      %o = affine.if affine_set<(i, k)[n] : (i + k - 1 >= 0, n - i - k >= 0)>(%i, %k)[%n] -> i8 {
        %x = affine.load %X[%i + %k - 1] : memref<?xi8>
        %b = arith.maxsi %a, %x : i8
        affine.yield %b : i8
      } else {
        affine.yield %a : i8
      }
      affine.yield %o : i8
    }
    affine.store %m, %Y[%i] : memref<?xi8>
  } {pad.stage = "dilate"}
  func.return
}

// -----

// The least of two ends is computed before the loop, which then has vectors.
// CHECK-LABEL: func.func @windows
// CHECK: %[[END:.*]] = affine.min affine_map<(d0, d1) -> (d0 - d1 + 2, d0)>(%n, %k)
// CHECK: affine.for %{{.*}} = 1 to affine_map<()[s0] -> (((s0 - 1) floordiv 16) * 16 + 1)>()[%[[END]]] step 16 {
// CHECK: arith.addi {{.*}} : vector<16xi32>

// expected-remark@+1 {{loops are partitioned, as guards stay}}
func.func @windows(%X: memref<?xi32>, %Y: memref<?xi32>,
    %n: index {pad.size = [{of = "X", dim = 0}, {of = "Y", dim = 0}]}, %k: index) {
  %zero = arith.constant 0 : i32
  // expected-remark@+1 {{loop 'j' split into head, main, tail}}
  affine.for %j = 0 to %n {
    // expected-remark@+1 {{loop 'j' not tiled: no tile is better than none}}
    %s = affine.for %b = 0 to %k iter_args(%c = %zero) -> (i32) {
      %q = affine.if affine_set<(j, b)[n] : (j + b - 1 >= 0, n - j - b >= 0)>(%j, %b)[%n] -> i32 {
        %y = affine.load %X[%j + %b - 1] : memref<?xi32>
        %w = arith.addi %c, %y : i32
        affine.yield %w : i32
      } else {
        affine.yield %c : i32
      }
      affine.yield %q : i32
    }
    affine.store %s, %Y[%j] : memref<?xi32>
  } {pad.stage = "windows"}
  func.return
}

// -----

// In another block the ends stay.
// CHECK-LABEL: func.func @in_another_block
// CHECK: affine.for %{{.*}} = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m] {
func.func @in_another_block(%A: memref<?xf32>, %B: memref<?xf32>, %c: i1,
    %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index {pad.size = [{of = "B", dim = 0}]}) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  affine.for %i = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m] {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  } {pad.stage = "copy"}
  cf.br ^bb2
^bb2:
  func.return
}
