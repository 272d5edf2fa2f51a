// Globals whose padding cannot be packed, and layouts that do not fit them.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file --verify-diagnostics

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// expected-error@+1 {{@state is variable, and its padding copies cells of its own, which would have to be written again after each change; only a constant global may have such padding}}
memref.global "private" @state : memref<6xf32, #pad.layout<[#tiles], [affine_map<(d0, d1) -> (0, d1)>], {}>> = dense<0.0>

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func private @ramp(%io: index, %ii: index) -> i64 {
  %i = arith.index_cast %ii : index to i64
  func.return %i : i64
}
// expected-error@+1 {{@weights has padding that a function computes, which cannot be packed at compile time; give it a pad kind that is a value, or lay out a copy of it}}
memref.global "private" constant @weights : memref<6xi64, #pad.layout<[#tiles], [@ramp], {}>> = dense<1>

// -----

// expected-error@+1 {{(i) -> (i // 4) is not injective on [6]}}
memref.global "private" constant @weights : memref<6xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4)>], ["forbidden"], {}>> = dense<1.0>

// -----

// expected-error@+1 {{'pad.logical' is (i) -> (i // 4, i % 4) on [6] = [2, 4], padding 4*io + ii >= 6 is forbidden, so the buffer must be memref<2x4xf32>, but it is memref<3x4xf32>}}
memref.global "private" constant @weights : memref<3x4xf32> = dense<1.0> {pad.logical = memref<6xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// expected-error@+1 {{'pad.layouts' names @weight, but the module has no such global}}
func.func @f() attributes {pad.layouts = {"@weight" = [#tiles]}} {
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

memref.global "private" constant @weights : memref<6xf32> = dense<1.0>
func.func @f() attributes {pad.layouts = {"@weights" = [#tiles]}} {
  func.return
}
// expected-error@+1 {{'pad.layouts' gives @weights the layout (i) -> (i) on [6] = [6], no padding, but that of another function gives it (i) -> (i // 4, i % 4) on [6] = [2, 4]}}
func.func @g() attributes {pad.layouts = {"@weights" = [affine_map<(d0) -> (d0)>]}} {
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

gpu.module @kernels {
  memref.global "private" constant @w : memref<5xf32, #pad.layout<[#tiles], [0.0 : f32], {}>> = dense<1.0>
  gpu.func @k() kernel {
    // expected-error@+1 {{'memref.get_global' gets the laid-out @w outside of a func.func, where layouts are not applied; apply them before it is moved there}}
    %w = memref.get_global @w : memref<5xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
    gpu.return
  }
}
