"""Rewrites that compute another value: order, floats, undef, poison, facts."""

import pytest

from .rewrites import Twins, check_twins, tiled


def _kernel(body: str, arguments: str = "%A: memref<8xf32>, %B: memref<8xf32>") -> str:
    return f"func.func @f({arguments}) {{ {body} func.return }}"


def _ints(body: str) -> str:
    return _kernel(body, "%A: memref<8xi32>, %B: memref<8xi32>")


def _sum(count: int, first: str = "0", flags: str = "", order: str = "%i") -> str:
    return _kernel(f"""
    %zero = arith.constant 0.0 : f32
    affine.store %zero, %B[0] : memref<8xf32>
    affine.for %i = {first} to {count} {{
      %b = affine.load %B[0] : memref<8xf32>
      %a = affine.load %A[{order}] : memref<8xf32>
      %c = arith.addf %b, %a {flags} : f32
      affine.store %c, %B[0] : memref<8xf32>
    }}""")


def _accumulate(op: str, first: str, extra: str) -> str:
    """B[0] from `first` and four elements of A, and from `extra` in the end."""
    return _kernel(f"""
    {first}
    affine.for %i = 0 to 4 {{
      %b = affine.load %B[0] : memref<8xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %c = arith.{op} %b, %a : f32
      affine.store %c, %B[0] : memref<8xf32>
    }}
    {extra}""")


def _start(value: str) -> str:
    return f"""%start = arith.constant {value} : f32
    affine.store %start, %B[0] : memref<8xf32>"""


def _once_more(op: str, value: str) -> str:
    return f"""%last = affine.load %B[0] : memref<8xf32>
    %more = arith.constant {value} : f32
    %d = arith.{op} %last, %more : f32
    affine.store %d, %B[0] : memref<8xf32>"""


_MINUS_INFINITY, _NAN = "0xFF800000", "0x7FC00000"


def _two_cells(first: str, second: str) -> str:
    return _kernel(f"""
    %u = pad.undef : f32
    %v = pad.undef : f32
    %a = affine.load %A[0] : memref<8xf32>
    %d = arith.subf %u, %v : f32
    affine.store %{first}, %B[0] : memref<8xf32>
    affine.store %{second}, %B[1] : memref<8xf32>""")


def _difference(x: str, y: str) -> str:
    return _ints(f"""
    %u = pad.undef : i32
    %v = pad.undef : i32
    %d = arith.subi {x}, {y} : i32
    affine.store %d, %B[0] : memref<8xi32>""")


def _place(type: str, cast: str, last: str = "%i") -> str:
    """The last place at which B is positive, carried as a number of the type, as i32."""
    carried = f"arith.index_cast {last} : index to {type}" if type != "index" else ""
    return _ints(f"""
    %none = arith.constant 0 : {type}
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : index
    %place = affine.for %i = 1 to 8 iter_args(%at = %none) -> ({type}) {{
      %j = arith.addi %i, %one : index
      %b = affine.load %B[%i] : memref<8xi32>
      %is = arith.cmpi sgt, %b, %zero : i32
      {f"%k = {carried}" if carried else ""}
      %next = arith.select %is, {"%k" if carried else last}, %at : {type}
      affine.yield %next : {type}
    }}
    {cast}
    affine.store %p, %A[0] : memref<8xi32>""")


def _compute(op: str, then: str = "affine.store %c, %B[0] : memref<8xi32>") -> str:
    return _ints(f"""
    %x = affine.load %A[0] : memref<8xi32>
    %y = affine.load %A[1] : memref<8xi32>
    %c = arith.{op} : i32
    {then}""")


def _quotient(divide: str) -> str:
    return _ints(f"""
    %x = affine.load %A[0] : memref<8xi32>
    %y = affine.load %A[1] : memref<8xi32>
    %zero = arith.constant 0 : i32
    %ok = arith.cmpi ne, %y, %zero : i32
    {divide}""")


def _assumed(value: str) -> str:
    """B[0] is assumed to be 0, overwritten, and a value stored that was loaded before or after."""
    return _ints(f"""
    %zero = arith.constant 0 : i32
    %old = affine.load %B[0] : memref<8xi32>
    %is_zero = arith.cmpi eq, %old, %zero : i32
    pad.assume %is_zero : i1
    %a = affine.load %A[0] : memref<8xi32>
    affine.store %a, %B[0] : memref<8xi32>
    %new = affine.load %B[0] : memref<8xi32>
    affine.store {value}, %B[1] : memref<8xi32>""")


def _assuming(fact: str, pad: str = "0.0", user: str = "") -> str:
    return f"""
  func.func @f({tiled("A", pad)}) -> f32 {{
    %zero = arith.constant 0.0 : f32
    affine.for %io = 0 to 4 {{
      affine.for %ii = 0 to 4 {{
        %i = affine.apply affine_map<(d0, d1) -> (4 * d0 + d1)>(%io, %ii)
        %limit = arith.constant {fact} : index
        %valid = arith.cmpi slt, %i, %limit : index
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %is_zero = arith.cmpf oeq, %a, %zero : f32
        %holds = arith.ori %valid, %is_zero : i1
        pad.assume %holds {user} : i1
      }}
    }}
    %r = affine.load %A[0, 0] : memref<4x4xf32>
    func.return %r : f32
  }}"""


_NO_ASSUME = """
  func.func @f(%A: memref<14xf32>) -> f32 {
    %r = affine.load %A[0] : memref<14xf32>
    func.return %r : f32
  }"""


def _undef_cell(assume: str, stored: str) -> str:
    """An undef is stored and loaded; an undef in an assume is chosen so that it holds."""
    return _ints(f"""
    %u = pad.undef : i32
    %w = pad.undef : i32
    %five = arith.constant 5 : i32
    %a = affine.load %A[0] : memref<8xi32>
    affine.store {stored}, %B[0] : memref<8xi32>
    %b = affine.load %B[0] : memref<8xi32>
    %same = arith.cmpi eq, %b, %five : i32
    %any = arith.cmpi eq, %b, %w : i32
    {assume}""")


def _fused(flags: str, end: str) -> str:
    return _kernel(f"""
    %x = affine.load %A[0] : memref<8xf32>
    %y = affine.load %A[1] : memref<8xf32>
    %z = affine.load %A[2] : memref<8xf32>
    %p = arith.mulf %x, %y {flags} : f32
    %s = arith.addf %p, %z {flags} : f32
    %m = math.fma %x, %y, %z : f32
    affine.store {end}, %B[0] : memref<8xf32>""")


_REASSOC = "fastmath<reassoc>"
_DIVIDED = "%q = arith.divsi %x, %y : i32 affine.store %q, %B[0] : memref<8xi32>"

TWINS = [
    Twins(
        "dropped last iteration",
        _sum(8),
        _sum(7),
        "B[0]: another value",
        _sum(8, flags="fastmath<none>"),
    ),
    Twins(
        "float sum reordered without reassoc",
        _sum(8),
        _sum(8, order="7 - %i"),
        "B[0]: another value",
        _sum(8, flags=_REASSOC, order="7 - %i"),
        right_before=_sum(8, flags=_REASSOC),
    ),
    Twins(
        "nnan added",
        _sum(8),
        _sum(8, flags="fastmath<nnan>"),
        "poison after",
        _sum(8),
        right_before=_sum(8, flags="fastmath<nnan>"),
    ),
    Twins(
        "-0.0 of the caller lost",
        _accumulate("addf", "", ""),
        _accumulate("addf", "", _once_more("addf", "0.0")),
        "for A[0] = -0.0",
        _accumulate("addf", _start("0.0"), _once_more("addf", "0.0")),
        right_before=_accumulate("addf", _start("0.0"), ""),
    ),
    Twins(
        "-0.0 of an accumulator lost",
        _accumulate("addf", _start("-0.0"), ""),
        _accumulate("addf", _start("-0.0"), _once_more("addf", "0.0")),
        "-0.0 before, 0.0 after",
        _accumulate("addf", _start("-0.0"), _once_more("addf", "-0.0")),
    ),
    Twins(
        "NaN lost",
        _accumulate("maxnumf", _start(_NAN), ""),
        _accumulate("maxnumf", _start(_NAN), _once_more("maxnumf", _MINUS_INFINITY)),
        "nan before, -inf after",
        _accumulate("maxnumf", _start(_NAN), _once_more("maxnumf", _NAN)),
    ),
    Twins(
        "NaN lost in a product with zero",
        _accumulate("addf", _start("0.0"), ""),
        _kernel("%zero = arith.constant 0.0 : f32 affine.store %zero, %B[0] : memref<8xf32>"),
        "B[0]: another value",
        _accumulate("maximumf", "", _once_more("maximumf", _MINUS_INFINITY)),
        right_before=_accumulate("maximumf", "", ""),
    ),
    Twins(
        "undef read twice as one value",
        _difference("%u", "%u"),
        _difference("%u", "%v"),
        "B[0]: another value",
        _ints("%zero = arith.constant 0 : i32 affine.store %zero, %B[0] : memref<8xi32>"),
        right_before=_difference("%u", "%v"),
    ),
    Twins(
        "one undef made two",
        _two_cells("u", "u"),
        _two_cells("u", "v"),
        "B[1]: another value",
        _two_cells("u", "u"),
        right_before=_two_cells("u", "v"),
    ),
    Twins(
        "a value replaced by undef",
        _two_cells("u", "a"),
        _two_cells("a", "u"),
        "B[1]: another value",
        _two_cells("a", "a"),
    ),
    Twins(
        "poison speculated",
        _compute("addi %x, %y"),
        _compute("addi %x, %y overflow<nsw>"),
        "poison after",
        _compute("addi %x, %y"),
        right_before=_compute("addi %x, %y overflow<nsw>"),
    ),
    Twins(
        "poison that reaches a cell, and one that doesn't",
        _compute("addi %x, %y"),
        _compute("shli %x, %y", "affine.store %c, %B[0] : memref<8xi32>"),
        "B[0]: another value",
        _compute(
            "addi %x, %y",
            """affine.store %c, %B[0] : memref<8xi32>
            %L = memref.alloc() : memref<1xi32>
            %bad = arith.muli %x, %y overflow<nsw> : i32
            affine.store %bad, %L[0] : memref<1xi32>""",
        ),
    ),
    Twins(
        "division speculated",
        _quotient(f"scf.if %ok {{ {_DIVIDED} }}"),
        _quotient(_DIVIDED),
        "division by zero",
        _quotient(
            """%one = arith.constant 1 : i32
            %d = arith.select %ok, %y, %one : i32
            %q = arith.divsi %x, %d : i32
            %old = affine.load %B[0] : memref<8xi32>
            %new = arith.select %ok, %q, %old : i32
            affine.store %new, %B[0] : memref<8xi32>"""
        ).replace("divsi", "divui"),
        right_before=_quotient(f"scf.if %ok {{ {_DIVIDED} }}").replace("divsi", "divui"),
    ),
    Twins(
        "fact used after its cell was overwritten",
        _assumed("%new"),
        _assumed("%zero"),
        "B[1]: another value",
        _assumed("%zero"),
        right_before=_assumed("%old"),
    ),
    Twins(
        "invented assume",
        _NO_ASSUME,
        _assuming("13"),
        "the assume 'pad.assume' at after:12:9 for io = 3, ii = 1 doesn't follow",
        _assuming("14"),
    ),
    Twins(
        "assume of a value that the contract doesn't promise",
        _NO_ASSUME,
        _assuming("14", pad='"undef"'),
        "for io = 3, ii = 2 doesn't follow",
        _assuming("14", pad='"undef"'),
        right_before=_assuming("14", pad='"undef"'),
    ),
    Twins(
        "assume about an undef that a cell holds",
        _undef_cell("", "%u"),
        _undef_cell("pad.assume %same : i1", "%u"),
        "doesn't follow from the original: (undef #3 == 5)",
        _undef_cell("pad.assume %any : i1", "%a"),
    ),
    Twins(
        "places as numbers of i32",
        _place("index", "%p = arith.index_cast %place : index to i32"),
        _place("i32", "%p = arith.addi %place, %zero : i32", last="%j"),
        "A[0]: another value",
        _place("i32", "%p = arith.addi %place, %zero : i32"),
    ),
    Twins(
        "fma without contract",
        _fused("", "%s"),
        _fused("", "%m"),
        "B[0]: another value",
        _fused("fastmath<contract>", "%m"),
        right_before=_fused("fastmath<contract>", "%s"),
    ),
]


@pytest.mark.parametrize("twins", TWINS, ids=lambda twins: twins.name)
def test_wrong_values(twins: Twins) -> None:
    check_twins(twins)


def test_a_user_assume_is_listed() -> None:
    from .rewrites import judge

    verdict = judge(_NO_ASSUME, _assuming("13", user="{pad.user}"))
    assert "valid under 1 user assume: 'pad.assume' at after:12:9" in str(verdict)
    assert verdict.exit_code == 0
