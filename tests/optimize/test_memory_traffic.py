"""What memory costs where data chooses the rows that are read."""

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.optimize.steps.estimated_time import estimate
from pad_mlir.passes.vectorize.vector_unit import vector_unit

_TEXT = """
func.func @rows(%T: memref<{rows}x64xf32>, %I: memref<1000x8xi32>, %Y: memref<1000x64xf32>) {{
  affine.for %b = 0 to 1000 {{
    affine.for %l = 0 to 8 {{
      {chosen}
      affine.for %j = 0 to 64 step 16 {{
        %t = vector.load %T[%row, %j] : memref<{rows}x64xf32>, vector<16xf32>
        %y = vector.load %Y[%b, %j] : memref<1000x64xf32>, vector<16xf32>
        %s = arith.addf %t, %y : vector<16xf32>
        vector.store %s, %Y[%b, %j] : memref<1000x64xf32>, vector<16xf32>
      }}
    }}
  }}
  func.return
}}
"""
_BY_DATA = """%word = affine.load %I[%b, %l] : memref<1000x8xi32>
      %row = arith.index_cast %word : i32 to index"""
_IN_ORDER = "%row = affine.apply affine_map<(d0) -> (d0)>(%l)"


def memory(rows: int, chosen: str) -> float:
    module = parse_module(_TEXT.format(rows=rows, chosen=chosen))
    return estimate(module, vector_unit("x86-64-v4")).memory


def test_rows_that_data_chooses_are_fetched_again() -> None:
    # 8,000 rows of 4 lines, of which the first comes late: 1.25 times the 8 cycles of the slowest
    # cache, and 0.3 of the others'.
    more = memory(1 << 20, _BY_DATA) - memory(1 << 20, _IN_ORDER)
    assert more == pytest.approx(8000 * 4 * (1.25 * 8 + 0.3 * (1.25 * 2.5 + 1.5)), rel=0.1)


def test_a_small_table_stays_in_the_cache() -> None:
    assert memory(100, _BY_DATA) < memory(1 << 12, _BY_DATA) / 2 < memory(1 << 16, _BY_DATA) / 2


def test_a_table_without_rows() -> None:
    assert memory(0, _BY_DATA) >= 0


_PITCHED = """
func.func @rows(%T: memref<2000x{pitch}xf32>, %I: memref<1000x8xi32>, %Y: memref<1000x64xf32>) {{
  affine.for %b = 0 to 1000 {{
    affine.for %l = 0 to 8 {{
      %word = affine.load %I[%b, %l] : memref<1000x8xi32>
      %row = arith.index_cast %word : i32 to index
      affine.for %j = 0 to 64 step 16 {{
        %t = vector.load %T[%row, %j] : memref<2000x{pitch}xf32>, vector<16xf32>
        %y = vector.load %Y[%b, %j] : memref<1000x64xf32>, vector<16xf32>
        %s = arith.addf %t, %y : vector<16xf32>
        vector.store %s, %Y[%b, %j] : memref<1000x64xf32>, vector<16xf32>
      }}
    }}
  }}
  func.return
}}
"""


def test_loads_across_lines_that_data_chooses_take_longer() -> None:
    """Of rows of 67, all but one of 16 lie across lines, of rows of 72 every second one."""

    def late(pitch: int) -> float:
        module = parse_module(_PITCHED.format(pitch=pitch))
        return estimate(module, vector_unit("rocketlake:line=9")).memory

    whole, odd, half = late(64), late(67), late(72)
    assert odd - whole > 1.8 * (half - whole) > 0.9 * 8000 * 4


def test_pages_that_data_chooses_are_few() -> None:
    """A row is in one page, however far it is from the one before."""
    module = parse_module(_PITCHED.format(pitch=67))
    found = estimate(module, vector_unit("rocketlake:line=9"))
    assert found.cycles < 1.1 * (found.computing + found.memory)


def test_a_table_that_nearly_fills_a_cache_is_not_all_there() -> None:
    """The cache of 2 MiB has room for 8192 rows of 256 bytes, but pages lie in it anywhere."""

    def missed(rows: int) -> float:
        module = parse_module(_TEXT.format(rows=rows, chosen=_BY_DATA))
        return estimate(module, vector_unit("rocketlake:line=9")).memory

    assert missed(1000) < missed(4500) < missed(7800) < missed(10000)


_COLUMNS = """
func.func @columns(%A: memref<1024x1032xf32>, %M: memref<1032xf32>) {{
  affine.for %b = 0 to {blocks} {{
    affine.for %j = 0 to 1024 step 16 {{
      affine.for %i = 0 to {rows} {{
        %r = affine.apply affine_map<(d0, d1) -> (d0 * {rows} + d1)>(%b, %i)
        %a = vector.load %A[%r, %j] : memref<1024x1032xf32>, vector<16xf32>
        %m = vector.load %M[%j] : memref<1032xf32>, vector<16xf32>
        %s = arith.maximumf %a, %m : vector<16xf32>
        vector.store %s, %M[%j] : memref<1032xf32>, vector<16xf32>
      }}
    }}
  }}
  func.return
}}
"""


def test_a_few_rows_are_fetched_early() -> None:
    """Of 32 rows at a time the next lines are on their way; of 64 rows they are not."""

    def columns(rows: int) -> float:
        module = parse_module(_COLUMNS.format(rows=rows, blocks=1024 // rows))
        return estimate(module, vector_unit("x86-64-v4")).memory

    assert columns(64) > 1.8 * columns(32)


def test_pieces_of_rows_do_not_hide_behind_computing() -> None:
    module = parse_module(_COLUMNS.format(rows=32, blocks=32))
    found = estimate(module, vector_unit("x86-64-v4"))
    assert found.cycles == pytest.approx(found.computing + found.memory, rel=0.1)


_PARTS = """
func.func @parts(%A: memref<64x65536xf32>, %B: memref<64xf32>) {{
  affine.for %i = 0 to 64 {{
    affine.for %j = 0 to 32768 step 16 {{
      %a = vector.load %A[%i, %j] : memref<64x65536xf32>, vector<16xf32>
      vector.store %a, %B[%i] : memref<64xf32>, vector<16xf32>
    }}
    affine.for %j = {start} to {end} step 16 {{
      %a = vector.load %A[%i, %j] : memref<64x65536xf32>, vector<16xf32>
      vector.store %a, %B[%i] : memref<64xf32>, vector<16xf32>
    }}
  }}
  func.return
}}
"""


def test_a_loop_that_begins_elsewhere_reads_other_cells() -> None:
    def parts(start: int) -> float:
        module = parse_module(_PARTS.format(start=start, end=start + 32768))
        return estimate(module, vector_unit("x86-64-v4")).memory

    assert parts(32768) == pytest.approx(2 * parts(0), rel=0.1)


_STORED = """
func.func @stored(%A: memref<4000x1024xf32>, %B: memref<4000x{pitch}xf32>) {{
  affine.for %i = 0 to 4000 {{
    affine.for %j = 0 to 1024 step 16 {{
      %a = vector.load %A[%i, %j] : memref<4000x1024xf32>, vector<16xf32>
      vector.store %a, %B[%i, %j] : memref<4000x{pitch}xf32>, vector<16xf32>
    }}
  }}
  func.return
}}
"""


def test_stores_across_lines_take_no_longer_where_lines_come_slowly() -> None:
    def stored(pitch: int, cpu: str) -> float:
        return estimate(parse_module(_STORED.format(pitch=pitch)), vector_unit(cpu)).memory

    lines = 4000 * 1024 / 16
    more = [stored(1025, cpu) - stored(1024, cpu) for cpu in ("znver4", "rocketlake:line=9")]
    assert more == pytest.approx([0.625 * 1.3 * lines, 0.625 * lines], rel=0.3)
