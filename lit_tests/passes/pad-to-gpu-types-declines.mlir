// Types that devices do not take, or that upstream MLIR would not survive.
// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p "pad-to-gpu{stop=ptx}"

gpu.module @m {
  // expected-error@+1 {{a kernel takes numbers of up to 64 bits, vectors and buffers of these, not i65}}
  gpu.func @k(%x: i65) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{a kernel takes numbers of up to 64 bits, vectors and buffers of these, not si8}}
  gpu.func @k(%x: si8) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{a kernel takes numbers of up to 64 bits, vectors and buffers of these, not !llvm.ptr}}
  gpu.func @k(%x: !llvm.ptr) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{a kernel takes numbers of up to 64 bits, vectors and buffers of these, not vector<f32>}}
  gpu.func @k(%x: vector<f32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{a kernel takes numbers of up to 64 bits, vectors and buffers of these, not memref<4xmemref<4xf32>>}}
  gpu.func @k(%x: memref<4xmemref<4xf32>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{a kernel takes buffers of up to 4294967295 elements, not memref<4294967296xf32>}}
  gpu.func @k(%x: memref<4294967296xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{'gpu.func' uses f8E5M2, which GPU kernels do not support; use f16, bf16, f32 or f64}}
  gpu.func @k(%x: f8E5M2) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%x: f32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error@+1 {{'arith.truncf' uses f8E5M2, which GPU kernels do not support; use f16, bf16, f32 or f64}}
    %y = arith.truncf %x : f32 to f8E5M2
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error@+1 {{shared memory holds numbers of up to 64 bits and vectors, not memref<4xi65, 3 : i64>}}
    %a = memref.alloc() : memref<4xi65, 3 : i64>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error@+1 {{shared memory holds numbers of up to 64 bits and vectors, not memref<4xnone, 3 : i64>}}
    %a = memref.alloc() : memref<4xnone, 3 : i64>
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{'gpu.func' has f80, which has no lowering: its numbers cannot be written as text here; use f64}}
  gpu.func @k(%x: f80) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{'gpu.func' has memref<4611686018427387904x4xf32>, which has no lowering: a buffer must be smaller than 2^60 bytes}}
  gpu.func @k(%x: memref<4611686018427387904x4xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{'gpu.func' has memref<4xf32, -1 : i64>, which has no lowering: memory spaces are numbers from 0 to 16777215}}
  gpu.func @k(%x: memref<4xf32, -1>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{'gpu.func' has memref<4xf32, 16777216 : i64>, which has no lowering: memory spaces are numbers from 0 to 16777215}}
  gpu.func @k(%x: memref<4xf32, 16777216>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}
