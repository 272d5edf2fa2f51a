// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu{stop=gpu}" | filecheck %s
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu{stop=gpu}" -o %t.mlir
// RUN: mlir-opt --split-input-file %t.mlir | filecheck %s --check-prefix=STOCK
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu{target=opencl}" -o %t.spirv.mlir
// RUN: mlir-opt --split-input-file %t.spirv.mlir | filecheck %s --check-prefix=SPIRV
// RUN: pad-opt %s --split-input-file -p "pad-to-gpu{stop=nvvm}" -o %t.nvvm.mlir
// RUN: mlir-opt --split-input-file %t.nvvm.mlir | filecheck %s --check-prefix=NVVM

// A buffer of dynamic shape is a pointer, and its sizes that are dynamic.
// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[ONE:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[N:.*]] = memref.dim %A, %[[ONE]] : memref<?x8xf32>
// CHECK-NEXT: %[[FLAT:.*]] = memref.collapse_shape %A {{.*}} : memref<?x8xf32> into memref<?xf32>
// CHECK: gpu.launch_func @kernels::@k {{.*}} args(%[[FLAT]] : memref<?xf32>, %[[N]] : index, %k : index)
// CHECK: gpu.func @k(%A: memref<?xf32> {llvm.noalias}, %{{.*}}: index, %k: index) kernel
// STOCK: gpu.launch_func @kernels::@k
// SPIRV: spirv.func @k(%{{.*}}: !spirv.ptr<f32, CrossWorkgroup>, %{{.*}}: i64, %{{.*}}: i64)
// NVVM: llvm.func @k(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %{{.*}}: i64) attributes {gpu.kernel
// NVVM-SAME: nvvm.maxntid = array<i32: 1, 1, 1>
builtin.module attributes {gpu.container_module} {
  func.func @dynamic(%A: memref<?x8xf32>, %k: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%A : memref<?x8xf32>, %k : index)
    func.return
  }
  gpu.module @kernels {
    gpu.func @k(%A: memref<?x8xf32>, %k: index) kernel {
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : index
      %n = memref.dim %A, %c0 : memref<?x8xf32>
      scf.for %i = %c0 to %n step %k {
        memref.store %zero, %A[%i, %k] : memref<?x8xf32>
      }
      gpu.return
    }
  }
}

// -----

// Conditions are bytes, in memory and as arguments. A buffer without axes has one.
// CHECK-LABEL: func.func @conditions(
// CHECK-SAME: %A: memref<4xi8>
// CHECK: %[[BYTE:.*]] = arith.extui %c : i1 to i8
// CHECK: memref.reinterpret_cast
// CHECK: gpu.func @k(%A: memref<4xi8> {llvm.noalias}, %c: i8, %S: memref<1xf32> {llvm.noalias}) kernel
// CHECK-NEXT: arith.trunci %c : i8 to i1
// SPIRV: spirv.func @k(%{{.*}}: !spirv.ptr<!spirv.array<4 x i8>, CrossWorkgroup>, %{{.*}}: i8, %{{.*}}: !spirv.ptr<!spirv.array<1 x f32>, CrossWorkgroup>)
builtin.module attributes {gpu.container_module} {
  func.func @conditions(%A: memref<4xi1>, %c: i1, %S: memref<f32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%A : memref<4xi1>, %c : i1, %S : memref<f32>)
    func.return
  }
  gpu.module @kernels {
    gpu.func @k(%A: memref<4xi1>, %c: i1, %S: memref<f32>) kernel {
      %zero = arith.constant 0.0 : f32
      %t = gpu.thread_id x
      memref.store %c, %A[%t] : memref<4xi1>
      memref.store %zero, %S[] : memref<f32>
      gpu.return
    }
  }
}

// -----

// Views are sums of offsets.
// CHECK-LABEL: gpu.func @views(
// CHECK-SAME: %A: memref<192xf32>
// CHECK-NOT: memref.{{collapse_shape|expand_shape|subview}}
// CHECK: %[[A:.*]] = memref.load %A[%[[T:.*]]] : memref<192xf32>
// CHECK: vector.load %A[%{{.*}}] {alignment = 8 : i64} : memref<192xf32>, vector<2xf32>
builtin.module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @views(%A: memref<4x6x8xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
      %c1 = arith.constant 1 : index
      %t = gpu.thread_id x
      %flat = memref.collapse_shape %A [[0, 1, 2]] : memref<4x6x8xf32> into memref<192xf32>
      %a = memref.load %flat[%t] : memref<192xf32>
      %rows = memref.expand_shape %flat [[0, 1]] output_shape [24, 8] : memref<192xf32> into memref<24x8xf32>
      %part = memref.subview %rows[2, 1] [2, 4] [3, 1] : memref<24x8xf32> to memref<2x4xf32, strided<[24, 1], offset: 17>>
      %v = vector.load %part[%c1, %c1] {alignment = 8 : i64} : memref<2x4xf32, strided<[24, 1], offset: 17>>, vector<2xf32>
      %w = vector.insert %a, %v[1] : f32 into vector<2xf32>
      vector.store %w, %part[%c1, %c1] : memref<2x4xf32, strided<[24, 1], offset: 17>>, vector<2xf32>
      gpu.return
    }
  }
}

// -----

// No claim where a launch gives the same buffer twice, or the function says that they may be one.
// CHECK-LABEL: func.func @same(
// CHECK: gpu.func @twice(%A: memref<4xf32>, %B: memref<4xf32>) kernel
// CHECK: gpu.func @unknown(%A: memref<4xf32>, %B: memref<4xf32>) kernel
// CHECK: gpu.func @local(%A: memref<4xf32> {llvm.noalias}, %B: memref<4xf32> {llvm.noalias}) kernel
builtin.module attributes {gpu.container_module} {
  func.func @same(%A: memref<4xf32>, %B: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    %T = memref.alloc() : memref<4xf32>
    gpu.launch_func @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%A : memref<4xf32>, %B : memref<4xf32>)
    gpu.launch_func @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%A : memref<4xf32>, %A : memref<4xf32>)
    gpu.launch_func @kernels::@local blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%A : memref<4xf32>, %T : memref<4xf32>)
    memref.dealloc %T : memref<4xf32>
    func.return
  }
  func.func @may_alias(%A: memref<4xf32>, %B: memref<4xf32>) attributes {pad.may_alias} {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@unknown blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%A : memref<4xf32>, %B : memref<4xf32>)
    func.return
  }
  gpu.module @kernels {
    gpu.func @twice(%A: memref<4xf32>, %B: memref<4xf32>) kernel {
      gpu.return
    }
    gpu.func @unknown(%A: memref<4xf32>, %B: memref<4xf32>) kernel {
      gpu.return
    }
    gpu.func @local(%A: memref<4xf32>, %B: memref<4xf32>) kernel {
      gpu.return
    }
  }
}
