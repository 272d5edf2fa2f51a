// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p "pad-to-gpu{stop=ptx}"

// expected-error@+1 {{no gpu.module here: pad-map-to-gpu makes kernels}}
builtin.module {
  func.func @f() {
    func.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{a gpu.func that is not a kernel can't be lowered: inline it}}
  gpu.func @f(%a: f32) -> f32 {
    gpu.return %a : f32
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{the block size of kernel 'k' is not known: state known_block_size = array<i32: x, y, z>}}
  gpu.func @k(%A: memref<4xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{a block of 64 x 32 x 1 threads: it has 1 to 1024 threads, at most 64 along z}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 32, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{a block of 1 x 1 x 128 threads}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 1, 1, 128>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{the kernel takes 65536 bytes of shared memory; a block has 49152: make its tiles smaller}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = memref.alloc() : memref<64x64xf64, 3 : i64>
    %b = memref.alloc() : memref<128x64xf32, 3 : i64>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // expected-error@+1 {{a kernel allocates memory that the block shares, memref<.., 3>, not memref<64xf64>}}
    %a = memref.alloc() : memref<64xf64>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%c: i1) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    scf.if %c {
      // expected-error@+1 {{shared memory is allocated at the top of the kernel, once}}
      %a = memref.alloc() : memref<64xf64, 3 : i64>
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // expected-error@+1 {{shared memory has a static shape}}
    %a = memref.alloc(%n) : memref<?xf64, 3 : i64>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = memref.alloc() : memref<64xf64, 3 : i64>
    // expected-error@+1 {{memory of a kernel is not freed: it ends with the block}}
    memref.dealloc %a : memref<64xf64, 3 : i64>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // expected-error@+1 {{use memref.alloc in memory space 3, or values: no alloca}}
    %a = memref.alloca() : memref<64xf64, 3 : i64>
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{'gpu.func' has a buffer whose #pad.layout is not applied yet}}
  gpu.func @k(%B: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{a buffer of a kernel is row-major and contiguous, not memref<4xf32, strided<[2]>>}}
  gpu.func @k(%B: memref<4xf32, strided<[2]>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%A: memref<?xf32>, %i: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // expected-error@+1 {{the axis of a memref.dim has to be a constant}}
    %n = memref.dim %A, %i : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%A: memref<?xf32>, %B: memref<?xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // expected-error@+1 {{'memref.copy' of a buffer has no lowering to a GPU here}}
    memref.copy %A, %B : memref<?xf32> to memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%A: memref<8x8xf32>, %i: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = memref.subview %A[0, 0] [4, 4] [1, 2] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 2]>>
    // expected-error@+1 {{upstream MLIR: 'vector.load' op most minor memref dim must have unit stride}}
    %x = vector.load %v[%i, %i] : memref<4x4xf32, strided<[8, 2]>>, vector<2xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{a buffer of i4 has no lowering: use i1, or i8 and wider}}
  gpu.func @k(%A: memref<4xi4>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    gpu.return
  }
}

// -----

builtin.module attributes {gpu.container_module} {
  func.func @f(%A: memref<4xf32>) {
    %c = arith.constant 1 : index
    // expected-error@+1 {{@m::@k takes (memref<8xf32>), not (memref<4xf32>)}}
    gpu.launch_func @m::@k blocks in (%c, %c, %c) threads in (%c, %c, %c) args(%A : memref<4xf32>)
    func.return
  }
  gpu.module @m {
    gpu.func @k(%A: memref<8xf32>) kernel {
      gpu.return
    }
  }
}

// -----

gpu.module @m {
  gpu.func @k(%A: memref<8xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %zero = arith.constant 0.0 : f32
    // expected-error@+1 {{'linalg.fill' cannot be lowered to the nvvm dialect here; lower it first}}
    linalg.fill ins(%zero : f32) outs(%A : memref<8xf32>)
    gpu.return
  }
}

// -----

builtin.module attributes {gpu.container_module} {
  func.func @f() {
    %c1 = arith.constant 1 : index
    %big = arith.constant 65536 : index
    // expected-error@+1 {{a grid has at most 65535 blocks along y: put the longer axis along x}}
    gpu.launch_func @m::@k blocks in (%big, %big, %c1) threads in (%c1, %c1, %c1)
    func.return
  }
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
}

// -----

builtin.module attributes {gpu.container_module} {
  func.func @f() {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    // expected-error@+1 {{a block of 64 x 1 x 1 threads for a kernel whose known_block_size is 32 x 2 x 1}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    func.return
  }
  gpu.module @m {
    gpu.func @k() kernel attributes {known_block_size = array<i32: 32, 2, 1>} {
      gpu.return
    }
  }
}

// -----

builtin.module attributes {gpu.container_module} {
  func.func @f() {
    %c1 = arith.constant 1 : index
    %n = arith.constant 16 : i32
    // expected-error@+1 {{dynamic shared memory and clusters can't be lowered}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %n
    func.return
  }
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
}

// -----

builtin.module attributes {gpu.container_module} {
  func.func @f() {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{asynchronous launches can't be lowered: launches run in order}}
    %t = "gpu.launch_func"(%c1, %c1, %c1, %c1, %c1, %c1) <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}> : (index, index, index, index, index, index) -> !gpu.async.token
    func.return
  }
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
}
