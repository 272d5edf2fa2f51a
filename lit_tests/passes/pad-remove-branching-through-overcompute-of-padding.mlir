// The guards of stages that write padding belong there: they are left alone, without a word, unless their stage is named.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-apply-layouts,pad-sequential-buffer-access{function=twice stage=tw buffer=B},pad-remove-branching-through-overcompute{max-waste=inf}' | filecheck %s
// RUN: pad-opt %s -p 'pad-apply-layouts{pad-writes=before},pad-remove-branching-through-overcompute{function=twice stage=B_padding max-waste=inf}' | filecheck %s --check-prefix=NAMED
// RUN: pad-opt %s -o /dev/null -p 'pad-apply-layouts,pad-remove-branching-through-overcompute{function=twice stage=B_padding}' 2>&1 | filecheck %s --check-prefix=BEHIND
// RUN: pad-opt %s -p 'pad-apply-layouts{pad-writes=before},pad-remove-branching-through-overcompute{function=inside stage=outer max-waste=inf}' 2>&1 | filecheck %s --check-prefix=INSIDE

#undef = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>
#zeros = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>

// The loops of the stage run over the padding too; its guard goes, that of the padding stays.
// CHECK-LABEL: @twice
// CHECK:       pad.of_padding, pad.stage = "A_assume"
// CHECK-NOT:   affine.if
// CHECK:       pad.stage = "tw"
// CHECK:       affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>
// CHECK:       pad.of_padding, pad.stage = "B_padding"

// By name it goes where the stage after it writes all the rest.
// NAMED-LABEL: @twice
// NAMED:       pad.stage = "A_assume"
// NAMED-NOT:   affine.if
// NAMED:       pad.of_padding, pad.stage = "B_padding"

// And stays, with the reason, where it comes behind; the place is that of the stage that writes the rest.
// BEHIND: remark: [pad-remove-branching-through-overcompute] stage 'B_padding': guard kept: without the guard, iteration [0, 0] is not shown to store the same value in B[0, 0], which may be read later
func.func @twice(%A: memref<14xf32, #undef>, %B: memref<14xf32, #undef>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #undef>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<14xf32, #undef>
  } {pad.stage = "tw"}
  func.return
}

// A guard of the program says the stage that it is in.
// CHECK-LABEL: @on_data
// CHECK:       scf.if
func.func @on_data(%A: memref<14xf32>, %c: i1, %x: f32) {
  affine.for %i = 0 to 14 {
    // expected-remark@+1 {{stage 'compute': guard kept: its condition is not one on indices alone}}
    scf.if %c {
      affine.store %x, %A[%i] : memref<14xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// A stage of padding inside of the stage that is named is not meant.
// INSIDE: remark: {{.*}} nothing to do for stage=outer
// INSIDE-NOT: remark:
// INSIDE-LABEL: @inside
// INSIDE:       affine.if
// INSIDE:       pad.of_padding, pad.stage = "t_padding"
// INSIDE:       pad.stage = "outer"
func.func @inside(%A: memref<3x14xf32>, %B: memref<3x14xf32>) {
  affine.for %i = 0 to 3 {
    %t = memref.alloc() : memref<14xf32, #zeros>
    affine.for %j = 0 to 14 {
      %a = affine.load %A[%i, %j] : memref<3x14xf32>
      affine.store %a, %t[%j] : memref<14xf32, #zeros>
    } {pad.stage = "fill"}
    affine.for %j = 0 to 14 {
      %a = affine.load %t[%j] : memref<14xf32, #zeros>
      affine.store %a, %B[%i, %j] : memref<3x14xf32>
    }
    memref.dealloc %t : memref<14xf32, #zeros>
  } {pad.stage = "outer"}
  func.return
}
