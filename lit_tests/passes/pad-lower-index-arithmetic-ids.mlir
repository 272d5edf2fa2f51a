// The numbers of threads and blocks are at least 0, and below what launches say.
// RUN: pad-opt %s -p 'pad-lower-index-arithmetic{narrow}' --validate-each | filecheck %s
// RUN: pad-opt %s -p 'pad-to-gpu{stop=gpu}' | filecheck %s --check-prefix=GPU

builtin.module attributes {gpu.container_module} {
  func.func @transpose(%A: memref<10x3xf32> {pad.name = "A"}, %B: memref<3x10xf32> {pad.name = "B"}) {
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    gpu.launch_func @kernels::@all blocks in (%c5, %c1, %c1) threads in (%c6, %c1, %c1) args(%A : memref<10x3xf32>, %B : memref<3x10xf32>)
    func.return
  }

  func.func @numbers(%C: memref<?x6xindex> {pad.name = "C"}, %n: index {pad.size = [{of = "C", dim = 0}]}) {
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    gpu.launch_func @kernels::@some blocks in (%n, %c1, %c1) threads in (%c6, %c1, %c1) args(%C : memref<?x6xindex>)
    func.return
  }

  gpu.module @kernels {
    // 5 blocks of 6 threads: 32 bits are enough, and no sign is needed.
    // CHECK-LABEL: gpu.func @all
    // CHECK: arith.divui {{.*}} : i32
    // CHECK: arith.remui {{.*}} : i32
    // CHECK-NOT: arith.select
    // CHECK: gpu.return
    // GPU-LABEL: gpu.func @all
    // GPU: arith.divui {{.*}} : i32
    // GPU: arith.remui {{.*}} : i32
    // GPU-NOT: arith.select
    // GPU: gpu.return
    gpu.func @all(%A: memref<10x3xf32>, %B: memref<3x10xf32>) kernel attributes {known_block_size = array<i32: 6, 1, 1>} {
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %i = affine.apply affine_map<(d0, d1) -> (d0 * 6 + d1)>(%b, %t)
      %row = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%i)
      %column = affine.apply affine_map<(d0) -> (d0 mod 3)>(%i)
      %a = memref.load %A[%row, %column] : memref<10x3xf32>
      memref.store %a, %B[%column, %row] : memref<3x10xf32>
      gpu.return
    }

    // As many blocks as a size says: 64 bits, without a sign. The number of the thread fits.
    // CHECK-LABEL: gpu.func @some
    // CHECK: arith.divui {{.*}} : index
    // CHECK: arith.remui {{.*}} : i32
    // CHECK-NOT: arith.select
    // CHECK: gpu.return
    gpu.func @some(%C: memref<?x6xindex>) kernel attributes {known_block_size = array<i32: 6, 1, 1>} {
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %q = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%b)
      %r = affine.apply affine_map<(d0) -> (d0 mod 5)>(%t)
      %i = arith.addi %q, %r : index
      memref.store %i, %C[%b, %t] : memref<?x6xindex>
      gpu.return
    }
  }
}
