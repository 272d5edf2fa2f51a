// RUN: pad-opt %s --allow-unregistered-dialect | filecheck %s
// RUN: not pad-opt %s 2>&1 | filecheck %s --check-prefix=ERROR

// ERROR: unregistered-dialect.mlir:[[# @LINE + 6]]:8: error: operation 'my.op' is not registered

// CHECK: %0 = "my.op"(%i) ({
// CHECK:   %{{.*}} = affine.load
// CHECK: }) {my.attribute = #my.kind<4>} : (index) -> !my.type
func.func @f(%i: index, %A: memref<4xf32>) {
  %0 = "my.op"(%i) ({
    %x = affine.load %A[%i] : memref<4xf32>
    "my.end"() : () -> ()
  }) {my.attribute = #my.kind<4>} : (index) -> !my.type
  return
}
