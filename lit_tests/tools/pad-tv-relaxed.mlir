// fp=relaxed takes operations on pad values as if they carried nnan, ninf and nsz.
// RUN: sed 's/13 - d0/15 - d0/' %s > %t.mlir
// RUN: not pad-tv %s %t.mlir 2>&1 | filecheck %s
// RUN: pad-tv --fp relaxed %s %t.mlir | filecheck %s --check-prefix=RELAXED
// CHECK: {{^}}@scaled_sum: refuted: result 0: another value
// RELAXED: {{^}}@scaled_sum: valid

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @scaled_sum(%f: f32, %A: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>}) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %io = 0 to 4 iter_args(%s = %zero) -> (f32) {
    %t = affine.for %ii = 0 to 4 iter_args(%u = %s) -> (f32) {
      %v = affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) -> f32 {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %p = arith.mulf %a, %f : f32
        %w = arith.addf %u, %p : f32
        affine.yield %w : f32
      } else {
        affine.yield %u : f32
      }
      affine.yield %v : f32
    }
    affine.yield %t : f32
  }
  func.return %r : f32
}
