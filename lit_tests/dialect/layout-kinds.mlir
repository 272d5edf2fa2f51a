// Pad kinds that depend on the index: copies of cells, functions, lists by region.
// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

// Wrap-around.
// CHECK-LABEL: func.func private @wrap(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>>)
func.func private @wrap(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>>)

// A copy of a copy that comes before it: the edge, from cell to cell.
// CHECK-LABEL: @edge
// CHECK-SAME: [affine_map<(d0, d1) -> (d0, d1 - 1)>]
func.func private @edge(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (d0, d1 - 1)>], {}>>)

// CHECK-LABEL: func.func private @ramp
func.func private @ramp(%io: index, %ii: index) -> f32 {
  %sum = arith.addi %io, %ii : index
  %integer = arith.index_cast %sum : index to i64
  %r = arith.sitofp %integer : i64 to f32
  func.return %r : f32
}
// CHECK-LABEL: @computed
// CHECK-SAME: [@ramp]
func.func private @computed(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [@ramp], {}>>)

// CHECK-LABEL: @list
// CHECK-SAME: {{\[\[}}{where = affine_map<(d0, d1) -> (d1 - 3)>, kind = 1.000000e+00 : f32}, {where = affine_map<(d0, d1) -> (-d0, d1)>, kind = "undef"}, {kind = @ramp}{{\]\]}}
func.func private @list(memref<13xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [[{where = affine_map<(d0, d1) -> (d1 - 3)>, kind = 1.0 : f32}, {where = affine_map<(d0, d1) -> (-d0, d1)>, kind = "undef"}, {kind = @ramp}]], {}>>)

// Each step has its own kind, of the indices after it.
// CHECK-LABEL: @steps
// CHECK-SAME: [@ramp, affine_map<(d0, d1, d2) -> (d0, 0, 0)>]
func.func private @steps(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d0, d1 floordiv 3, d1 mod 3)>], [@ramp, affine_map<(d0, d1, d2) -> (d0, 0, 0)>], {}>>)
