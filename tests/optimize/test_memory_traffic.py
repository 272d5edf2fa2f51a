"""How much a nest moves between the caches, and how long it waits for that."""

import pytest
from xdsl.dialects import affine

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.optimize.steps.estimated_time import estimate, references_of
from pad_mlir.passes.optimize.steps.memory_traffic import levels_of
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


@pytest.mark.parametrize(
    ("rows", "share"), [(5003, 0.03), (7400, 0.10), (10500, 0.26), (21000, 0.61)]
)
def test_what_a_cache_misses_of_a_table_before_it_is_full(rows: int, share: float) -> None:
    """The cache of 2 MiB has room for 8192 rows of 256 bytes, but pages lie in it anywhere."""
    unit = vector_unit("rocketlake:line=9")
    module = parse_module(_TEXT.format(rows=rows, chosen=_BY_DATA))
    loop = next(op for op in module.walk() if isinstance(op, affine.ForOp))
    table = next(each for each in references_of(loop, unit)[0] if each.chosen)
    assert table.missed(levels_of(unit)[1]) == pytest.approx(share, abs=0.015)


_PANELS = """
func.func @panels(%B: memref<{panels}x{inner}x{width}xf32>, %C: memref<100x16xf32>) {{
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %c = arith.constant 0 : index
  affine.for %j = 0 to 960 step 48 {{
    affine.for %i = 0 to 100 {{
      %t = affine.for %k = 0 to {inner} iter_args(%s = %zero) -> (vector<16xf32>) {{
        %o0 = affine.apply affine_map<(d0) -> (d0 floordiv {width})>(%j)
        %o1 = affine.apply affine_map<(d0) -> ((d0 + 16) floordiv {width})>(%j)
        %o2 = affine.apply affine_map<(d0) -> ((d0 + 32) floordiv {width})>(%j)
        %i0 = affine.apply affine_map<(d0) -> (d0 mod {width})>(%j)
        %i1 = affine.apply affine_map<(d0) -> ((d0 + 16) mod {width})>(%j)
        %i2 = affine.apply affine_map<(d0) -> ((d0 + 32) mod {width})>(%j)
        %a = vector.load %B[%o0, %k, %i0] : memref<{panels}x{inner}x{width}xf32>, vector<16xf32>
        %b = vector.load %B[%o1, %k, %i1] : memref<{panels}x{inner}x{width}xf32>, vector<16xf32>
        %d = vector.load %B[%o2, %k, %i2] : memref<{panels}x{inner}x{width}xf32>, vector<16xf32>
        %x = arith.addf %a, %b : vector<16xf32>
        %y = arith.addf %x, %d : vector<16xf32>
        %u = arith.addf %s, %y : vector<16xf32>
        affine.yield %u : vector<16xf32>
      }}
      vector.store %t, %C[%i, %c] : memref<100x16xf32>, vector<16xf32>
    }}
  }}
  func.return
}}
"""


def test_vectors_of_which_the_last_is_in_the_next_panel() -> None:
    """Three vectors are three, where they are in panels of two as in panels of three."""

    def panels(width: int) -> float:
        module = parse_module(_PANELS.format(panels=960 // width, width=width, inner=1000))
        return estimate(module, vector_unit("x86-64-v4")).memory

    assert panels(32) == pytest.approx(panels(48), rel=0.05)


def test_pages_that_follow_one_another_slowly_are_not_waited_for() -> None:
    """Two panels of 37 pages each, in steps of two lines."""
    module = parse_module(_PANELS.format(panels=30, width=32, inner=1200))
    found = estimate(module, vector_unit("x86-64-v4"))
    least, most = sorted((found.computing, found.memory))
    assert found.cycles == pytest.approx(most + least / 4, rel=0.01)


_RESULTS = """
func.func @results(%A: memref<1600x600xf32>, %B: memref<50x600x16xf32>, %C: memref<{shape}>) {{
  %z = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  affine.for %j = 0 to 50 {{
    affine.for %i = 0 to {rows} step 2 {{
      %r0, %r1 = affine.for %k = 0 to 600 iter_args(%s = %zero, %t = %zero)
          -> (vector<16xf32>, vector<16xf32>) {{
        %b = vector.load %B[%j, %k, %z] : memref<50x600x16xf32>, vector<16xf32>
        %a0 = affine.load %A[%i, %k] : memref<1600x600xf32>
        %a1 = affine.load %A[%i + 1, %k] : memref<1600x600xf32>
        %v0 = vector.broadcast %a0 : f32 to vector<16xf32>
        %v1 = vector.broadcast %a1 : f32 to vector<16xf32>
        %u0 = math.fma %v0, %b, %s : vector<16xf32>
        %u1 = math.fma %v1, %b, %t : vector<16xf32>
        affine.yield %u0, %u1 : vector<16xf32>, vector<16xf32>
      }}
      %n = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %c = affine.apply affine_map<(d0) -> (d0 * 16)>(%j)
      vector.store %r0, %C[{first}] : memref<{shape}>, vector<16xf32>
      vector.store %r1, %C[{second}] : memref<{shape}>, vector<16xf32>
    }}
  }}
  func.return
}}
"""
_IN_ROWS = {"shape": "1600x800xf32", "first": "%i, %c", "second": "%n, %c"}
_IN_PANELS = {"shape": "50x1600x16xf32", "first": "%j, %i, %z", "second": "%j, %n, %z"}


def test_computing_waits_for_lines_of_results_far_apart() -> None:
    """Results in more rows than a processor fetches early wait for their lines, 9 cycles each."""
    unit = vector_unit("rocketlake:line=9")

    def cycles(rows: int, where: dict[str, str]) -> float:
        return estimate(parse_module(_RESULTS.format(rows=rows, **where)), unit).cycles

    assert cycles(1600, _IN_ROWS) - cycles(1600, _IN_PANELS) > 9 * 1600 * 50
    assert cycles(32, _IN_ROWS) == pytest.approx(cycles(32, _IN_PANELS), rel=0.01)


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


_READ_AGAIN = """
func.func @again(%A: memref<4000x{pitch}xf32>, %B: memref<4000x64xf32>) {{
  affine.for %i = 0 to 4000 {{
    affine.for %k = 0 to 64 step 16 {{
      affine.for %j = 0 to 1024 step 16 {{
        %a = vector.load %A[%i, %j] : memref<4000x{pitch}xf32>, vector<16xf32>
        vector.store %a, %B[%i, %k] : memref<4000x64xf32>, vector<16xf32>
      }}
    }}
  }}
  func.return
}}
"""
_THROUGH_PANELS = """
func.func @panels(%A: memref<250x1024x{lanes}xf32>, %B: memref<1024x16xf32>) {{
  %c = arith.constant 0 : index
  affine.for %i = 0 to 4000 step 16 {{
    %io = affine.apply affine_map<(i) -> (i floordiv 16)>(%i)
    %ii = affine.apply affine_map<(i) -> (i mod 16)>(%i)
    affine.for %k = 0 to 4 {{
      affine.for %j = 0 to 1024 {{
        %a = vector.load %A[%io, %j, %ii]
            : memref<250x1024x{lanes}xf32>, vector<16xf32>
        vector.store %a, %B[%j, %c] : memref<1024x16xf32>, vector<16xf32>
      }}
    }}
  }}
  func.return
}}
"""


def _memory_on(cpu: str, text: str) -> float:
    return estimate(parse_module(text), vector_unit(cpu)).memory


def test_vectors_across_lines_that_are_there_come_on_top() -> None:
    def more(cpu: str) -> float:
        wide, narrow = (_memory_on(cpu, _READ_AGAIN.format(pitch=p)) for p in (1025, 1024))
        return wide - narrow

    # Each row is read four times; the first time its lines come from elsewhere.
    again = 3 * 4000 * 1024 / 16
    assert more("znver5") == pytest.approx(vector_unit("znver5").across * again, rel=0.1)
    assert more("znver4") < 0.01 * again


def test_vectors_of_a_panel_are_whole_lines() -> None:
    whole, wider = (_memory_on("znver5", _THROUGH_PANELS.format(lanes=n)) for n in (16, 17))
    again = 3 * 250 * 1024
    assert wider - whole >= 0.9 * vector_unit("znver5").across * again


def test_a_written_line_counts_as_any_other_on_a_zen_5() -> None:
    text = _STORED.format(pitch=1024)
    lines = 4000 * 1024 / 16
    assert _memory_on("znver5", text) == pytest.approx(2 * lines * (8 + 0.3 * 3.1), rel=0.05)


_ROWS = """
func.func @f(%X: memref<113x7232xf32>, %Y: memref<16xf32>) {{
  %least = arith.constant dense<0xFF800000> : vector<16xf32>
  %all = affine.for %h = 0 to 56 iter_args(%of_rows = %least) -> (vector<16xf32>) {{
    %row = affine.for %c = 0 to 7232 step 16 iter_args(%m = %of_rows) -> (vector<16xf32>) {{
      %1 = affine.apply affine_map<(d0) -> (2 * d0)>(%h)
      %2 = affine.apply affine_map<(d0) -> (2 * d0 + 1)>(%h)
      %3 = affine.apply affine_map<(d0) -> (2 * d0 + {last})>(%h)
      %a = vector.load %X[%1, %c] : memref<113x7232xf32>, vector<16xf32>
      %b = vector.load %X[%2, %c] : memref<113x7232xf32>, vector<16xf32>
      %d = vector.load %X[%3, %c] : memref<113x7232xf32>, vector<16xf32>
      %p = arith.maximumf %a, %b : vector<16xf32>
      %q = arith.maximumf %p, %d : vector<16xf32>
      %next = arith.maximumf %m, %q : vector<16xf32>
      affine.yield %next : vector<16xf32>
    }}
    affine.yield %row : vector<16xf32>
  }}
  %zero = arith.constant 0 : index
  vector.store %all, %Y[%zero] : memref<16xf32>, vector<16xf32>
  func.return
}}
"""


def test_lines_of_the_second_cache_come_on_top_of_those_from_after_it() -> None:
    def more(cpu: str) -> float:
        two, three = (_memory_on(cpu, _ROWS.format(last=row)) for row in (1, 2))
        return three - two

    # A row of three was read for the three before.
    again = 55 * 7232 / 16
    assert more("znver5") == pytest.approx(vector_unit("znver5").again * again, rel=0.15)
    assert more("znver4") < 0.6 * again
