"""Rewrites that take the padding of a buffer for what it is not."""

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import DEFAULT_BUDGET, BadInput, Status, validate

from .rewrites import PADDING, VALID, Twins, check_twins, guarded, judge, over_tiles, tiled


def _sum(a: str, compute: str, start: str = "0.0") -> str:
    """The sum of A in B[0], by a loop nest over the tiles of A."""
    return f"""
  func.func @f({a}, %B: memref<1xf32>) {{
    %start = arith.constant {start} : f32
    affine.store %start, %B[0] : memref<1xf32>
    {over_tiles(compute)}
    func.return
  }}"""


_ADD = """
        %b = affine.load %B[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %c = arith.addf %b, %a : f32
        affine.store %c, %B[0] : memref<1xf32>"""


def _copy(a: str, b: str, compute: str, padding: str = "") -> str:
    return f"""
  func.func @f({a}, {b}) {{
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    {over_tiles(compute)}
    {padding}
    func.return
  }}"""


_MOVE = """
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        affine.store %a, %B[%io, %ii] : memref<4x4xf32>"""
_GUARDED_MOVE = guarded(VALID, _MOVE)


def _fill(value: str, condition: str, buffer: str = "B") -> str:
    return over_tiles(
        guarded(condition, f"affine.store %{value}, %{buffer}[%io, %ii] : memref<4x4xf32>")
    )


_PLAIN_COPY = """
  func.func @f(%A: memref<14xf32>, %B: memref<14xf32>) {
    affine.for %i = 0 to 14 {
      %a = affine.load %A[%i] : memref<14xf32>
      affine.store %a, %B[%i] : memref<14xf32>
    }
    func.return
  }"""
_ZEROED, _UNDEF, _FORBIDDEN = "0.0", '"undef"', '"forbidden"'
_UNDEF_STORES = over_tiles(
    guarded(
        PADDING,
        "%u = pad.undef : f32 affine.store %u, %B[%io, %ii] : memref<4x4xf32>",
    )
)


def _in_place(compute: str, padding: str = "") -> str:
    return f"""
  func.func @f({tiled("A", _ZEROED)}) {{
    %zero = arith.constant 0.0 : f32
    %two = arith.constant 2.0 : f32
    {over_tiles(compute)}
    {padding}
    func.return
  }}"""


def _update(op: str) -> str:
    return f"""
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %c = arith.{op} %a, %two : f32
        affine.store %c, %A[%io, %ii] : memref<4x4xf32>"""


def _through_local(compute: str, padding: str = "") -> str:
    """A copied into a local buffer in tiles, which is then summed."""
    return f"""
  func.func @f(%A: memref<14xf32>, %B: memref<1xf32>) {{
    %zero = arith.constant 0.0 : f32
    %L = memref.alloc() : memref<4x4xf32>
    affine.for %i = 0 to 14 {{
      %a = affine.load %A[%i] : memref<14xf32>
      affine.store %a, %L[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    }}
    {padding}
    affine.store %zero, %B[0] : memref<1xf32>
    {over_tiles(compute)}
    func.return
  }}"""


_ADD_LOCAL = _ADD.replace("%A[", "%L[")


def _in_two_stages(last: int, padding: str) -> str:
    """Tiles of B that two stages write together, up to a number of cells of the last tile."""
    return f"""
  func.func @f({tiled("B", _ZEROED)}, %x: f32) {{
    %zero = arith.constant 0.0 : f32
    affine.for %io = 0 to 3 {{
      affine.for %ii = 0 to 4 {{
        affine.store %x, %B[%io, %ii] : memref<4x4xf32>
      }}
    }}
    affine.for %ii = 0 to {last} {{
      affine.store %x, %B[3, %ii] : memref<4x4xf32>
    }}
    {padding}
    func.return
  }}"""


TWINS = [
    Twins(
        "padding no longer written of what stages write together",
        _in_two_stages(2, _fill("zero", PADDING)),
        _in_two_stages(2, ""),
        "the padding has to hold 0.0 at the end",
        _in_two_stages(1, ""),
        right_before=_in_two_stages(1, _fill("zero", PADDING)),
    ),
    Twins(
        "guard dropped without a fact",
        _sum(tiled("A", _UNDEF), guarded(VALID, _ADD)),
        _sum(tiled("A", _UNDEF), _ADD),
        "B[0]: another value",
        _sum(tiled("A", _ZEROED), _ADD),
        right_before=_sum(tiled("A", _ZEROED), guarded(VALID, _ADD)),
    ),
    Twins(
        "guard dropped where the value is not neutral",
        _sum(tiled("A", "1.0"), guarded(VALID, _ADD)),
        _sum(tiled("A", "1.0"), _ADD),
        "B[0]: another value",
        _sum(tiled("A", "-0.0"), _ADD, start="-0.0"),
        right_before=_sum(tiled("A", "-0.0"), guarded(VALID, _ADD), start="-0.0"),
    ),
    Twins(
        "off-by-one valid set",
        _sum(tiled("A", _UNDEF), guarded(VALID, _ADD)),
        _sum(tiled("A", _UNDEF), guarded("14 - d0 * 4 - d1 >= 0", _ADD)),
        "B[0]: another value",
        _sum(tiled("A", _UNDEF), guarded("(d0 * 4 + d1) floordiv 2 - 6 <= 0", _ADD)),
    ),
    Twins(
        "pad written to a logical cell",
        _PLAIN_COPY,
        _copy(
            tiled("A", _FORBIDDEN),
            tiled("B", _ZEROED),
            _GUARDED_MOVE,
            _fill("zero", "d0 * 4 + d1 - 13 >= 0"),
        ),
        "B[13] (stored at [3, 1]): another value",
        _copy(tiled("A", _FORBIDDEN), tiled("B", _ZEROED), _GUARDED_MOVE, _fill("zero", PADDING)),
    ),
    Twins(
        "wrong pad value at exit",
        _PLAIN_COPY,
        _copy(tiled("A", _ZEROED), tiled("B", _ZEROED), _GUARDED_MOVE, _fill("one", PADDING)),
        "the padding B[3, 2]: the padding has to hold 0.0 at the end",
        _copy(tiled("A", _ZEROED), tiled("B", "1.0"), _GUARDED_MOVE, _fill("one", PADDING)),
    ),
    Twins(
        "padding of an output not written",
        _PLAIN_COPY,
        _copy(tiled("A", _ZEROED), tiled("B", _ZEROED), _GUARDED_MOVE),
        "the padding B[3, 2]: the padding has to hold 0.0 at the end",
        _copy(tiled("A", _ZEROED), tiled("B", _ZEROED), _MOVE),
    ),
    Twins(
        "write to a read-only input's padding",
        _PLAIN_COPY,
        _copy(
            tiled("A", _ZEROED),
            tiled("B", _FORBIDDEN),
            _GUARDED_MOVE,
            _fill("zero", PADDING, buffer="A"),
        ),
        "A is only read before",
        _copy(tiled("A", _ZEROED), tiled("B", _ZEROED), _GUARDED_MOVE, _fill("zero", PADDING)),
    ),
    Twins(
        "forbidden padding read",
        _PLAIN_COPY,
        _copy(tiled("A", _FORBIDDEN), tiled("B", _UNDEF), _MOVE, _UNDEF_STORES),
        "A[3, 2] is forbidden padding",
        _copy(tiled("A", _UNDEF), tiled("B", _UNDEF), _MOVE, _UNDEF_STORES),
    ),
    Twins(
        "forbidden padding written",
        _PLAIN_COPY,
        _copy(tiled("A", _UNDEF), tiled("B", _FORBIDDEN), _MOVE),
        "B[3, 2] is forbidden padding",
        _copy(tiled("A", _UNDEF), tiled("B", _FORBIDDEN), _GUARDED_MOVE),
    ),
    Twins(
        "undef padding written where no undef is stored",
        _copy(tiled("A", _UNDEF), tiled("B", _UNDEF), _GUARDED_MOVE),
        _copy(tiled("A", _UNDEF), tiled("B", _UNDEF), _MOVE),
        "undef padding may change only where pad.undef is stored to it",
        _copy(tiled("A", _UNDEF), tiled("B", _UNDEF), _MOVE),
        right_before=_copy(tiled("A", _UNDEF), tiled("B", _UNDEF), _GUARDED_MOVE, _UNDEF_STORES),
    ),
    Twins(
        "overcompute in place changes what the padding holds",
        _in_place(guarded(VALID, _update("addf"))),
        _in_place(_update("addf")),
        "the padding A[3, 2]: the padding has to hold 0.0 at the end",
        _in_place(_update("mulf")),
        right_before=_in_place(guarded(VALID, _update("mulf"))),
    ),
    Twins(
        "overcompute in place, the padding written again",
        _in_place(guarded(VALID, _update("addf"))),
        _in_place(_update("addf"), _fill("two", PADDING, buffer="A")),
        "the padding A[3, 2]: the padding has to hold 0.0 at the end",
        _in_place(_update("addf"), _fill("zero", PADDING, buffer="A")),
    ),
    Twins(
        "uninitialised read introduced",
        _through_local(guarded(VALID, _ADD_LOCAL)),
        _through_local(_ADD_LOCAL),
        "L[3, 2] is read while uninitialised",
        _through_local(_ADD_LOCAL, _fill("zero", PADDING, buffer="L")),
        right_before=_through_local(guarded(VALID, _ADD_LOCAL), _fill("zero", PADDING, buffer="L")),
    ),
]


def _written(padding: str, decided: str) -> str:
    """Writes the cells of B under a condition that always holds, after reading its padding."""
    return f"""
  func.func @f(%A: memref<1xf32>, {tiled("B", _ZEROED)}) {{
    %zero = arith.constant 0.0 : f32
    %k = arith.constant 3 : {decided}
    %always = arith.cmpi eq, %k, %k : {decided}
    {padding}
    affine.store %p, %A[0] : memref<1xf32>
    {over_tiles(guarded(VALID, f"scf.if %always {{ {_STORE} }}"))}
    {over_tiles(guarded(PADDING, _STORE))}
    func.return
  }}"""


_STORE = "affine.store %zero, %B[%io, %ii] : memref<4x4xf32>"
_GIVEN = "%p = affine.load %B[3, 3] : memref<4x4xf32>"
_KNOWN = "%p = arith.constant 0.0 : f32"
TWINS.append(
    Twins(
        "padding on entry of a buffer that is certainly written",
        _written(_GIVEN, "index"),
        _written(_KNOWN, "index"),
        "A[0]",
        _written(_KNOWN, "i32"),  # an analysis need not see that B is certainly written
        right_before=_written(_GIVEN, "i32"),
    )
)


@pytest.mark.parametrize("twins", TWINS, ids=lambda twins: twins.name)
def test_wrong_padding(twins: Twins) -> None:
    check_twins(twins)


_DROPPED = _copy(tiled("A", _UNDEF), tiled("B", _UNDEF), _MOVE)


@pytest.mark.parametrize("budget", [DEFAULT_BUDGET, 50])
def test_undef_stores_that_may_have_been_dropped(budget: int) -> None:
    """The original has no padding, and the result may be one of pad-remove-undef-store."""
    before, after = parse_module(_PLAIN_COPY), parse_module(_DROPPED)
    verdict = validate(before, after, budget=budget)
    assert verdict.status is Status.NOT_VALIDATED
    assert "compare what is before it" in str(verdict)
    wrong = parse_module(_DROPPED.replace("affine.store %a", "affine.store %one"))
    assert validate(before, wrong, budget=budget).status is Status.REFUTED
    some = _UNDEF_STORES.replace(PADDING, "d0 - 3 == 0, d1 - 3 == 0")
    partly = _copy(tiled("A", _UNDEF), tiled("B", _UNDEF), _MOVE, some)
    verdict = validate(before, parse_module(partly), budget=budget)
    assert verdict.status is Status.REFUTED


def test_layouts_without_contracts() -> None:
    args = ("%A: memref<4x4xf32>", "%B: memref<4x4xf32>")
    with pytest.raises(BadInput, match=r"\[14\] of f32 before, \[4, 4\] .* after pad-to-host, com"):
        judge(_PLAIN_COPY, _copy(*args, _MOVE))


_LOGICAL, _PHYSICAL = "memref<3xi32>", "memref<4xi32>"
_PADDED = (
    f"{_PHYSICAL} {{pad.logical = memref<3xi32, "
    "#pad.layout<[affine_map<(d0) -> (d0)>], [0 : i32], {extents = [4]}>>}"
)
"""A physical argument: cell 3 is padding, which holds 0."""


def _status_of(before: str, after: str) -> Status:
    return validate(parse_module(before), parse_module(after)).status


_ONLY_READ = """
  func.func @f(%A: {a}, %B: memref<3xi32>) {{
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0 : i32
    %never = arith.cmpi slt, %zero, %zero : i32
    scf.if %never {{
      {store}
    }}
    affine.for %i = 0 to 3 {{
      %a = affine.load %A[%i] : {type}
      affine.store %a, %B[%i] : memref<3xi32>
    }}
    {padding}
    func.return
  }}"""
"""The branch is not decided by an index, so the roles of arguments are uncertain."""


@pytest.mark.parametrize(("buffer", "status"), [("%B", Status.REFUTED), ("%A", Status.VALID)])
def test_padding_is_written_of_what_may_be_written_only(buffer: str, status: Status) -> None:
    store = f"memref.store %zero, {buffer}[%c0] : "
    before = _ONLY_READ.format(a=_LOGICAL, type=_LOGICAL, store=store + _LOGICAL, padding="")
    after = _ONLY_READ.format(
        a=_PADDED,
        type=_PHYSICAL,
        store=store + (_LOGICAL if buffer == "%B" else _PHYSICAL),
        padding=f"memref.store %zero, %A[%c3] : {_PHYSICAL}",
    )
    assert _status_of(before, after) is status


_OUT = """
  func.func @f(%A: memref<3xi32>, %B: {b}, %C: memref<1xi32>) {{
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0 : i32
    %never = arith.cmpi slt, %zero, %zero : i32
    %first = {first}
    memref.store %first, %C[%c0] : memref<1xi32>
    affine.for %i = 0 to 3 {{
      %a = memref.load %A[%i] : memref<3xi32>
      {store}
    }}
    {padding}
    func.return
  }}"""
"""Whether the store runs is not decided by an index, so the roles of arguments are uncertain."""


@pytest.mark.parametrize(("doubtful", "status"), [("%A", Status.REFUTED), ("%B", Status.VALID)])
def test_padding_of_what_is_plainly_out_is_not_granted(doubtful: str, status: Status) -> None:
    def function(b: str, argument: str, first: str, padding: str) -> str:
        store = f"memref.store %a, %B[%i] : {b}"
        if doubtful == "%B":
            store = f"scf.if %never {{ }} else {{ {store} }}"
        else:
            other = "memref.store %a, %A[%i] : memref<3xi32>"
            store = f"scf.if %never {{ {other} }}\n{store}"
        return _OUT.format(b=argument, store=store, first=first, padding=padding)

    before = function(_LOGICAL, _LOGICAL, "arith.addi %zero, %zero : i32", "")
    after = function(
        _PHYSICAL,
        _PADDED,
        f"memref.load %B[%c3] : {_PHYSICAL}",
        f"memref.store %zero, %B[%c3] : {_PHYSICAL}",
    )
    assert _status_of(before, after) is status


_CALLED = """
  func.func private @g(%T: memref<4xi32>) {{
    %one = arith.constant 1 : i32
    affine.for %i = 0 to 4 {{
      {loaded}
      affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {{
        affine.store %one, %T[%i] : memref<4xi32>
      }}
    }}
    func.return
  }}
  func.func @f(%B: memref<1xi32>) {{
    %T = memref.alloc() : memref<4xi32>
    func.call @g(%T) : (memref<4xi32>) -> ()
    %v = affine.load %T[{read}] : memref<4xi32>
    affine.store %v, %B[0] : memref<1xi32>
    func.return
  }}"""


@pytest.mark.parametrize(("read", "status"), [(0, Status.VALID), (3, Status.NOT_VALIDATED)])
def test_a_callee_may_read_what_its_caller_did_not_write(read: int, status: Status) -> None:
    before = _CALLED.format(loaded="", read=read)
    after = _CALLED.format(loaded="%v = affine.load %T[%i] : memref<4xi32>", read=0)
    assert validate(parse_module(before), parse_module(after)).status is status


def test_an_original_packs_no_uninitialised_cells() -> None:
    laid_out = 'memref<1xi32, #pad.layout<[affine_map<(d0) -> (d0)>], ["undef"], {}>>'
    text = f"""
      func.func @f(%A: {laid_out}) {{
        %T = memref.alloc() : memref<1xi32>
        pad.pack %T into %A : memref<1xi32> into {laid_out}
        func.return
      }}"""
    verdict = validate(parse_module(text), parse_module(text))
    assert verdict.status is Status.NOT_VALIDATED
    assert "uninitialised" in str(verdict)


def _where_7_is_assumed(body: str, cells: int) -> Status:
    """Of a function that writes `B` of so many cells, and assumes that a cell after them is 7."""
    layout = f"#pad.layout<[affine_map<(d0) -> (d0)>], [7 : i32], {{extents = [{cells + 1}]}}>"
    plain, padded = f"memref<{cells}xi32>", f"memref<{cells + 1}xi32>"

    def function(buffer: str, argument: str, assumed: str) -> str:
        return f"""
          func.func @f(%B: {argument}, %c: i1, %d: i1) {{
            {assumed}
            {body.format(buffer=buffer)}
            func.return
          }}"""

    argument = f"{padded} {{pad.logical = memref<{cells}xi32, {layout}>}}"
    assumed = f"""
      %p = affine.load %B[{cells}] : {padded}
      %seven = arith.constant 7 : i32
      %same = arith.cmpi eq, %p, %seven : i32
      pad.assume %same : i1"""
    before, after = function(plain, plain, ""), function(padded, argument, assumed)
    return validate(parse_module(before), parse_module(after)).status


@pytest.mark.parametrize(("predicate", "status"), [("sgt", Status.REFUTED), ("ugt", Status.VALID)])
def test_unsigned_comparisons_make_roles_doubtful(predicate: str, status: Status) -> None:
    body = f"""
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      %never = arith.cmpi {predicate}, %c0, %c0 : index
      scf.if %never {{{{ }}}} else {{{{
        affine.store %zero, %B[0] : {{buffer}}
      }}}}"""
    assert _where_7_is_assumed(body, 1) is status


_CELL = "affine.store %zero, %B[0] : {buffer}"


@pytest.mark.parametrize(
    ("ifs", "status"),
    [
        # Written whatever the data are, so that the padding need not be there on entry.
        (f"scf.if %c {{{{ {_CELL} }}}} else {{{{ {_CELL} }}}}", Status.REFUTED),
        (f"scf.if %c {{{{ {_CELL} }}}}", Status.VALID),
        (
            f"scf.if %c {{{{ scf.if %d {{{{ {_CELL} }}}} }}}} else {{{{ {_CELL} }}}}",
            Status.VALID,
        ),
        (
            f"scf.if %c {{{{ {_CELL} }}}} else {{{{ scf.if %d {{{{ {_CELL} }}}} }}}}",
            Status.VALID,
        ),
        (
            f"scf.if %c {{{{ scf.if %d {{{{ {_CELL} }}}} else {{{{ {_CELL} }}}} }}}}"
            f" else {{{{ {_CELL} }}}}",
            Status.REFUTED,
        ),
        (
            f"scf.if %c {{{{ scf.if %d {{{{ {_CELL} }}}} {_CELL} }}}} else {{{{ {_CELL} }}}}",
            Status.REFUTED,
        ),
        # An analysis may not know that it runs, and runs once.
        (f"scf.execute_region {{{{ {_CELL} scf.yield }}}}", Status.VALID),
    ],
)
def test_what_is_written_whatever_the_data_are(ifs: str, status: Status) -> None:
    assert _where_7_is_assumed(f"%zero = arith.constant 0 : i32\n{ifs}", 1) is status


_INDICES, _NUMBERS = "vector<4xindex>", "vector<4xi32>"


@pytest.mark.parametrize(
    ("mask", "status"),
    [
        (f"arith.cmpi sge, %lanes, %lanes : {_INDICES}", Status.REFUTED),
        (f"arith.cmpi uge, %lanes, %lanes : {_INDICES}", Status.VALID),
        (f"arith.cmpi sge, %numbers, %numbers : {_NUMBERS}", Status.VALID),
        ("vector.create_mask %c4 : vector<4xi1>", Status.REFUTED),
    ],
)
def test_masks_that_no_index_decides_make_roles_doubtful(mask: str, status: Status) -> None:
    body = f"""
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %lanes = arith.constant dense<[0, 1, 2, 3]> : {_INDICES}
      %numbers = arith.constant dense<[0, 1, 2, 3]> : {_NUMBERS}
      %mask = {mask}
      vector.maskedstore %B[%c0], %mask, %numbers : {{buffer}}, vector<4xi1>, {_NUMBERS}"""
    assert _where_7_is_assumed(body, 4) is status
