// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' 2>&1 | filecheck %s

// Rows of B are far apart, and all of it is read again for each few rows of A: a copy in panels of
// a line is faster.
// CHECK: remark: [pad-optimize] local copy of B taken, B: (i, j) -> (j // 16, i, j % 16) pad=undef: estimated cycles: 15460208, guards left: 0, instances added: 0, bytes of padding: 19200, bytes of data: 1440000; without a copy, estimated cycles: 31514737
// CHECK-LABEL: func.func @product
// CHECK-SAME: %A: memref<600x600xf32>, %B: memref<600x600xf32>, %C: memref<600x600xf32>)
// CHECK: %B_cache = memref.alloc() {{.*}} : memref<38x600x16xf32>
// CHECK: vector.load %B[
// CHECK: vector.store %{{.*}}, %B_cache[
// CHECK: iter_args(
// CHECK-COUNT-2: vector.load %B_cache[
// CHECK-NOT: %B[
// CHECK: memref.dealloc %B_cache
func.func @product(%A: memref<600x600xf32>, %B: memref<600x600xf32>, %C: memref<600x600xf32>) {
  affine.for %i = 0 to 600 {
    affine.for %j = 0 to 600 {
      affine.for %k = 0 to 600 {
        %a = affine.load %A[%i, %k] : memref<600x600xf32>
        %b = affine.load %B[%k, %j] : memref<600x600xf32>
        %c = affine.load %C[%i, %j] : memref<600x600xf32>
        %m = arith.mulf %a, %b fastmath<contract> : f32
        %t = arith.addf %c, %m fastmath<reassoc, contract> : f32
        affine.store %t, %C[%i, %j] : memref<600x600xf32>
      }
    }
  } {pad.stage = "product"}
  func.return
}
