// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' --split-input-file 2>&1 | filecheck %s

// Two rows of A do not pay for a copy of all of B.
// CHECK: remark: [pad-optimize] no local copy of B taken, B: (i, j) -> (j // 16, i, j % 16) pad=undef: estimated cycles: 180688, guards left: 0, instances added: 0, bytes of padding: 0, bytes of data: 1120000; that is not 5% faster than without a layout, which takes 118
// CHECK-LABEL: func.func @few_rows
// CHECK-NOT: memref.alloc
func.func @few_rows(%A: memref<2x20xf32>, %B: memref<20x14000xf32>, %C: memref<2x14000xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 20 {
        %a = affine.load %A[%i, %k] : memref<2x20xf32>
        %b = affine.load %B[%k, %j] : memref<20x14000xf32>
        %c = affine.load %C[%i, %j] : memref<2x14000xf32>
        %m = arith.mulf %a, %b fastmath<contract> : f32
        %t = arith.addf %c, %m fastmath<reassoc, contract> : f32
        affine.store %t, %C[%i, %j] : memref<2x14000xf32>
      }
    }
  } {pad.stage = "product"}
  func.return
}

// -----

// What caches keep anyway is not copied, nor is it asked.
// CHECK-NOT: local copy
// CHECK-LABEL: func.func @small
// CHECK-NOT: memref.alloc
func.func @small(%A: memref<4x6xf32>, %B: memref<6x32xf32>, %C: memref<4x32xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 6 {
        %a = affine.load %A[%i, %k] : memref<4x6xf32>
        %b = affine.load %B[%k, %j] : memref<6x32xf32>
        %c = affine.load %C[%i, %j] : memref<4x32xf32>
        %m = arith.mulf %a, %b fastmath<contract> : f32
        %t = arith.addf %c, %m fastmath<reassoc, contract> : f32
        affine.store %t, %C[%i, %j] : memref<4x32xf32>
      }
    }
  } {pad.stage = "product"}
  func.return
}

// -----

// Windows over an image read each cell a few times only.
// CHECK-NOT: local copy
// CHECK-LABEL: func.func @window
// CHECK-NOT: memref.alloc
func.func @window(%A: memref<402x700xf32>, %B: memref<400x696xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 3 {
        %a = affine.load %A[%i + %k, %j] : memref<402x700xf32>
        %c = affine.load %B[%i, %j] : memref<400x696xf32>
        %t = arith.addf %c, %a fastmath<reassoc> : f32
        affine.store %t, %B[%i, %j] : memref<400x696xf32>
      }
    }
  } {pad.stage = "window"}
  func.return
}
