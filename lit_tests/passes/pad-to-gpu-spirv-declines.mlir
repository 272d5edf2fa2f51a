// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p "pad-to-gpu{target=opencl}"

gpu.module @m {
  gpu.func @k(%x: bf16) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // expected-error@+1 {{math.fma of bf16 cannot be lowered to OpenCL here: use f32}}
    %a = math.fma %x, %x, %x : bf16
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%A: memref<8xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    // expected-error@+1 {{SPIR-V does not support vector<5xf32>: use vectors of 2, 3, 4, 8 or 16 integers, floats or i1}}
    %a = vector.load %A[%t] : memref<8xf32>, vector<5xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%A: memref<8xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    // expected-error@+1 {{SPIR-V does not support vector<4xindex>}}
    %a = vector.broadcast %t : index to vector<4xindex>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%A: memref<8xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = memref.load %A[%t] : memref<8xf32>
    // expected-error@+1 {{'math.cbrt' cannot be lowered to SPIR-V here}}
    %b = math.cbrt %a : f32
    memref.store %b, %A[%t] : memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%v: f32, %w: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // expected-error@+1 {{the width of a shuffle has to be a constant}}
    %a, %p = gpu.shuffle xor %v, %w, %w : f32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%v: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %a, %p = gpu.shuffle xor %v, %c16, %c32 : f32
    // expected-error@+1 {{all shuffles of a kernel have to be of one width}}
    %b, %q = gpu.shuffle xor %v, %c16, %c16 : f32
    gpu.return
  }
}
