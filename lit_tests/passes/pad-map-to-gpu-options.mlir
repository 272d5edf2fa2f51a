// RUN: pad-opt %s -p 'pad-map-to-gpu{threads=i,j sizes=4,8}' | filecheck %s
// RUN: pad-opt %s -p 'pad-map-to-gpu{threads=j}' | filecheck %s --check-prefix=ONE
// RUN: pad-opt %s -p 'pad-map-to-gpu{sizes=64}' | filecheck %s --check-prefix=FEW
// RUN: pad-opt %s -p 'pad-map-to-gpu{blocks=i reduce=shuffle sizes=64}' | filecheck %s --check-prefix=SHUFFLE
// RUN: pad-opt %s -p 'pad-map-to-gpu{blocks=i reduce=shuffle sizes=8}' | filecheck %s --check-prefix=EIGHT
// RUN: pad-opt %s -p 'pad-map-to-gpu{blocks=i reduce=shuffle sizes=12}' | filecheck %s --check-prefix=TWELVE
// RUN: pad-opt %s -p 'pad-map-to-gpu{blocks=i,j sizes=1}' | filecheck %s --check-prefix=ALONE
// RUN: pad-opt %s -p 'pad-map-to-gpu{threads=i,j sizes=32,32}' | filecheck %s --check-prefix=MOST
// RUN: not pad-opt %s -p 'pad-map-to-gpu{threads=i sizes=4,8}' 2>&1 | filecheck %s --check-prefix=PAIRS
// RUN: not pad-opt %s -p 'pad-map-to-gpu{sizes=0}' 2>&1 | filecheck %s --check-prefix=ZERO
// RUN: not pad-opt %s -p 'pad-map-to-gpu{threads=x sizes=4}' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not pad-opt %s -p 'pad-map-to-gpu{stage=other}' 2>&1 | filecheck %s --check-prefix=STAGE

// PAIRS: error: {{.*}}there must be as many sizes as threads, but there are 
// ZERO: error: {{.*}}the sizes are [0], but must be at least 1
// UNKNOWN: pad-map-to-gpu-options.mlir:54:3: error: there is no loop 'x' in the stage; its loops are: i, j, k
// STAGE: error: {{.*}}there is no stage 'other' in @matvecs; its stages are: matvecs

// Four times eight threads; 30 columns are not a multiple of eight.
// CHECK: known_block_size = array<i32: 8, 4, 1>
// CHECK: affine.if affine_set<(d0) : (-d0 + 29 >= 0)>
// CHECK: affine.for %k = 0 to 64 iter_args(

// Threads for the loop asked for, as many as divide it.
// ONE: known_block_size = array<i32: 30, 1, 1>
// ONE-NOT: affine.if

// FEW: known_block_size = array<i32: 64, 1, 1>

// The threads of a block share the columns and the sums; of each sum, warps put 32 parts together.
// SHUFFLE: known_block_size = array<i32: 64, 1, 1>
// SHUFFLE: affine.for %j = 0 to 30 {
// SHUFFLE-COUNT-5: gpu.shuffle xor
// SHUFFLE-NOT: gpu.shuffle
// SHUFFLE: affine.if affine_set<(d0) : (d0 mod 32 == 0)>
// SHUFFLE-NEXT: affine.apply affine_map<(d0) -> (d0 floordiv 32)>
// SHUFFLE-NEXT: memref.store
// SHUFFLE: gpu.barrier
// SHUFFLE: affine.if affine_set<(d0) : (d0 == 0)>
// SHUFFLE-NEXT: affine.store
// SHUFFLE: gpu.barrier

// Part of a warp, if its threads can halve what is left; else they go through shared memory.
// EIGHT: known_block_size = array<i32: 8, 1, 1>
// EIGHT-COUNT-3: gpu.shuffle xor
// EIGHT-NOT: gpu.shuffle
// TWELVE: known_block_size = array<i32: 12, 1, 1>
// TWELVE-NOT: gpu.shuffle
// MOST: known_block_size = array<i32: 32, 32, 1>
// ALONE: known_block_size = array<i32: 1, 1, 1>

func.func @matvecs(%A: memref<12x30x64xf32>, %C: memref<12x30xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 30 {
      affine.store %zero, %C[%i, %j] : memref<12x30xf32>
      affine.for %k = 0 to 64 {
        %a = affine.load %A[%i, %j, %k] : memref<12x30x64xf32>
        %c = affine.load %C[%i, %j] : memref<12x30xf32>
        %s = arith.addf %c, %a fastmath<reassoc> : f32
        affine.store %s, %C[%i, %j] : memref<12x30xf32>
      }
    }
  } {pad.stage = "matvecs"}
  func.return
}
