// TVM (M8): exp runs over the padding, a crop and a padding with 0.0 after it cancel by shape, and the sum
// is 16 instead of 14 for zeros: exp(0.0) is left in the padding. Right: the padding that the sum
// relies on is written, and where it is not, the sum keeps its guard.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-apply-layouts,pad-sequential-buffer-access{stage=exp buffer=E},pad-sequential-buffer-access{stage=sum buffer=P},pad-sequential-buffer-access{stage=sum_of_exp buffer=E},pad-remove-branching-through-overcompute{stage=exp},pad-remove-branching-through-overcompute{stage=sum},pad-remove-branching-through-overcompute{stage=sum_of_exp},pad-remove-no-op,pad-simplify' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>

// exp and the sum run over all cells; the crop to C and the new padding of P stay.
// CHECK-LABEL: @exp_and_sum
// CHECK: math.exp
// CHECK: pad.stage = "exp"
// CHECK: affine.store %{{.*}}, %C
// CHECK: affine.store %{{.*}}, %P
// CHECK: pad.stage = "P_padding"
// CHECK-NOT: affine.if
// CHECK: affine.load %P[%{{.*}}, %{{.*}}] : memref<4x4xf32>
// CHECK-NOT: affine.if
// CHECK: pad.stage = "sum"
func.func @exp_and_sum(%A: memref<14xf32, #zeros>, %E: memref<14xf32, #any>, %C: memref<14xf32>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #zeros>
    %e = math.exp %a : f32
    affine.store %e, %E[%i] : memref<14xf32, #any>
  } {pad.stage = "exp"}
  pad.unpack %E into %C : memref<14xf32, #any> into memref<14xf32>
  %P = memref.alloc() : memref<14xf32, #zeros>
  pad.pack %C into %P : memref<14xf32> into memref<14xf32, #zeros>
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %i = 0 to 14 {
    %s = affine.load %S[0] : memref<1xf32>
    %p = affine.load %P[%i] : memref<14xf32, #zeros>
    %t = arith.addf %s, %p : f32
    affine.store %t, %S[0] : memref<1xf32>
  } {pad.stage = "sum"}
  memref.dealloc %P : memref<14xf32, #zeros>
  func.return
}

// Without the crop: the padding of E holds what exp left there.
// CHECK-LABEL: @sum_of_exp
// CHECK: affine.if
// CHECK: affine.load %E
// CHECK: pad.stage = "sum_of_exp"
func.func @sum_of_exp(%E: memref<14xf32, #any>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %S[0] : memref<1xf32>
  // expected-remark@+1 {{guard kept: without the guard, iteration [3, 2] is not shown to store the same value in S[0], which may be read later (E[3, 2] may hold anything)}}
  affine.for %i = 0 to 14 {
    %s = affine.load %S[0] : memref<1xf32>
    %e = affine.load %E[%i] : memref<14xf32, #any>
    %t = arith.addf %s, %e : f32
    affine.store %t, %S[0] : memref<1xf32>
  } {pad.stage = "sum_of_exp"}
  func.return
}
