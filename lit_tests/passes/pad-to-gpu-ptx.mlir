// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu" | filecheck %s
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu{chip=sm_80}" | filecheck %s --check-prefix=AMPERE
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu{chip=sm_100}" | filecheck %s --check-prefix=BLACKWELL
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu{stop=nvvm}" | filecheck %s --check-prefix=NVVM
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu" | filecheck %s --check-prefix=SAME
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu" -o %t.mlir
// RUN: mlir-opt --split-input-file %t.mlir | filecheck %s --check-prefix=STOCK

// How long upstream took is not in the result: two runs print the same.
// SAME-NOT: TimeInMs
// SAME: properties = {O = 3 : i32}
// SAME-NOT: TimeInMs

// 16 bytes in one access where that is stated, bare pointers, the size of the block.
// CHECK: "gpu.binary"
// CHECK-SAME: chip = "sm_90"
// CHECK-SAME: .target sm_90
// CHECK-SAME: .visible .entry double(
// CHECK-SAME: .param .u64 .ptr .align 1 double_param_0,
// CHECK-SAME: .param .u64 .ptr .align 1 double_param_1\0A)
// CHECK-SAME: .maxntid 256, 1, 1
// CHECK-SAME: ld.global.v4.b32
// CHECK-SAME: st.global.v4.b32
// CHECK-SAME: sym_name = "vectors"
// AMPERE: .version 8.0\0A.target sm_80
// BLACKWELL: .version 8.6\0A.target sm_100
// STOCK: gpu.binary @vectors [#gpu.object<#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">
gpu.module @vectors {
  gpu.func @double(%A: memref<64x1024xf32>, %B: memref<64x1024xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %k = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
    %v = vector.load %A[%b, %k] {alignment = 16 : i64} : memref<64x1024xf32>, vector<4xf32>
    %w = arith.addf %v, %v : vector<4xf32>
    vector.store %w, %B[%b, %k] {alignment = 16 : i64} : memref<64x1024xf32>, vector<4xf32>
    gpu.return
  }
}

// -----

// Without a statement each lane is an access.
// CHECK: "gpu.binary"
// CHECK-NOT: .v4
// CHECK-SAME: sym_name = "unaligned"
gpu.module @unaligned {
  gpu.func @copy(%A: memref<64x1021xf32>, %B: memref<64x1021xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %v = vector.load %A[%b, %t] : memref<64x1021xf32>, vector<4xf32>
    vector.store %v, %B[%b, %t] : memref<64x1021xf32>, vector<4xf32>
    gpu.return
  }
}

// -----

// Sums of products are fused where both operations have the flag, and math.fma is always one.
// CHECK: "gpu.binary"
// CHECK-SAME: .visible .entry contracted
// CHECK-NOT: mul.rn.f32
// CHECK-SAME: fma.rn.f32
// CHECK-SAME: .visible .entry exact
// CHECK-SAME: mul.rn.f32
// CHECK-SAME: add.rn.f32
// CHECK-SAME: .visible .entry fused
// CHECK-NOT: mul.rn.f32
// CHECK-SAME: fma.rn.f32
// CHECK-SAME: fma.rn.f32
// CHECK-SAME: sym_name = "flags"
gpu.module @flags {
  gpu.func @contracted(%A: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = memref.load %A[%t] : memref<128xf32>
    %p = arith.mulf %a, %a fastmath<contract> : f32
    %s = arith.addf %p, %a fastmath<contract> : f32
    memref.store %s, %A[%t] : memref<128xf32>
    gpu.return
  }
  gpu.func @exact(%A: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = memref.load %A[%t] : memref<128xf32>
    %p = arith.mulf %a, %a : f32
    %s = arith.addf %p, %a : f32
    memref.store %s, %A[%t] : memref<128xf32>
    gpu.return
  }
  gpu.func @fused(%A: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = vector.load %A[%t] : memref<128xf32>, vector<2xf32>
    %p = vector.fma %a, %a, %a : vector<2xf32>
    %s = vector.extract %p[1] : f32 from vector<2xf32>
    %u = math.fma %s, %s, %s : f32
    memref.store %u, %A[%t] : memref<128xf32>
    gpu.return
  }
}

// -----

// Shared memory is static, of the alignment of the widest access; a barrier is for all the block.
// NVVM: "llvm.mlir.global"() <{addr_space = 3 : i32, alignment = 16 : i64, global_type = !llvm.array<128 x f32>
// NVVM-NOT: malloc
// NVVM: "nvvm.barrier0"
// CHECK: "gpu.binary"
// CHECK-NOT: malloc
// CHECK-SAME: .shared .align 16 .b8 reverse_shared_0[512];
// CHECK-SAME: bar.sync
// CHECK-SAME: sym_name = "shared"
gpu.module @shared {
  gpu.func @reverse(%A: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %s = memref.alloc() : memref<128xf32, 3 : i64>
    %t = gpu.thread_id x
    %a = affine.load %A[%t] : memref<128xf32>
    affine.store %a, %s[%t] : memref<128xf32, 3 : i64>
    gpu.barrier
    %b = affine.load %s[127 - %t] : memref<128xf32, 3 : i64>
    affine.store %b, %A[%t] : memref<128xf32>
    gpu.return
  }
}

// -----

// CHECK: "gpu.binary"
// CHECK-SAME: shfl.sync.bfly.b32
// CHECK-SAME: shfl.sync.down.b32
// CHECK-SAME: shfl.sync.up.b32
// CHECK-SAME: shfl.sync.idx.b32
// CHECK-SAME: sym_name = "shuffles"
gpu.module @shuffles {
  gpu.func @all(%A: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %one = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %a = memref.load %A[%t] : memref<128xf32>
    %b, %pb = gpu.shuffle xor %a, %one, %w : f32
    %c, %pc = gpu.shuffle down %b, %one, %w : f32
    %d, %pd = gpu.shuffle up %c, %one, %w : f32
    %e, %pe = gpu.shuffle idx %d, %one, %w : f32
    memref.store %e, %A[%t] : memref<128xf32>
    gpu.return
  }
}

// -----

// Functions need no library: there is nothing external. Sums of lanes start at the first.
// CHECK: "gpu.binary"
// CHECK-NOT: .extern
// CHECK-NOT: 0f00000000
// CHECK-SAME: ex2.approx
// CHECK-SAME: add.rn.f32
// CHECK-SAME: sym_name = "functions"
gpu.module @functions {
  gpu.func @exp(%A: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = vector.load %A[%t] : memref<128xf32>, vector<2xf32>
    %e = math.exp %a : vector<2xf32>
    %s = vector.reduction <add>, %e : vector<2xf32> into f32
    memref.store %s, %A[%t] : memref<128xf32>
    gpu.return
  }
}

// -----

// Shuffles are of 32 bits.
// CHECK: "gpu.binary"
// CHECK-SAME: shfl.sync.bfly.b32
// CHECK-SAME: shfl.sync.bfly.b32
// CHECK-SAME: shfl.sync.bfly.b32
// CHECK-NOT: shfl
// CHECK-SAME: sym_name = "narrow"
gpu.module @narrow {
  gpu.func @k(%A: memref<128xf16>, %B: memref<128xi1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %one = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %a = vector.load %A[%t] : memref<128xf16>, vector<2xf16>
    %b, %pb = gpu.shuffle xor %a, %one, %w : vector<2xf16>
    vector.store %b, %A[%t] : memref<128xf16>, vector<2xf16>
    %c = memref.load %B[%t] : memref<128xi1>
    %d, %pd = gpu.shuffle xor %c, %one, %w : i1
    %e = arith.andi %d, %pb : i1
    memref.store %e, %B[%t] : memref<128xi1>
    gpu.return
  }
}
