// REQUIRES: mlir
// A host has one memory: a copy made for the shared memory of a GPU runs here too, as a plain buffer.
// RUN: pad-opt %s -p "pad-to-host{stop=affine}" | filecheck %s
// RUN: pad-opt %s -p "pad-to-host{stop=affine}" | mlir-opt | filecheck %s
// RUN: pad-opt %s -p "pad-to-host{stop=affine}" | filecheck %s --check-prefix=NONE
// RUN: pad-opt %s -p "pad-to-host{stop=scf}" | filecheck %s --check-prefix=NONE
// RUN: pad-opt %s -p pad-to-host | mlir-translate --mlir-to-llvmir | filecheck %s --check-prefix=NONE
// RUN: pad-opt %s -p "pad-to-host{stop=scf}" | filecheck %s --check-prefix=SCF
// RUN: pad-opt %s -p pad-to-host | mlir-opt | filecheck %s --check-prefix=LLVM
// RUN: pad-opt %s -p pad-to-host | mlir-translate --mlir-to-llvmir | filecheck %s --check-prefix=IR
// RUN: pad-opt %s -p "pad-cache-read{buffer=A stage=compute memory-space=3},pad-to-host" | mlir-translate --mlir-to-llvmir | filecheck %s --check-prefix=IR

// NONE-NOT: {{, [13]( : i64)?>}}
// NONE-NOT: memory_space_cast
// NONE-NOT: ptr<
// NONE-NOT: addrspace

memref.global "private" constant @table : memref<14xi1, 1> = dense<true>

// CHECK: func.func private @other(memref<14xf32>{{.*}})
func.func private @other(memref<14xf32, 3>)

// CHECK: func.func @copy(%[[A:.*]]: memref<14xf32>{{.*}}, %[[B:.*]]: memref<14xf32>
// CHECK: %[[C:.*]] = memref.alloc() {{.*}} : memref<14xf32>
// CHECK: affine.store %{{.*}}, %[[C]][%{{.*}}] : memref<14xf32>
// CHECK: call @other(%[[C]]) : (memref<14xf32>) -> ()
// CHECK: %[[T:.*]] = memref.get_global @table : memref<14xi1>
// CHECK: affine.load %[[C]][%{{.*}}] : memref<14xf32>
// SCF: %[[C:.*]] = memref.alloc() {{.*}} : memref<14xf32>
// SCF: scf.for
// SCF: memref.store %{{.*}}, %[[C]][%{{.*}}] : memref<14xf32>
// LLVM: llvm.func @copy
// IR: define void @copy(ptr
func.func @copy(%A: memref<14xf32>, %B: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<14xf32, 3>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %C[%i] : memref<14xf32, 3>
  }
  func.call @other(%C) : (memref<14xf32, 3>) -> ()
  %E = memref.memory_space_cast %C : memref<14xf32, 3> to memref<14xf32>
  %T = memref.get_global @table : memref<14xi1, 1>
  affine.for %i = 0 to 14 {
    %t = affine.load %T[%i] : memref<14xi1, 1>
    %e = affine.load %E[%i] : memref<14xf32>
    %b = arith.select %t, %e, %zero : f32
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
