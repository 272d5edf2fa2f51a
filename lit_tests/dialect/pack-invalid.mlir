// RUN: pad-opt %s --split-input-file --verify-diagnostics

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @no_layout(%a: memref<14xf32>, %b: memref<14xf32>) {
  // expected-error@+1 {{memref<14xf32> needs a #pad.layout to be packed into or unpacked from}}
  pad.pack %a into %b : memref<14xf32> into memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @two_layouts(%a: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %b: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{has a layout itself: copy through a logical buffer}}
  pad.pack %a into %b : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @other_way(%p: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %a: memref<14xf32>) {
  // expected-error@+1 {{memref<14xf32> needs a #pad.layout to be packed into or unpacked from}}
  pad.pack %p into %a : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<14xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// The physical shape is not what a logical buffer has.
func.func @physical(%a: memref<4x4xf32>, %p: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{both sides must be the same logical buffer, but are memref<14xf32> and memref<4x4xf32>}}
  pad.pack %a into %p : memref<4x4xf32> into memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @element_type(%a: memref<14xf64>, %p: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{both sides must be the same logical buffer, but are memref<14xf32> and memref<14xf64>}}
  pad.pack %a into %p : memref<14xf64> into memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}

// -----

// A source that is laid out in another way could be read at logical indices, but not by this operation.
#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @strided(%a: memref<14xf32, strided<[2]>>, %p: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  pad.pack %a into %p : memref<14xf32, strided<[2]>> into memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}
