// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu{target=opencl}" -o %t.mlir
// RUN: mlir-opt --split-input-file %t.mlir | filecheck %s

// Barriers order the accesses of a block to global memory too. Products and sums stay apart where
// one has no flag for that.
// CHECK: spirv.module @__spv__shared Physical64 OpenCL
// CHECK: spirv.GlobalVariable @{{.*}} : !spirv.ptr<!spirv.array<128 x f32>, Workgroup>
// CHECK: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory|CrossWorkgroupMemory>
// CHECK: spirv.EntryPoint "Kernel" @reverse
// CHECK: spirv.ExecutionMode @reverse "LocalSize", 128, 1, 1
// CHECK: spirv.ExecutionMode @reverse "ContractionOff"
gpu.module @shared {
  gpu.func @reverse(%A: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %s = memref.alloc() : memref<128xf32, 3 : i64>
    %t = gpu.thread_id x
    %a = affine.load %A[%t] : memref<128xf32>
    affine.store %a, %s[%t] : memref<128xf32, 3 : i64>
    gpu.barrier
    %b = affine.load %s[127 - %t] : memref<128xf32, 3 : i64>
    %p = arith.mulf %a, %b fastmath<contract> : f32
    %q = arith.addf %p, %b : f32
    affine.store %q, %A[%t] : memref<128xf32>
    gpu.return
  }
}

// -----

// All may be fused.
// CHECK: spirv.module @__spv__contracted
// CHECK-NOT: ContractionOff
// CHECK: spirv.ExecutionMode @k "LocalSize"
// CHECK-NOT: ContractionOff
gpu.module @contracted {
  gpu.func @k(%A: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = affine.load %A[%t] : memref<128xf32>
    %p = arith.mulf %a, %a fastmath<contract> : f32
    %q = arith.addf %p, %a fastmath<contract> : f32
    affine.store %q, %A[%t] : memref<128xf32>
    gpu.return
  }
}

// -----

// What is not stated to be aligned is not: SPIR-V would take it for as aligned as the vector is long.
// CHECK: spirv.module @__spv__vectors
// CHECK: spirv.Load "CrossWorkgroup" %{{.*}} ["Aligned", 4] : vector<4xf32>
// CHECK-COUNT-2: spirv.Load "CrossWorkgroup" %{{.*}} ["Aligned", 16] : vector<4xf32>
// CHECK: spirv.VectorShuffle {{.*}} -> vector<8xf32>
// Sums are in order, no dot products, and maxima of NaN are NaN.
// CHECK-NOT: spirv.Dot
// CHECK: spirv.FAdd
// CHECK: spirv.FAdd
// CHECK: spirv.FAdd
// CHECK: spirv.FOrdEqual
gpu.module @vectors {
  gpu.func @k(%A: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = vector.load %A[%t] : memref<128xf32>, vector<4xf32>
    %b = vector.load %A[%t] {alignment = 16 : i64} : memref<128xf32>, vector<8xf32>
    %s = vector.reduction <add>, %a : vector<4xf32> into f32
    %m = vector.reduction <maximumf>, %b, %s : vector<8xf32> into f32
    memref.store %m, %A[%t] : memref<128xf32>
    gpu.return
  }
}

// -----

// A mask is a condition on each lane.
// CHECK: spirv.module @__spv__masks
// CHECK: spirv.SGreaterThan %arg1, %{{.*}} : i64
// CHECK: spirv.mlir.selection
// CHECK: spirv.Load "CrossWorkgroup" %{{.*}} : f32
// CHECK: spirv.CompositeInsert
gpu.module @masks {
  gpu.func @k(%A: memref<128xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant dense<0.0> : vector<2xf32>
    %m = vector.create_mask %n : vector<2xi1>
    %a = vector.maskedload %A[%t], %m, %zero : memref<128xf32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
    vector.maskedstore %A[%t], %m, %a : memref<128xf32>, vector<2xi1>, vector<2xf32>
    gpu.return
  }
}

// -----

// Subgroups are as wide as the shuffles; of `down` and `up` upstream makes sums of unlike numbers.
// CHECK: spirv.module @__spv__shuffles
// CHECK: spirv.GroupNonUniformShuffleXor <Subgroup>
// CHECK: spirv.ULessThan
// CHECK: spirv.GroupNonUniformShuffle <Subgroup>
// CHECK: spirv.ExecutionMode @k "SubgroupSize", 32
gpu.module @shuffles {
  gpu.func @k(%A: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %one = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %a = memref.load %A[%t] : memref<128xf32>
    %b, %pb = gpu.shuffle xor %a, %one, %w : f32
    %c, %pc = gpu.shuffle down %b, %one, %w : f32
    memref.store %c, %A[%t] : memref<128xf32>
    gpu.return
  }
}

// -----

// A loop that does not run gives what it starts from: upstream reads there what nobody wrote.
// CHECK: spirv.module @__spv__loops
// CHECK: spirv.mlir.loop
// CHECK: %[[LOADED:.*]] = spirv.Load "Function"
// CHECK: %[[RAN:.*]] = spirv.SLessThan
// CHECK: spirv.Select %[[RAN]], %[[LOADED]],
gpu.module @loops {
  gpu.func @k(%A: memref<128xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0.0 : f32
    %c1 = arith.constant 1 : index
    %s = scf.for %i = %t to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %a = memref.load %A[%i] : memref<128xf32>
      %b = arith.addf %acc, %a : f32
      scf.yield %b : f32
    }
    memref.store %s, %A[%t] : memref<128xf32>
    gpu.return
  }
}
