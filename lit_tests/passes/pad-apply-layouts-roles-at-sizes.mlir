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

// So is one that may be larger than what is written to it, as nothing ties their sizes.
// CHECK-LABEL: @copy
// CHECK-SAME: %O_size0: index {pad.size = [{of = "O", dim = 0 : i64}]}
// CHECK: arith.cmpi slt, %{{.*}}, %O_size0
// CHECK: pad.assume
// CHECK: affine.store %{{.*}}, %O[
func.func @copy(%A: memref<?xf32>, %O: memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [0.0 : f32], {align = [8]}>>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %O[%i] : memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [0.0 : f32], {align = [8]}>>
  }
  func.return
}

// With the sizes tied it is written whole: nothing is assumed.
// CHECK-LABEL: @copy_whole
// CHECK-NOT: pad.assume
// CHECK: affine.store %{{.*}}, %O[
func.func @copy_whole(%A: memref<?xf32>, %O: memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [0.0 : f32], {align = [8]}>>, %n: index {pad.size = [{of = "A", dim = 0}, {of = "O", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %O[%i] : memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [0.0 : f32], {align = [8]}>>
  }
  func.return
}
