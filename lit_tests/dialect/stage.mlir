// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

// CHECK-LABEL: @stages
func.func @stages(%A: memref<14xf32>, %B: memref<14xf32>, %c: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: affine.for
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  // CHECK: {pad.stage = "affine_loop"}
  } {pad.stage = "affine_loop"}
  scf.for %i = %c0 to %c1 step %c1 {
  // CHECK: {pad.stage = "scf_loop"}
  } {pad.stage = "scf_loop"}
  scf.if %c {
  // CHECK: {pad.stage = "choice"}
  } {pad.stage = "choice"}
  // CHECK: affine.store {{.*}} {pad.stage = "one_store"} : memref<14xf32>
  affine.store %x, %A[0] {pad.stage = "one_store"} : memref<14xf32>
  // CHECK: {pad.stage = "copy"}
  memref.copy %A, %B {pad.stage = "copy"} : memref<14xf32> to memref<14xf32>
  // CHECK: func.call @stages({{.*}}) {pad.stage = "call"}
  func.call @stages(%A, %B, %c, %x) {pad.stage = "call"} : (memref<14xf32>, memref<14xf32>, i1, f32) -> ()
  func.return
}
