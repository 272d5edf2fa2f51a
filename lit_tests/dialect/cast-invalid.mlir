// RUN: pad-opt %s --split-input-file --verify-diagnostics

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @no_layout(%a: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{both types need a #pad.layout: only the pad kind may change}}
  %b = pad.cast %a : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @shape(%a: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{the logical types differ}}
  %b = pad.cast %a : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<15xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @memory_space(%a: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{the logical types differ}}
  %b = pad.cast %a : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>, 3>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#wider = affine_map<(d0) -> (d0 floordiv 8, d0 mod 8)>

func.func @maps(%a: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{the maps and boxes differ}}
  %b = pad.cast %a : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#wider], ["undef"], {}>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @boxes(%a: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{the maps and boxes differ}}
  %b = pad.cast %a : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {extents = [4, 5]}>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @separators(%a: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{the maps and boxes differ}}
  %b = pad.cast %a : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {separators = [1]}>>
  func.return
}
