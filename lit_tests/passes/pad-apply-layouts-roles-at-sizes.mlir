// A buffer that is read at few sizes only is an input, whose padding the caller has written: it is assumed.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

// CHECK-LABEL: @read_at_two
// CHECK: pad.assume
// CHECK: scf.if
// CHECK: memref.load %C
func.func @read_at_two(%C: memref<1xf32, #pad.layout<[affine_map<(d0) -> (0, d0)>], [3.0 : f32], {align = [1, 2]}>>, %D: memref<1xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %rest = arith.subi %n, %c2 : index
  %is_small = arith.cmpi sle, %rest, %c0 : index
  scf.if %is_small {
    %c = memref.load %C[%rest] : memref<1xf32, #pad.layout<[affine_map<(d0) -> (0, d0)>], [3.0 : f32], {align = [1, 2]}>>
    memref.store %c, %D[%c0] : memref<1xf32>
  }
  affine.store %zero, %C[0] : memref<1xf32, #pad.layout<[affine_map<(d0) -> (0, d0)>], [3.0 : f32], {align = [1, 2]}>>
  func.return
}
