// REQUIRES: mlir
// RUN: pad-opt %s -p 'pad-to-host{target-cpu=alderlake}' --verify-diagnostics

func.func @zeros(%C: memref<16x16xi32>, %i: index) {
  // expected-error@+1 {{'amx.tile_zero' is of processors with AMX, and this one has none: run pad-dot-products for it by target-cpu}}
  %z = amx.tile_zero : !amx.tile<16x16xi32>
  amx.tile_store %C[%i, %i], %z : memref<16x16xi32>, !amx.tile<16x16xi32>
  func.return
}
