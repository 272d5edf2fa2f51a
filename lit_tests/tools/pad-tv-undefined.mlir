// Undefined behaviour is named with its operation and the loops around it.
// RUN: sed 's/13 - d0/15 - d0/' %s > %t.mlir
// RUN: not pad-tv %s %t.mlir 2>&1 | filecheck %s
// RUN: not pad-tv %t.mlir %s 2>&1 | filecheck %s --check-prefix=ORIGINAL
// CHECK: {{^}}@copy: refuted: undefined behaviour that the original doesn't have: B[3, 2] is forbidden padding, in 'affine.store' at {{.+}}:14:9 for io = 3, ii = 2
// CHECK-NOT: {{.}}
// ORIGINAL: {{^}}@copy: not validated: the original is undefined: B[3, 2] is forbidden padding, in 'affine.store' at {{.+}}:14:9 for io = 3, ii = 2

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @copy(%a: f32, %B: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>}) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        affine.store %a, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  }
  func.return
}
