// RUN: pad-opt %s -p 'pad-map-to-gpu{stage=box threads=l sizes=2}' 2>&1 | filecheck %s --check-prefix=FOUR
// RUN: not pad-opt %s -p 'pad-map-to-gpu{stage=box threads=i,j,k,l sizes=2,2,2,2}' 2>&1 | filecheck %s --check-prefix=THREADS
// RUN: pad-opt %s -p 'pad-map-to-gpu{stage=triangle threads=i sizes=2048}' 2>&1 | filecheck %s --check-prefix=MANY
// RUN: pad-opt %s -p 'pad-map-to-gpu{stage=triangle threads=j}' 2>&1 | filecheck %s --check-prefix=TRIANGLE
// RUN: pad-opt %s -p 'pad-map-to-gpu{stage=carried blocks=j}' 2>&1 | filecheck %s --check-prefix=CARRIED

// FOUR: remark: [pad-map-to-gpu] loop nest 'box' not mapped to the GPU: its extent is known at run time only, and a grid has three dimensions
// THREADS: error: pad-map-to-gpu: threads along 4 loops, but a block has 3 dimensions
// MANY: remark: [pad-map-to-gpu] loop nest 'triangle' not mapped to the GPU: a block of [2048, 1, 1] is more than 1024 threads
func.func @four(%n: index, %A: memref<4x?x4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to 4 {
        affine.for %l = 0 to 4 {
          affine.store %zero, %A[%i, %j, %k, %l] : memref<4x?x4x4xf32>
        }
      }
    }
  } {pad.stage = "box"}
  func.return
}

// TRIANGLE: remark: [pad-map-to-gpu] loop nest 'triangle' not mapped to the GPU: the loop 'j' cannot be mapped to the grid: its extent differs between iterations of a loop around
func.func @triangle(%A: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %zero, %A[%i, %j] : memref<64x64xf32>
    }
  } {pad.stage = "triangle"}
  func.return
}

// CARRIED: remark: [pad-map-to-gpu] loop nest 'carried' not mapped to the GPU: the loop 'j' cannot be mapped to the grid: it carries a value from one iteration to the next
func.func @carried(%A: memref<8x64xi32>, %B: memref<8x64xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    %r = affine.for %j = 0 to 64 iter_args(%s = %zero) -> (i32) {
      %a = affine.load %A[%i, %j] : memref<8x64xi32>
      %n = arith.addi %s, %a : i32
      affine.store %n, %B[%i, %j] : memref<8x64xi32>
      affine.yield %n : i32
    }
  } {pad.stage = "carried"}
  func.return
}
