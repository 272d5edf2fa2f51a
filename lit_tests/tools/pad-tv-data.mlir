// What the data decides is compared at samples of the data, and the verdict says so.
// RUN: sed 's/%from, %j/%j, %from/' %s > %t.after.mlir
// RUN: pad-tv %s %s | filecheck %s
// RUN: not pad-tv %s %t.after.mlir 2>&1 | filecheck %s --check-prefix=SWAPPED
// RUN: pad-opt %s --validate-each -p pad-simplify 2>&1 | filecheck %s --check-prefix=EACH
// CHECK: {{^}}@rows: valid for samples of the data (at n = 13: 8 of I; n = 16: 7 of I; n = 1: 1 of I; n = 0; n = 2: 4 of I; n = 3: 7 of I; n = 4: 8 of I){{$}}
// SWAPPED: {{^}}@rows: refuted at n = 13: B[0, 1]: another value
// SWAPPED-NEXT: {{^}}  before: A[0, 1]
// SWAPPED-NEXT: {{^}}  after:  A[1, 0]
// SWAPPED: {{^}}  with I = 0 in each cell
// EACH: remark: [pad-simplify] @rows: valid for samples of the data (at n = 13: 8 of I; n = 16: 7 of I; n = 1: 1 of I; n = 0; n = 2: 4 of I; n = 3: 7 of I; n = 4: 8 of I)

func.func @rows(%A: memref<?x?xf32>, %I: memref<?xi32>, %B: memref<?x?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "A", dim = 1}, {of = "I", dim = 0},
      {of = "B", dim = 0}, {of = "B", dim = 1}]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %I[%i] : memref<?xi32>
      %from = arith.index_cast %x : i32 to index
      %a = memref.load %A[%from, %j] : memref<?x?xf32>
      affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%j)[%n] {
        affine.store %a, %B[%i, %j] : memref<?x?xf32>
      }
    }
  }
  func.return
}
