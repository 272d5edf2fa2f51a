// A refutation names the first cell that differs, both terms, what wrote it, and inputs that show it.
// RUN: sed 's/13 - d0/12 - d0/' %s > %t.mlir
// RUN: not pad-tv %s %t.mlir 2>&1 | filecheck %s
// CHECK: {{^}}@copy: refuted: B[13] (stored at [3, 1]): another value
// CHECK-NEXT: {{^}}  before: A[13]
// CHECK-NEXT: {{^}}  after:  B[13]
// CHECK-NEXT: {{^}}  for A[13] = {{.+}}, B[13] = {{.+}}: {{.+}} before, {{.+}} after
// CHECK-NOT: {{.}}

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @copy(%A: memref<14xf32>, %B: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>}) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io * 4 + %ii] : memref<14xf32>
        affine.store %a, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  }
  func.return
}
