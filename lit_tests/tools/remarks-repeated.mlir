// What is said again is one line, with a count and where; each is one to scripts.
// RUN: pad-opt %s -p 'pad-register-tile{loops=i factors=2},pad-register-tile{loops=i factors=2}' -o /dev/null 2>&1 | filecheck %s
// RUN: pad-opt %s -p 'pad-register-tile{loops=i factors=2}' -o /dev/null --remarks=yaml 2>&1 | filecheck %s --check-prefix=EACH
// That a loop which nobody named needs nothing is said on request.
// RUN: pad-opt %s -p pad-register-tile 2>&1 | filecheck %s --check-prefix=NONE
// RUN: pad-opt %s -p pad-register-tile --remarks=json 2>&1 | filecheck %s --check-prefix=NONE
// RUN: pad-opt %s -p pad-register-tile -o /dev/null --remarks-all 2>&1 | filecheck %s --check-prefix=ALL
// CHECK: remarks-repeated.mlir:21:3: remark: [pad-register-tile] loop 'i' not tiled: no loop in it carries a result, or updates a cell, so that there is nothing to keep (12 times, also at 24:3, 27:3, 30:3, 33:3, 1 more){{$}}
// CHECK-NEXT: loop 'j' not tiled: {{.*}} (2 times){{$}}
// EACH-COUNT-7: Name: {{.*}}pad-register-tile
// EACH-NOT: Name:
// NONE-NOT: not tiled
// NONE: func.func @copies
// NONE-NOT: not tiled
// ALL: remarks-repeated.mlir:21:3: remark: {{.*}}loop 'i' not tiled: {{.*}} (6 times, also at {{.*}}){{$}}
// ALL-NEXT: remarks-repeated.mlir:39:3: remark: {{.*}}loop 'j' not tiled: no loop in it carries a result, or updates a cell, so that there is nothing to keep{{$}}
// ALL-NOT: remark

func.func @copies(%A: memref<8xf32>, %B: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 8 {
    affine.store %one, %A[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %one, %A[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %one, %A[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %one, %A[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %one, %A[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %one, %A[%i] : memref<8xf32>
  }
  affine.for %j = 0 to 8 {
    affine.store %one, %B[%j] : memref<8xf32>
  }
  func.return
}
