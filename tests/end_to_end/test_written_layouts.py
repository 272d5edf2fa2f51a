"""Functions whose types have the layout in the text: results, packing and casts."""

import numpy as np

from pad_mlir.runtime import compile

TILES = "memref<5xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [PAD], {}>>"
SEVENS = TILES.replace("PAD", "7.0 : f32")
UNDEFS = TILES.replace("PAD", '"undef"')
A = np.arange(5, dtype=np.float32)


def test_padding_of_a_result_holds() -> None:
    text = f"""
    func.func @tiles(%A: memref<5xf32>) -> {SEVENS} {{
      %T = memref.alloc() : {SEVENS}
      affine.for %i = 0 to 5 {{
        %a = affine.load %A[%i] : memref<5xf32>
        affine.store %a, %T[%i] : {SEVENS}
      }}
      func.return %T : {SEVENS}
    }}
    """
    np.testing.assert_array_equal(compile(text)(A), A)
    np.testing.assert_array_equal(compile(text, packed=True)(A), [[0, 1, 2, 3], [4, 7, 7, 7]])


def test_packed_by_the_program() -> None:
    text = f"""
    func.func @round_trip(%A: memref<5xf32>, %B: memref<5xf32>) {{
      %T = memref.alloc() : {SEVENS}
      pad.pack %A into %T : memref<5xf32> into {SEVENS}
      %U = pad.cast %T : {SEVENS} to {UNDEFS}
      pad.unpack %U into %B : {UNDEFS} into memref<5xf32>
      memref.dealloc %T : {SEVENS}
      func.return
    }}
    """
    B = np.full(5, np.nan, np.float32)
    compile(text)(A, B)
    np.testing.assert_array_equal(B, A)
