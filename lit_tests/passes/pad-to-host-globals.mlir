// A function that is called here may be given a global that it also gets by name, so where a global
// changes, only functions that nobody here calls have arguments that are certainly distinct.
// RUN: pad-opt %s -p "pad-to-host{stop=affine}" | filecheck %s

memref.global "private" @state : memref<4xf32> = dense<0.0>

// CHECK: func.func private @callee(%A: memref<4xf32>) {
func.func private @callee(%A: memref<4xf32>) {
  %state = memref.get_global @state : memref<4xf32>
  memref.copy %A, %state : memref<4xf32> to memref<4xf32>
  func.return
}
// CHECK: func.func @entry(%B: memref<4xf32> {llvm.noalias}) {
func.func @entry(%B: memref<4xf32>) {
  %state = memref.get_global @state : memref<4xf32>
  func.call @callee(%state) : (memref<4xf32>) -> ()
  func.return
}
