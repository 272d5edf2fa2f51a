// Public names that are others' in an object, and declarations that cannot be meant.
// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p pad-to-host

// expected-error@+1 {{@tanhf is reserved by LLVM, compilers or the C library; rename it, or make it private}}
func.func @tanhf(%A: memref<4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{@memset is reserved by LLVM, compilers or the C library; rename it, or make it private}}
func.func @memset(%A: memref<4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{@__truncdfhf2 is reserved by LLVM, compilers or the C library; rename it, or make it private}}
func.func @__truncdfhf2(%A: memref<4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{@llvm.foo is reserved by LLVM, compilers or the C library; rename it, or make it private}}
func.func @llvm.foo(%A: memref<4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{@_mlir_ciface_f is reserved by LLVM, compilers or the C library; rename it, or make it private}}
func.func @_mlir_ciface_f(%A: memref<4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{@memset is reserved by LLVM, compilers or the C library; rename it, or make it private}}
memref.global @memset : memref<4xf32> = dense<1.0>

// -----

// expected-error@+1 {{"" cannot be a symbol of an object file; rename it}}
func.func @""(%A: memref<4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{"a\00b" cannot be a symbol of an object file; rename it}}
func.func @"a\00b"(%A: memref<4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{"\01memset" cannot be a symbol of an object file; rename it}}
func.func @"\01memset"(%A: memref<4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{"f@v1" cannot be a symbol of an object file; rename it}}
func.func @"f@v1"(%A: memref<4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{@tanhf is declared as (f64) -> f64, but that of libm is (f32) -> f32; declare it so, or rename it}}
func.func private @tanhf(f64) -> f64

// -----

// expected-error@+1 {{@fma is declared as (f64) -> f64, but that of libm is (f64, f64, f64) -> f64; declare it so, or rename it}}
func.func private @fma(f64) -> f64

// -----

// expected-error@+1 {{@llvm.sqrt.f64 is a name of LLVM's intrinsics, which are not functions; use the operation that becomes it, or another name}}
func.func private @llvm.sqrt.f64(f64) -> f64

// -----

// expected-error@+1 {{@__truncsfbf2 is a function that the code has itself and that no module declares; rename it, or use the operation that becomes it}}
func.func private @__truncsfbf2(f32) -> bf16

// -----

// expected-error@+1 {{@pad_mlir_entry is a function that the code has itself and that no module declares; rename it, or use the operation that becomes it}}
func.func private @pad_mlir_entry(f32) -> f32

// -----

// expected-error@+1 {{"a\00b" cannot be a symbol of a library; rename it}}
func.func private @"a\00b"(f32) -> f32
