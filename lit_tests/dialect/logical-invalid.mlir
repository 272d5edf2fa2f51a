// RUN: pad-opt %s --split-input-file --verify-diagnostics

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// expected-error@+1 {{so the buffer must be memref<4x4xf32>, but it is memref<14xf32>}}
func.func @shape(%A: memref<14xf32> {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>}) {
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// expected-error@+1 {{but it is memref<4x4xf64>}}
func.func private @element_type(memref<4x4xf64> {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>})

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// expected-error@+1 {{but it is memref<4x4xf32, 3 : i64>}}
func.func private @memory_space(memref<4x4xf32, 3> {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>})

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// expected-error@+1 {{but it is memref<4x5xf32>}}
func.func private @result() -> (memref<4x5xf32> {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>})

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @alloc() {
  // expected-error@+1 {{but it is memref<3x4xf32>}}
  %a = memref.alloc() {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>} : memref<3x4xf32>
  func.return
}

// -----

// expected-error@+1 {{'pad.logical' is memref<14xf32>, but must be a memref type with a #pad.layout}}
func.func private @no_layout(memref<14xf32> {pad.logical = memref<14xf32>})

// -----

// expected-error@+1 {{'pad.logical' is "A", but must be a memref type with a #pad.layout}}
func.func private @no_type(memref<14xf32> {pad.logical = "A"})

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// expected-error@+1 {{'pad.logical' belongs on a buffer: an argument or result of a function, an alloc, an alloca or a global}}
func.func private @no_buffer(index {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>})

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @no_alloc(%A: memref<4x4xf32>) {
  // expected-error@+1 {{'pad.logical' belongs on a buffer}}
  %a = memref.cast %A {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>} : memref<4x4xf32> to memref<4x?xf32>
  func.return
}

// -----

// expected-error@+1 {{in 'pad.logical': (i) -> (i // 2) is not injective on [14]: indices 0 and 1 both map to [0]}}
func.func private @layout(memref<7xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2)>], ["undef"], {}>>})
