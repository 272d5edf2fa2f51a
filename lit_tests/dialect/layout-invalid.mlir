// What a layout is refused for, each with what is wrong and, where it depends on the shape, an index.
// RUN: pad-opt %s --split-input-file --verify-diagnostics

// Parts.

// expected-error@+1 {{a layout needs at least one map}}
func.func private @f(memref<14xf32, #pad.layout<[], [], {}>>)

// -----

// expected-error@+1 {{one pad kind a map, but has 1 maps and 0 kinds}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [], {}>>)

// -----

// expected-error@+1 {{one pad kind a map, but has 1 maps and 2 kinds}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef", "undef"], {}>>)

// -----

// expected-error@+1 {{unknown layout option 'pitch'; known: align, extents, separators}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {pitch = [16]}>>)

// -----

// expected-error@+1 {{a layout has three parts}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"]>>)

// -----

func.func private @parts(f32,
  // expected-error@+1 {{a layout is <[maps], [pad kinds], {options}>; 4 : i64 is not a list of maps}}
  memref<14xf32, #pad.layout<4, ["undef"], {}>>)

// -----

func.func private @parts(f32,
  // expected-error@+1 {{a layout is <[maps], [pad kinds], {options}>; "undef" is not a list of pad kinds}}
  memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0)>], "undef", {}>>)

// -----

func.func private @parts(f32,
  // expected-error@+1 {{[] is not a dictionary}}
  memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0)>], ["undef"], []>>)

// -----

func.func private @parts(f32,
  // expected-error@+1 {{4 : i64 is not an affine map}}
  memref<14xf32, #pad.layout<[4], ["undef"], {}>>)

// -----

// Kinds.

// expected-error@+1 {{"zero" is not a pad kind: "forbidden", "undef", "identity(<arith op>)", a constant, an affine map of the physical indices, @f, {apply = @f, loads = [affine_map<..>]}, or a list}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["zero"], {}>>)

// -----

// expected-error@+1 {{"identity(addf" is not a pad kind}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["identity(addf"], {}>>)

// -----

// expected-error@+1 {{unit is not a pad kind}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [unit], {}>>)

// -----

// expected-error@+1 {{arith.subf has no identity on f32; operations that have: addf, mulf, maximumf, minimumf, maxnumf, minnumf}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["identity(subf)"], {}>>)

// -----

// expected-error@+1 {{arith.addf has no identity on i32; operations that have: addi, muli, ori, xori, andi, maxsi, minsi, maxui, minui}}
func.func private @f(memref<14xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["identity(addf)"], {}>>)

// -----

// expected-error@+1 {{the pad value 1 : i64 is not a value of the element type f32}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [1], {}>>)

// -----

// expected-error@+1 {{the pad value 1.000000e+00 : f64 is not a value of the element type f32}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [1.0 : f64], {}>>)

// -----

// Boxes.

// expected-error@+1 {{layout option 'align' is 16 : i64, but must be a list of integers}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {align = 16}>>)

// -----

// expected-error@+1 {{layout option 'align' is ["a", "b"], but must be a list of integers}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {align = ["a", "b"]}>>)

// -----

// expected-error@+1 {{layout option 'align' needs one list for each of 1 steps}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {align = [[1, 2], [1]]}>>)

// -----

// expected-error@+1 {{layout option 'extents' is 4 : i64, but must be a list of integers}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>], ["undef", "undef"], {extents = [[4, 4], 4]}>>)

// -----

// expected-error@+1 {{align [16] needs one entry for each of the 2 axes}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {align = [16]}>>)

// -----

// expected-error@+1 {{align [1, 0] must be positive}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {align = [1, 0]}>>)

// -----

// expected-error@+1 {{extents [5] needs one entry for each of the 2 axes}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {extents = [5]}>>)

// -----

// expected-error@+1 {{extents [3, 4] are too small: for shape [14], axis 0 of (i) -> (i // 4, i % 4) needs 4}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {extents = [3, 4]}>>)

// -----

// expected-error@+1 {{separators [2] must be positions between the 2 physical axes, of which there is only 1}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {separators = [2]}>>)

// -----

// expected-error@+1 {{separators must increase, but are [2, 1]}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>], ["undef", "undef"], {separators = [2, 1]}>>)

// -----

// expected-error@+1 {{layout option 'separators' is [[1 : i64]], but must be a list of integers}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {separators = [[1]]}>>)

// -----

// Maps.

// expected-error@+1 {{a layout map takes no symbols}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0)[s0] -> (d0 + s0)>], ["undef"], {}>>)

// -----

// expected-error@+1 {{takes 1 index, but its input [14, 3] has 2 axes}}
func.func private @f(memref<14x3xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>)

// -----

// expected-error@+1 {{takes 1 index, but its input [4, 4] has 2 axes}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef", "undef"], {}>>)

// -----

// expected-error@+1 {{must not be negative, but index 0 maps to [-1]}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 - 1)>], ["undef"], {}>>)

// -----

// expected-error@+1 {{(i) -> (i // 2) is not injective on [14]: indices 0 and 1 both map to [0]}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2)>], ["undef"], {}>>)

// -----

// expected-error@+1 {{(i, j) -> (i // 2, j) is not injective on [4, 4]: indices (0, 0) and (1, 0) both map to [0, 0]}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>], ["undef", "undef"], {}>>)

// -----

// expected-error@+1 {{is not injective on [4, s1]: indices (0, 8) and (1, 0) both map to [8] for s1 = 9}}
func.func private @f(memref<4x?xf32, #pad.layout<[affine_map<(d0, d1) -> (d0 * 8 + d1)>], ["undef"], {}>>)

// -----

// expected-error@+1 {{semi-affine expression: one operand of '*' has to be a constant}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 * d0)>], ["undef"], {}>>)

// -----

// expected-error@+1 {{'floordiv' expects a positive divisor, got 0}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 0)>], ["undef"], {}>>)

// -----

// To ask isl about more would take minutes.
// expected-error@+1 {{a map of 129 axes: a layout takes at most 128 of them}}
func.func private @f(memref<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32, #pad.layout<[affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31, d32, d33, d34, d35, d36, d37, d38, d39, d40, d41, d42, d43, d44, d45, d46, d47, d48, d49, d50, d51, d52, d53, d54, d55, d56, d57, d58, d59, d60, d61, d62, d63, d64, d65, d66, d67, d68, d69, d70, d71, d72, d73, d74, d75, d76, d77, d78, d79, d80, d81, d82, d83, d84, d85, d86, d87, d88, d89, d90, d91, d92, d93, d94, d95, d96, d97, d98, d99, d100, d101, d102, d103, d104, d105, d106, d107, d108, d109, d110, d111, d112, d113, d114, d115, d116, d117, d118, d119, d120, d121, d122, d123, d124, d125, d126, d127, d128) -> (d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31, d32, d33, d34, d35, d36, d37, d38, d39, d40, d41, d42, d43, d44, d45, d46, d47, d48, d49, d50, d51, d52, d53, d54, d55, d56, d57, d58, d59, d60, d61, d62, d63, d64, d65, d66, d67, d68, d69, d70, d71, d72, d73, d74, d75, d76, d77, d78, d79, d80, d81, d82, d83, d84, d85, d86, d87, d88, d89, d90, d91, d92, d93, d94, d95, d96, d97, d98, d99, d100, d101, d102, d103, d104, d105, d106, d107, d108, d109, d110, d111, d112, d113, d114, d115, d116, d117, d118, d119, d120, d121, d122, d123, d124, d125, d126, d127, d128)>], ["forbidden"], {}>>)

// -----

// expected-error@+1 {{a map that computes 17 of its axes: a layout takes at most 16 that are neither an index nor a constant}}
func.func private @f(memref<9xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2, d0 floordiv 3, d0 floordiv 4, d0 floordiv 5, d0 floordiv 6, d0 floordiv 7, d0 floordiv 8, d0 floordiv 9, d0 floordiv 10, d0 floordiv 11, d0 floordiv 12, d0 floordiv 13, d0 floordiv 14, d0 floordiv 15, d0 floordiv 16, d0 floordiv 17, d0 mod 2)>], ["forbidden"], {}>>)
