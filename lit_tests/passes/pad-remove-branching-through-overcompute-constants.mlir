// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute' --verify-diagnostics | filecheck %s

// What is forbidden of a constant is not read, whatever stands there; a pad value is.
// CHECK-LABEL: @forbidden_of_constants
// CHECK: affine.if
// CHECK-LABEL: @padding_of_constants
// CHECK-NOT: affine.if
memref.global "private" constant @forbidden : memref<4x4xf32> = dense<1.0> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}
memref.global "private" constant @padded : memref<4x4xf32> = dense<1.0> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [1.0 : f32], {}>>}
func.func @forbidden_of_constants() {
  %L = memref.alloca() : memref<16xf32>
  %g = memref.get_global @forbidden : memref<4x4xf32>
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{stage 's': guard kept: without the guard, g[3, 2] would be read, but it is forbidden padding; give the padding of g a value, or undef}}
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %a = affine.load %g[%i floordiv 4, %i mod 4] : memref<4x4xf32>
      affine.store %a, %L[%i] : memref<16xf32>
    }
  } {pad.stage = "s"}
  func.return
}
func.func @padding_of_constants() {
  %L = memref.alloca() : memref<16xf32>
  %g = memref.get_global @padded : memref<4x4xf32>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %a = affine.load %g[%i floordiv 4, %i mod 4] : memref<4x4xf32>
      affine.store %a, %L[%i] : memref<16xf32>
    }
  } {pad.stage = "s"}
  func.return
}
