// RUN: not pad-opt %s -p "pad-flatten-buffers{max-rank=1}" 2>&1 | filecheck %s --check-prefix=RANK
// RUN: not pad-opt %s -p "pad-flatten-buffers{max-rank=1 buffer=C}" 2>&1 | filecheck %s --check-prefix=STAYS
// RUN: not pad-opt %s -p "pad-flatten-buffers{max-rank=0}" 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not pad-opt %s -p "pad-flatten-buffers{buffer=L}" 2>&1 | filecheck %s --check-prefix=LAYOUT
// RUN: not pad-opt %s -p "pad-flatten-buffers{buffer=W}" 2>&1 | filecheck %s --check-prefix=WAITS
// RUN: not pad-opt %s -p "pad-flatten-buffers{buffer=X}" 2>&1 | filecheck %s --check-prefix=NAME
// RUN: pad-opt %s -p "pad-flatten-buffers{max-rank=2 buffer=A}" | filecheck %s

// RANK: error: A would have 2 axes, but at most 1 are allowed: its layout has separators
// STAYS: remark: {{.*}} buffer 'C' not flattened: no argument is the logical size of axis 0 of C; tie one to it by pad.size
// STAYS: error: C would have 2 axes, but at most 1 are allowed: it cannot be flattened
// NONE: error: pad-flatten-buffers: max-rank is 0, but a flat buffer has an axis
// LAYOUT: error: L is memref<14xf32, #pad.layout<{{.*}}>>, a layout that is not applied: run pad-apply-layouts first
// WAITS: error: W gets a layout by 'pad.layouts' that is not applied: run pad-apply-layouts first
// NAME: error: there is no buffer 'X'
// CHECK: %A: memref<2x12xf32>
#separated = #pad.layout<[affine_map<(i, j, k) -> (i, j, k)>], ["forbidden"], {separators = [1]}>
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
func.func @f(%A: memref<2x3x4xf32> {pad.logical = memref<2x3x4xf32, #separated>}, %C: memref<?x8xf32>, %L: memref<14xf32, #tiles>, %W: memref<2x7xf32>)
    attributes {pad.layouts = {W = [affine_map<(i, j) -> (j, i)>]}} {
  func.return
}
