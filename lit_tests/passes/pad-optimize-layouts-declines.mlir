// RUN: pad-opt %s -p 'pad-optimize{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=1.0 max-padding=0.1}' --split-input-file --verify-diagnostics | filecheck %s
// RUN: not pad-opt %s -p 'pad-optimize{buffer=A}' 2>&1 | filecheck %s --check-prefix=ALONE
// RUN: not pad-opt %s -p 'pad-optimize{pad=0.0}' 2>&1 | filecheck %s --check-prefix=NOTHING
// RUN: not pad-opt %s -p 'pad-optimize{buffer=A map="(i) -> (i)" max-padding=-1}' 2>&1 | filecheck %s --check-prefix=LIMIT
// RUN: not pad-opt %s -p 'pad-optimize{max-padding=lots}' 2>&1 | filecheck %s --check-prefix=ALSO-ALONE
// RUN: not pad-opt %s -p 'pad-optimize{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=1.0 target-cpu=nativ}' 2>&1 | filecheck %s --check-prefix=CPU
// RUN: not pad-opt %s -p 'pad-optimize{max-waste=-1}' 2>&1 | filecheck %s --check-prefix=WASTE
// RUN: not pad-opt %s -p 'pad-optimize{buffer=A map="(i) -> (i floordiv 2)"}' 2>&1 | filecheck %s --check-prefix=MAP
// RUN: not pad-opt %s -p 'pad-optimize{buffer=A map="(i) -> (i)" stage=other}' 2>&1 | filecheck %s --check-prefix=STAGE
// RUN: not pad-opt %s -p 'pad-optimize{extents=[16]}' 2>&1 | filecheck %s --check-prefix=EXTENTS
// RUN: not pad-opt %s -p 'pad-optimize{buffer=A map="(i) -> (i)","(i) -> (i + 1)" extents=[16]}' 2>&1 | filecheck %s --check-prefix=EXTENTS-OF-ONE
// ALONE: error: pad-optimize: give both buffer and map, the buffers to lay out and the layouts to try
// NOTHING: error: pad-optimize: stage and pad are about buffers to lay out: give buffer and map
// EXTENTS: error: pad-optimize: extents are those of a layout: give buffer and map
// EXTENTS-OF-ONE: error: pad-optimize: extents is allowed only with one buffer and one map; give layouts, with extents for each buffer
// LIMIT: error: pad-optimize: max-padding is -1.0, but must be a number >= 0, or inf
// ALSO-ALONE: error: pad-optimize: max-padding is lots, but must be a number >= 0, or inf
// CPU-NOT: remark
// CPU: error: {{.*}}nativ
// WASTE: error: pad-optimize: max-waste is -1.0, but must be a number >= 0, or inf
// MAP: error: A cannot get this layout: (i) -> (i // 2) is not injective on [14]
// STAGE: error: there is no stage 'other' in @sum; its stages are: compute

// With 1.0 in the padding the guard would have to stay; without padding there is none.
// CHECK-LABEL: @sum
// CHECK-SAME: %A: memref<14xf32>
// CHECK: affine.for %i = 0 to 14
// CHECK-NOT: affine.if
// expected-remark@+2 {{layout (i) -> (i floordiv 4, i mod 4) not applied to A: guards left: 1 (1 of them as loop bounds), instances added: 0, bytes of padding: 8, bytes of data: 56; guards left without a layout: 0}}
// expected-remark@+1 {{no layout applied to A: no layout is as good: guards left without a layout: 0; in the order of A, stage 'compute': guard kept: without the guard, iteration [3, 2] is not shown to store the same value in B[0], which may be read later}}
func.func @sum(%A: memref<14xf32>, %B: memref<1xf32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<14xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %B[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Nothing is in the way of this one but its padding: 8 bytes to 56.
// CHECK-LABEL: @fill
// CHECK-SAME: %A: memref<14xf32>
// expected-remark@+2 {{layout (i) -> (i floordiv 4, i mod 4) not applied to A: guards left: 0, instances added: 2, bytes of padding: 8, bytes of data: 56; that is more padding than max-padding=0.1 times the data}}
// expected-remark@+1 {{no layout applied to A: no layout is within the limits}}
func.func @fill(%A: memref<14xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %one, %A[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The order of access that a layout asks for may not be legal.
// CHECK-LABEL: @running
// CHECK-SAME: %A: memref<12xf32>
// expected-remark@+2 {{layout (i) -> (i floordiv 4, i mod 4) not applied to A: }}
// expected-remark@+1 {{no layout applied to A: no layout that is given can be used: the stage cannot run in the order of A}}
func.func @running(%A: memref<12xf32>, %B: memref<12xf32>) {
  affine.for %i = 1 to 12 {
    %s = affine.load %B[%i - 1] : memref<12xf32>
    %a = affine.load %A[-%i + 11] : memref<12xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %B[%i] : memref<12xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The order of A would take the sum out of its loop; split where it is, the guard stays for B.
// CHECK-LABEL: @products
// CHECK-SAME: %A: memref<14xf32>
// expected-remark@+3 {{layout (i) -> (i floordiv 4, i mod 4) not applied to A: the loops j and k cannot be reordered together: what k carries is initialized or used in each iteration of j}}
// expected-remark@+2 {{layout (i) -> (i floordiv 4, i mod 4) not applied to A with its loops split in place: guards left: 1 (1 of them as loop bounds), instances added: 0, bytes of padding: 8, bytes of data: 56; guards left without a layout: 0}}
// expected-remark@+1 {{no layout applied to A: no layout is as good: guards left without a layout: 0; stage 'compute': guard kept: without the guard, 'affine.load' would access B[0, 14], out of bounds; give B a layout with extents=[3, 16] or more, padded with undef or a constant; pad-optimize takes extents of one buffer with one map; give others to pad-transform-layout, and apply them, before}}
func.func @products(%A: memref<14xf32>, %B: memref<3x14xf32>, %D: memref<3xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to 3 {
    %r = affine.for %k = 0 to 14 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%k] : memref<14xf32>
      %b = affine.load %B[%j, %k] : memref<3x14xf32>
      %p = arith.mulf %a, %b : f32
      %t = arith.addf %s, %p : f32
      affine.yield %t : f32
    }
    affine.store %r, %D[%j] : memref<3xf32>
  } {pad.stage = "compute"}
  func.return
}
