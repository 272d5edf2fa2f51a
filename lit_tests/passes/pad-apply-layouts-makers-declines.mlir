// Operations of dialects that are not known make no laid-out buffers.
// RUN: pad-opt %s -p pad-apply-layouts --allow-unregistered-dialect --verify-diagnostics

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @made() {
  // expected-error@+1 {{'test.make' makes the laid-out buffer memref<5xf32, #pad.layout<[affine_map<(d0) -> ((d0 floordiv 4), (d0 mod 4))>], [0.000000e+00 : f32], {}>>, and cannot be changed to the physical shape; copy into an allocation with pad.pack}}
  %A = "test.make"() : () -> memref<5xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
  func.return
}
