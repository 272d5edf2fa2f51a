// RUN: pad-opt %s -p 'pad-map-to-gpu{stage=matmul blocks=io,jo}' --split-input-file 2>/dev/null | filecheck %s
// RUN: pad-opt %s -p 'pad-map-to-gpu{stage=matmul blocks=io,jo sizes=16}' --split-input-file 2>/dev/null | filecheck %s --check-prefix=ROUNDS

// Tiles in shared memory: all threads copy them, meet, use them, and meet again before the next
// ones overwrite them. What a thread adds up stays in a register all the while.
// CHECK: gpu.func @matmul(
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK-DAG: %[[A:.*]] = memref.alloc() {alignment = 16 : i64} : memref<16x16xf32, 3 : i64>
// CHECK-DAG: %[[B:.*]] = memref.alloc() {alignment = 16 : i64} : memref<16x16xf32, 3 : i64>
// CHECK: vector.load %C
// CHECK-NEXT: affine.for %ko = 0 to 5 iter_args(
// CHECK-COUNT-2: vector.store %{{.*}} : memref<16x16xf32, 3 : i64>
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: affine.for %ki = 0 to 16 iter_args(
// CHECK: affine.yield
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: affine.yield
// CHECK-NEXT: }
// CHECK-NEXT: vector.store %{{.*}}, %C
// CHECK-NEXT: gpu.return

// Four rounds a tile: a thread has several cells, so they stay in memory.
// ROUNDS: known_block_size = array<i32: 16, 1, 1>
// ROUNDS: affine.for %ko = 0 to 5 {
// ROUNDS: affine.for %{{.*}} = 0 to 64 step 16 {
// ROUNDS: affine.for %{{.*}} = 0 to 64 step 16 {
// ROUNDS: gpu.barrier
// ROUNDS: affine.for %{{.*}} = 0 to 64 step 16 {
// ROUNDS: vector.store %{{.*}}, %C
// ROUNDS: gpu.barrier
func.func @matmul(%A: memref<64x80xf32>, %B: memref<80x80xf32>, %C: memref<4x5x16x16xf32>) {
  affine.for %io = 0 to 4 {
    affine.for %jo = 0 to 5 {
      affine.for %ko = 0 to 5 {
        %Bs = memref.alloc() : memref<16x16xf32, 3 : i64>
        affine.for %p = 0 to 16 {
          affine.for %q = 0 to 16 {
            %0 = affine.load %B[%ko * 16 + %p, %jo * 16 + %q] : memref<80x80xf32>
            affine.store %0, %Bs[%p, %q] : memref<16x16xf32, 3 : i64>
          }
        }
        %As = memref.alloc() : memref<16x16xf32, 3 : i64>
        affine.for %p = 0 to 16 {
          affine.for %q = 0 to 16 {
            %1 = affine.load %A[%io * 16 + %p, %ko * 16 + %q] : memref<64x80xf32>
            affine.store %1, %As[%p, %q] : memref<16x16xf32, 3 : i64>
          }
        }
        affine.for %ii = 0 to 16 {
          affine.for %ji = 0 to 16 {
            affine.for %ki = 0 to 16 {
              %a = affine.load %As[%ii, %ki] : memref<16x16xf32, 3 : i64>
              %b = affine.load %Bs[%ki, %ji] : memref<16x16xf32, 3 : i64>
              %c = affine.load %C[%io, %jo, %ii, %ji] : memref<4x5x16x16xf32>
              %p = arith.mulf %a, %b fastmath<contract> : f32
              %s = arith.addf %c, %p fastmath<reassoc,contract> : f32
              affine.store %s, %C[%io, %jo, %ii, %ji] : memref<4x5x16x16xf32>
            }
          }
        }
        memref.dealloc %As : memref<16x16xf32, 3 : i64>
        memref.dealloc %Bs : memref<16x16xf32, 3 : i64>
      }
    }
  } {pad.stage = "matmul"}
  func.return
}
