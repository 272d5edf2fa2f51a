// Names that no code of a device can have, or that its libraries have.
// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p "pad-to-gpu{stop=ptx}"

gpu.module @m {
  // expected-error@+1 {{"a-b" cannot be the name of a device function; use only letters, digits and _}}
  gpu.func @"a-b"() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{"a\00b" cannot be the name of a device function; use only letters, digits and _}}
  gpu.func @"a\00b"() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{"" cannot be the name of a device function; use only letters, digits and _}}
  gpu.func @""() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{"llvm.foo" cannot be the name of a device function; use only letters, digits and _}}
  gpu.func @llvm.foo() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{@__nv_expf is reserved by libraries and compilers of devices; rename it}}
  gpu.func @__nv_expf() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{@malloc is reserved by libraries and compilers of devices; rename it}}
  gpu.func @malloc() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{@pad_mlir_f is reserved by libraries and compilers of devices; rename it}}
  gpu.func @pad_mlir_f() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}
