// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --split-input-file | filecheck %s
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=znver4}' --split-input-file 2>/dev/null | filecheck %s --check-prefix=LACKING
// LACKING-NOT: amx.

// The last rows overlap those before: both store the same.
// CHECK-LABEL: @overlapping
// CHECK: %[[ZERO:.*]] = amx.tile_zero : !amx.tile<16x16xi32>
// CHECK: %[[A:.*]] = amx.tile_load %A[%{{.*}}, %{{.*}}] : memref<17x64xi8> into !amx.tile<16x64xi8>
// CHECK: %[[B:.*]] = amx.tile_load %B[%{{.*}}, %{{.*}}] : memref<16x64xi8> into !amx.tile<16x64xi8>
// CHECK: %[[S:.*]] = amx.tile_muli %[[A]] zext, %[[B]], %[[ZERO]]
// CHECK: amx.tile_store %C[%{{.*}}, %{{.*}}], %[[S]] : memref<17x16xi32>, !amx.tile<16x16xi32>
// CHECK: affine.apply affine_map<(d0) -> (d0 * 16 + 1)>
// CHECK: amx.tile_store
// CHECK-NOT: amx.tile_store
func.func @overlapping(%A: memref<17x64xi8>, %B: memref<16x64xi8>, %C: memref<17x16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 16 {
      affine.store %zero, %C[%i, %j] : memref<17x16xi32>
      affine.for %k = 0 to 64 {
        %c = affine.load %C[%i, %j] : memref<17x16xi32>
        %a = affine.load %A[%i, %k] : memref<17x64xi8>
        %b = affine.load %B[%k floordiv 4, %j * 4 + %k mod 4] : memref<16x64xi8>
        %x = arith.extui %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %p = arith.muli %x, %y : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<17x16xi32>
      }
    }
  } {pad.stage = "matmul"}
  func.return
}

// -----

// Two tiles of rows, columns outside, and a sum that begins with what is there, of bf16.
// CHECK-LABEL: @bfloats
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: %[[C:.*]] = amx.tile_load %C[%{{.*}}, %{{.*}}] : memref<32x16xf32> into !amx.tile<16x16xf32>
// CHECK: %[[A:.*]] = amx.tile_load %A[%{{.*}}, %{{.*}}] : memref<32x32xbf16> into !amx.tile<16x32xbf16>
// CHECK: %[[B:.*]] = amx.tile_load %B[%{{.*}}, %{{.*}}] : memref<16x32xbf16> into !amx.tile<16x32xbf16>
// CHECK: amx.tile_mulf %[[A]], %[[B]], %[[C]] : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
func.func @bfloats(%A: memref<32x32xbf16>, %B: memref<16x32xbf16>, %C: memref<32x16xf32>) {
  affine.for %j = 0 to 16 {
    affine.for %i = 0 to 32 {
      affine.for %k = 0 to 32 {
        %c = affine.load %C[%i, %j] : memref<32x16xf32>
        %a = affine.load %A[%i, %k] : memref<32x32xbf16>
        %b = affine.load %B[%k floordiv 2, %j * 2 + %k mod 2] : memref<16x32xbf16>
        %x = arith.extf %a : bf16 to f32
        %y = arith.extf %b : bf16 to f32
        %p = arith.mulf %y, %x fastmath<reassoc,contract,afn> : f32
        %s = arith.addf %c, %p fastmath<reassoc,contract,afn> : f32
        affine.store %s, %C[%i, %j] : memref<32x16xf32>
      }
    }
  } {pad.stage = "matmul"}
  func.return
}

// -----

// One factor twice, and what is stored may change it: no tiles.
// CHECK-LABEL: @in_place
// CHECK-NOT: amx.
func.func @in_place(%B: memref<16x64xi8>, %C: memref<16x16xi32>) {
  %bytes = memref.alloc() : memref<1024xi8>
  %zero = arith.constant 0 : index
  %C1 = memref.view %bytes[%zero][] : memref<1024xi8> to memref<16x16xi32>
  %A = memref.view %bytes[%zero][] : memref<1024xi8> to memref<16x64xi8>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 64 {
        %c = affine.load %C1[%i, %j] : memref<16x16xi32>
        %a = affine.load %A[%i, %k] : memref<16x64xi8>
        %b = affine.load %B[%k floordiv 4, %j * 4 + %k mod 4] : memref<16x64xi8>
        %x = arith.extsi %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %p = arith.muli %x, %y : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C1[%i, %j] : memref<16x16xi32>
      }
    }
  } {pad.stage = "matmul"}
  func.return
}
