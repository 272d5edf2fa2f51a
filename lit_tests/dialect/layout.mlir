// The layout of a memref, in all its forms, survives printing: pretty, generic and through an alias.
// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#rows = affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>
#alias = #pad.layout<[#tiles], ["undef"], {}>

// Kinds of padding.

// CHECK: func.func private @forbidden(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>)
func.func private @forbidden(memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>)
// CHECK: @undef({{.*}}, ["undef"], {}>>)
func.func private @undef(memref<14xf32, #alias>)
// CHECK: @value({{.*}}, [1.500000e+00 : f32], {}>>)
func.func private @value(memref<14xf32, #pad.layout<[#tiles], [1.5 : f32], {}>>)
// CHECK: @identity({{.*}}, ["identity(addf)"], {}>>)
func.func private @identity(memref<14xf32, #pad.layout<[#tiles], ["identity(addf)"], {}>>)

// Values that are easily lost: signed zeros, infinities, NaNs, the ends of integer types.

// CHECK: @zeros({{.*}}, [0.000000e+00 : f32], {}>>, {{.*}}, [-0.000000e+00 : f32], {}>>)
func.func private @zeros(memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>, memref<14xf32, #pad.layout<[#tiles], [-0.0 : f32], {}>>)
// CHECK: @f16({{.*}}, [0x7c00 : f16], {}>>, {{.*}}, [0xfc00 : f16], {}>>, {{.*}}, [0x7e00 : f16], {}>>)
func.func private @f16(memref<14xf16, #pad.layout<[#tiles], [0x7c00 : f16], {}>>, memref<14xf16, #pad.layout<[#tiles], [0xfc00 : f16], {}>>, memref<14xf16, #pad.layout<[#tiles], [0x7e00 : f16], {}>>)
// CHECK: @bf16({{.*}}, [0x7f80 : bf16], {}>>, {{.*}}, [0xff80 : bf16], {}>>, {{.*}}, [0x7fc0 : bf16], {}>>)
func.func private @bf16(memref<14xbf16, #pad.layout<[#tiles], [0x7f80 : bf16], {}>>, memref<14xbf16, #pad.layout<[#tiles], [0xff80 : bf16], {}>>, memref<14xbf16, #pad.layout<[#tiles], [0x7fc0 : bf16], {}>>)
// CHECK: @f32({{.*}}, [0x7f800000 : f32], {}>>, {{.*}}, [0xff800000 : f32], {}>>, {{.*}}, [0x7fc00000 : f32], {}>>)
func.func private @f32(memref<14xf32, #pad.layout<[#tiles], [0x7f800000 : f32], {}>>, memref<14xf32, #pad.layout<[#tiles], [0xff800000 : f32], {}>>, memref<14xf32, #pad.layout<[#tiles], [0x7fc00000 : f32], {}>>)
// CHECK: @f64({{.*}}, [0x7ff0000000000000 : f64], {}>>, {{.*}}, [0xfff0000000000000 : f64], {}>>, {{.*}}, [0x7ff8000000000000 : f64], {}>>)
func.func private @f64(memref<14xf64, #pad.layout<[#tiles], [0x7ff0000000000000 : f64], {}>>, memref<14xf64, #pad.layout<[#tiles], [0xfff0000000000000 : f64], {}>>, memref<14xf64, #pad.layout<[#tiles], [0x7ff8000000000000 : f64], {}>>)
// CHECK: @ints({{.*}}, [true], {}>>, {{.*}}, [-128 : i8], {}>>, {{.*}}, [32767 : i16], {}>>, {{.*}}, [-2147483648 : i32], {}>>, {{.*}}, [-9223372036854775808], {}>>, {{.*}}, [7 : index], {}>>)
func.func private @ints(memref<14xi1, #pad.layout<[#tiles], [true], {}>>, memref<14xi8, #pad.layout<[#tiles], [-128 : i8], {}>>, memref<14xi16, #pad.layout<[#tiles], [32767 : i16], {}>>, memref<14xi32, #pad.layout<[#tiles], [-2147483648 : i32], {}>>, memref<14xi64, #pad.layout<[#tiles], [-9223372036854775808 : i64], {}>>, memref<14xindex, #pad.layout<[#tiles], [7 : index], {}>>)

// Steps: one kind each, and a box each.

// CHECK: @steps({{.*}}<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>], [1.000000e+00 : f32, "undef"], {}>>)
func.func private @steps(memref<14xf32, #pad.layout<[#tiles, #rows], [1.0 : f32, "undef"], {}>>)
// CHECK: @last_step({{.*}}, {align = [1, 4, 16], separators = [1, 2]}>>)
func.func private @last_step(memref<14xf32, #pad.layout<[#tiles, #rows], ["undef", "undef"], {align = [1, 4, 16], separators = [1, 2]}>>)
// CHECK: @each_step({{.*}}, {extents = {{\[}}[5, 8], [2, 3, 8]]}>>)
func.func private @each_step(memref<14xf32, #pad.layout<[#tiles, #rows], ["undef", "undef"], {extents = [[5, 8], [2, 3, 8]]}>>)
// CHECK: @one_of_two({{.*}}, {align = {{\[}}[8, 8], []], extents = [3, 3, 8]}>>)
func.func private @one_of_two(memref<14xf32, #pad.layout<[#tiles, #rows], ["undef", "undef"], {align = [[8, 8], []], extents = [3, 3, 8]}>>)

// Shapes: rank 0, size 0, sizes known at run time, another memory space.

// CHECK: @shapes(memref<f32, #pad.layout<[affine_map<() -> (0)>], ["undef"], {extents = [4]}>>, memref<0xf32, {{.*}}>, memref<?x14xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>], {{.*}}>, memref<14xf32, #pad.layout<{{.*}}>, 3 : i64>)
func.func private @shapes(memref<f32, #pad.layout<[affine_map<() -> (0)>], ["undef"], {extents = [4]}>>, memref<0xf32, #alias>, memref<?x14xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>], ["undef"], {}>>, memref<14xf32, #alias, 3>)
