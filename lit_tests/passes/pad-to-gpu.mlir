// REQUIRES: mlir
// RUN: pad-opt %s -p "pad-to-gpu{stop=gpu}" | filecheck %s
// RUN: pad-opt %s -p "pad-to-gpu{target=opencl stop=gpu}" --allow-unregistered-dialect | filecheck %s --check-prefix=OPENCL
// RUN: pad-opt %s -p "pad-to-gpu{stop=gpu}" -o %t.mlir
// RUN: mlir-opt %t.mlir | filecheck %s --check-prefix=STOCK

// The contracts are gone, affine in the kernels too; the host function is as it was.
// CHECK-NOT: pad.
// CHECK: func.func @f(%A: memref<1000x1024xf32>, %R: memref<1000xf32>, %n: index) {
// CHECK: %T = memref.alloc() {alignment = 64 : i64} : memref<1000x1024xf32>
// CHECK: affine.for
// CHECK: gpu.launch_func @f_kernels::@row_sum blocks in (%c1000, %c1, %c1) threads in (%c128, %c1, %c1) args(%A : memref<1000x1024xf32>, %R : memref<1000xf32>)
// STOCK: gpu.launch_func @f_kernels::@row_sum blocks in (%{{.*}}) threads in (%{{.*}}) args(%{{.*}} : memref<1000x1024xf32>, %{{.*}} : memref<1000xf32>)

// Shared memory: a global under NVVM, which makes a malloc of an allocation; SPIR-V takes that.
// CHECK-LABEL: gpu.module @f_kernels
// CHECK-NEXT: memref.global "private" @row_sum_shared_0 : memref<128xf32, 3 : i64> = uninitialized {alignment = 16 : i64}
// CHECK-NEXT: memref.global "private" @row_sum_shared_1 : memref<2xf32, 3 : i64> = uninitialized {alignment = 32 : i64}
// CHECK-NEXT: gpu.func @row_sum(%A: memref<1000x1024xf32> {llvm.noalias}, %R: memref<1000xf32> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 128, 1, 1>}
// CHECK-NEXT: memref.get_global @row_sum_shared_0
// CHECK-NEXT: memref.get_global @row_sum_shared_1
// OPENCL: gpu.func @row_sum(%A: memref<1000x1024xf32>, %R: memref<1000xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size=[128,1,1]>}
// OPENCL-NEXT: memref.alloc() : memref<128xf32, 3 : i64>
// CHECK-NOT: affine
// CHECK: scf.for
// CHECK: memref.load %A
// CHECK: gpu.barrier
builtin.module attributes {gpu.container_module} {
  func.func @f(%A: memref<1000x1024xf32> {pad.name = "A"}, %R: memref<1000xf32>, %n: index) {
    %c1000 = arith.constant 1000 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    %T = memref.alloc() {alignment = 64 : i64, pad.name = "T"} : memref<1000x1024xf32>
    affine.for %i = 0 to %n {
      gpu.launch_func @f_kernels::@row_sum blocks in (%c1000, %c1, %c1) threads in (%c128, %c1, %c1) args(%A : memref<1000x1024xf32>, %R : memref<1000xf32>)
    }
    memref.dealloc %T : memref<1000x1024xf32>
    func.return
  }
  gpu.module @f_kernels {
    // The size of the block is that of its launches.
    gpu.func @row_sum(%A: memref<1000x1024xf32>, %R: memref<1000xf32>) kernel {
      %s = memref.alloc() : memref<128xf32, 3 : i64>
      %u = memref.alloc() {alignment = 32 : i64} : memref<2xf32, 3 : i64>
      %zero = arith.constant 0.0 : f32
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %sum = affine.for %j = 0 to 8 iter_args(%acc = %zero) -> f32 {
        %v = affine.load %A[%b, %t + %j * 128] : memref<1000x1024xf32>
        %n = arith.addf %acc, %v : f32
        affine.yield %n : f32
      } {pad.loop = "j"}
      memref.store %sum, %s[%t] : memref<128xf32, 3 : i64>
      gpu.barrier
      affine.if affine_set<(d0) : (d0 == 0)>(%t) {
        %r = affine.load %s[5] : memref<128xf32, 3 : i64>
        affine.store %r, %u[0] : memref<2xf32, 3 : i64>
        affine.store %r, %R[%b] : memref<1000xf32>
      }
      gpu.return
    }
  }
}
