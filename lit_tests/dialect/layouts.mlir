// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

// Of arguments and of what the function allocates, by pad.name or the name in the source; the types stay until
// pad-apply-layouts.
// CHECK: func.func @f(%A: memref<14xf32>, %x: memref<f32> {pad.name = "B"}) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d1, d0)>], B = [affine_map<() -> (0)>], t = [affine_map<(d0) -> (d0 mod 4, d0 floordiv 4)>]}}
func.func @f(%A: memref<14xf32>, %x: memref<f32> {pad.name = "B"}) attributes {pad.layouts = {
    A = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d1, d0)>],
    B = [affine_map<() -> (0)>],
    t = [affine_map<(d0) -> (d0 mod 4, d0 floordiv 4)>]}} {
  %t = memref.alloc() : memref<9xf32>
  func.return
}
