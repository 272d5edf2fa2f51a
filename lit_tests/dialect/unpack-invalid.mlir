// RUN: pad-opt %s --split-input-file --verify-diagnostics

func.func @no_layout(%a: memref<14xf32>, %b: memref<14xf32>) {
  // expected-error@+1 {{memref<14xf32> needs a #pad.layout to be packed into or unpacked from}}
  pad.unpack %a into %b : memref<14xf32> into memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @two_layouts(%a: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %b: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{has a layout itself: copy through a logical buffer}}
  pad.unpack %a into %b : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @other_way(%a: memref<14xf32>, %p: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{memref<14xf32> needs a #pad.layout to be packed into or unpacked from}}
  pad.unpack %a into %p : memref<14xf32> into memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @shape(%p: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %a: memref<16xf32>) {
  // expected-error@+1 {{both sides must be the same logical buffer, but are memref<14xf32> and memref<16xf32>}}
  pad.unpack %p into %a : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<16xf32>
  func.return
}
