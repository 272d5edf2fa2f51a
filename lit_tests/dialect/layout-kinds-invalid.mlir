// Pad kinds that do not hold together.
// RUN: pad-opt %s --split-input-file --verify-diagnostics

#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (d0 + 1, d1)>], {}>
// expected-error@+1 {{the padding cell [3, 2] would copy [4, 2], which is outside the buffer; correct the map of the pad kind, [io + 1, ii], or limit it to a region with `where`}}
func.func private @f(memref<14xf32, #l>)

// -----

#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [[{where = affine_map<(d0, d1) -> (d1 - 3)>, kind = affine_map<(d0, d1) -> (d0, d1 - 1)>}, {kind = "forbidden"}]], {}>
// expected-error@+1 {{the padding cell [3, 3] would copy [3, 2], which is padding that may not be read}}
func.func private @f(memref<14xf32, #l>)

// -----

#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (d0, d1)>], {}>
// expected-error@+1 {{the padding copies itself: [3, 2] is its own source; let the map of the pad kind lead to a cell that is not a copy}}
func.func private @f(memref<14xf32, #l>)

// -----

#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (d0, 5 - d1)>], {}>
// expected-error@+1 {{the padding copies itself in a cycle: [3, 2] from [3, 3] from [3, 2]; let the map}}
func.func private @f(memref<14xf32, #l>)

// -----

#l = #pad.layout<[affine_map<(d0) -> (d0 + 3)>], [[{where = affine_map<(d0) -> (2 - d0)>, kind = affine_map<(d0) -> (d0 + 1)>}, {kind = 0.0 : f32}]], {}>
// expected-error@+1 {{the padding copies padding that is itself a copy and comes later in memory order: [0] copies [1]; let the map of the pad kind lead to a cell that is not a copy}}
func.func private @f(memref<14xf32, #l>)

// -----

#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0) -> (d0, 0)>], {}>
// expected-error@+1 {{(i) -> (i, 0) in a pad kind takes 1 indices, but the buffer has 2 physical axes}}
func.func private @f(memref<14xf32, #l>)

// -----

#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (d0)>], {}>
// expected-error@+1 {{the pad kind self[(i, j) -> (i)] gives 1 indices, but the buffer has 2 physical axes}}
func.func private @f(memref<14xf32, #l>)

// -----

// expected-error@+1 {{a map in a pad kind takes no symbols}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0)[s0] -> (d0, s0)>], {}>>)

// -----

// expected-error@+1 {{in a list of pad kinds must be {where = affine_map<..>, kind = ..}; the last one has no `where`}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [["undef"]], {}>>)

// -----

// expected-error@+1 {{a list of pad kinds ends at its one entry without `where`}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [[{kind = "undef"}, {kind = "undef"}]], {}>>)

// -----

// expected-error@+1 {{`where` of a pad kind is 1 : i64, but must be an affine map}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [[{where = 1, kind = "undef"}]], {}>>)

// -----

// expected-error@+1 {{the pad value 1 : i64 is not a value of the element type f32}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [[{kind = 1}]], {}>>)

// -----

#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [@g], {}>
// expected-error@+1 {{the pad kind @g names no function of this module}}
func.func private @f(memref<14xf32, #l>)

// -----

func.func private @g(index, index) -> f32
#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [@g], {}>
// expected-error@+1 {{the pad kind @g needs a function whose body is one block}}
func.func private @f(memref<14xf32, #l>)

// -----

func.func private @g(%io: index) -> f32 {
  %c = arith.constant 1.0 : f32
  func.return %c : f32
}
#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [@g], {}>
// expected-error@+1 {{the pad kind @g must be a function of the physical indices after its step, (index, index) -> f32, but is (index) -> f32}}
func.func private @f(memref<14xf32, #l>)

// -----

func.func private @g(%io: index, %ii: index) -> f32 {
  %other = memref.alloc() : memref<4xf32>
  %c = memref.load %other[%ii] : memref<4xf32>
  func.return %c : f32
}
#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [@g], {}>
// expected-error@+1 {{the pad kind @g is not pure: it contains 'memref.alloc', and may only compute with arith, math and ifs}}
func.func private @f(memref<14xf32, #l>)

// -----

// arith has no constants of these.
#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["identity(addi)"], {}>
// expected-error@+1 {{padding of ui8 can only be forbidden: there are no constants and comparisons of it, and the pad kind identity(addi) takes them; elements that have them are signless integers (i8 for ui8), index, floats of up to 64 bits, and vectors of these}}
func.func private @f(memref<14xui8, #l>)

// -----

#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [[{where = affine_map<(d0, d1) -> (d1 - 3)>, kind = "undef"}, {kind = "forbidden"}]], {}>
// expected-error@+1 {{padding of complex<f32> can only be forbidden}}
func.func private @f(memref<14xcomplex<f32>, #l>)

// -----

// A type without infinities: its NaN, which the number would become, is neutral to nothing.
#l = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["identity(maximumf)"], {}>
// expected-error@+1 {{the pad value -inf is not a value of the element type f8E4M3FN}}
func.func private @f(memref<14xf8E4M3FN, #l>)

// -----

// expected-error@+1 {{{apply = @g} is not a pad kind: a function of the indices and of other cells is {apply = @f, loads = [affine_map<..>]}, with a map of the physical indices for each cell}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{apply = @g}], {}>>)

// -----

// expected-error@+1 {{{apply = @g, loads = [1 : i64]} is not a pad kind}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{apply = @g, loads = [1]}], {}>>)

// -----

// expected-error@+1 {{the pad kind @g must be a function of the physical indices after its step and of the elements that it loads, (index, index, f32) -> f32, but is (index, index) -> f32}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{apply = @g, loads = [affine_map<(d0, d1) -> (0, d1)>]}], {}>>)
func.func private @g(%io: index, %ii: index) -> f32 {
  %c = arith.constant 0.0 : f32
  func.return %c : f32
}

// -----

// Two padding cells that are each computed from the other, and from the first cell too.
// expected-error@+1 {{the padding is computed from itself in a cycle: [3, 2] from [3, 3] from [3, 2]; let the map}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{apply = @g, loads = [affine_map<(d0, d1) -> (0, 0)>, affine_map<(d0, d1) -> (d0, 5 - d1)>]}], {}>>)
func.func private @g(%io: index, %ii: index, %a: f32, %b: f32) -> f32 {
  func.return %a : f32
}

// -----

// expected-error@+1 {{the padding cell [3, 2] would load [4, 2], which is outside the buffer; correct the map of the pad kind, [io + 1, ii], or limit it to a region with `where`}}
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{apply = @g, loads = [affine_map<(d0, d1) -> (d0 + 1, d1)>]}], {}>>)
func.func private @g(%io: index, %ii: index, %a: f32) -> f32 {
  func.return %a : f32
}
