// RUN: pad-opt %s -p pad-map-to-gpu --split-input-file --validate-each 2>/dev/null | filecheck %s

// Each kernel reads the scalar, and does arithmetic on it: the host computes indices only.
// CHECK-LABEL: func.func @scalars
// CHECK-NOT: affine.load
// CHECK-NOT: arith.mulf
// CHECK: gpu.module
// CHECK-COUNT-2: affine.load %S[0]
func.func @scalars(%a: f32, %S: memref<1xf32>, %B: memref<64xf32>, %C: memref<64xf32>) {
  %s = affine.load %S[0] : memref<1xf32>
  %x = arith.mulf %s, %a : f32
  affine.for %i = 0 to 64 {
    affine.store %x, %B[%i] : memref<64xf32>
  } {pad.stage = "one"}
  affine.for %i = 0 to 64 {
    affine.store %x, %C[%i] : memref<64xf32>
  } {pad.stage = "two"}
  func.return
}

// -----

// What only the operations between nests need is in their kernel.
// CHECK-LABEL: gpu.func @kernel(
// CHECK: affine.load %S[0]
// CHECK-NEXT: affine.store %{{.*}}, %T[0]
// CHECK-NEXT: affine.store %{{.*}}, %S[0]
func.func @between(%S: memref<1xf32>, %T: memref<1xf32>) {
  %one = arith.constant 1.0 : f32
  %x = affine.load %S[0] : memref<1xf32>
  affine.store %x, %T[0] : memref<1xf32>
  affine.store %one, %S[0] : memref<1xf32>
  func.return
}

// -----

// A cell that is updated outside of nests.
// CHECK-LABEL: gpu.func @kernel(
// CHECK: affine.load %S[0]
// CHECK: affine.store %{{.*}}, %S[0]
func.func @update(%S: memref<1xf32>) {
  %x = affine.load %S[0] : memref<1xf32>
  %y = arith.addf %x, %x : f32
  affine.store %y, %S[0] : memref<1xf32>
  func.return
}

// -----

// A fact stays where it holds: one kernel before it, and one after it.
// CHECK-LABEL: func.func @fact
// CHECK: gpu.launch_func
// CHECK: pad.assume
// CHECK: gpu.launch_func
func.func @fact(%A: memref<4xi32>) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  affine.store %c1, %A[0] : memref<4xi32>
  affine.for %i = 0 to 1 {
    %a = affine.load %A[%i] : memref<4xi32>
    %e = arith.cmpi eq, %a, %c1 : i32
    pad.assume %e : i1
  }
  affine.store %c2, %A[0] : memref<4xi32>
  func.return
}

// -----

// A load that stays on the host reads what is stored before it.
// CHECK-LABEL: func.func @load_in_its_place
// CHECK: affine.store %one, %S[0]
// CHECK-NEXT: affine.load %S[0]
func.func private @g()
func.func @load_in_its_place(%S: memref<1xf32>, %T: memref<1xf32>, %B: memref<64xf32>) {
  %one = arith.constant 1.0 : f32
  affine.store %one, %S[0] : memref<1xf32>
  %x = affine.load %S[0] : memref<1xf32>
  affine.store %one, %T[0] : memref<1xf32>
  affine.for %i = 0 to 64 {
    func.call @g() : () -> ()
    affine.store %x, %B[%i] : memref<64xf32>
  } {pad.stage = "two"}
  func.return
}

// -----

// The kernels' module gets a name that is free.
// CHECK-LABEL: func.func private @f_kernels
// CHECK: gpu.module @f_kernels_2
func.func private @f_kernels()
func.func @f(%B: memref<64xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 64 {
    affine.store %one, %B[%i] : memref<64xf32>
  } {pad.stage = "two"}
  func.return
}

// -----

// Of a function with several blocks, the first has kernels.
// CHECK-LABEL: func.func @several_blocks
// CHECK: gpu.launch_func
// CHECK-NEXT: cf.cond_br
func.func @several_blocks(%B: memref<4x64xf32>, %c: i1) {
  %z = arith.constant 0.0 : f32
  affine.for %j = 0 to 64 {
    affine.store %z, %B[0, %j] : memref<4x64xf32>
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  affine.for %j = 0 to 64 {
    affine.store %z, %B[1, %j] : memref<4x64xf32>
  }
  cf.br ^bb2
^bb2:
  func.return
}
