"""Programs whose indices, bounds or calls the data decides: judged at samples of that data."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge, tiled


def _function(body: str, arguments: str, results: str = "") -> str:
    return f"func.func @f({arguments}){results} {{ {body} }}"


_ARGUMENTS = "%A: memref<5xf32>, %I: memref<4x{0}>, %B: memref<4xf32>"


def _gather(index: str = "%i", at: str = "%row", element: str = "i32") -> str:
    cast = "" if element == "index" else f"%row = arith.index_cast %x : {element} to index"
    name = "row" if element == "index" else "x"
    return _function(
        f"""%one = arith.constant 1 : index
        %last = arith.constant 4 : index
        affine.for %i = 0 to 4 {{
          %{name} = affine.load %I[{index}] : memref<4x{element}>
          {cast}
          %next = arith.addi %row, %one : index
          %back = arith.subi %last, %row : index
          %a = memref.load %A[{at}] : memref<5xf32>
          affine.store %a, %B[%i] : memref<4xf32>
        }}
        func.return""",
        _ARGUMENTS.format(element),
    )


@pytest.mark.parametrize("element", ["i32", "i8", "i64", "index"])
def test_a_gather_is_valid_for_samples_and_its_mistakes_are_refuted(element: str) -> None:
    before = _gather(element=element)
    verdict = judge(before, before)
    assert (verdict.status, verdict.exit_code) == (Status.VALID, 0)
    assert str(verdict) == "@f: valid for samples of the data: 9 of I"
    for wrong in (
        _gather(at="%next", element=element),
        _gather(at="%back", element=element),
        _gather(index="(%i + 1) mod 4", element=element),
    ):
        refuted = judge(before, wrong)
        assert refuted.status is Status.REFUTED, refuted
        assert "  with I = " in str(refuted)


def _scatter(first: int, second: int) -> str:
    return _function(
        f"""%x = affine.load %I[{first}] : memref<4xi32>
        %y = affine.load %I[{second}] : memref<4xi32>
        %p = arith.index_cast %x : i32 to index
        %q = arith.index_cast %y : i32 to index
        %a = affine.load %B[{first}] : memref<4xf32>
        %b = affine.load %B[{second}] : memref<4xf32>
        memref.store %a, %A[%p] : memref<5xf32>
        memref.store %b, %A[%q] : memref<5xf32>
        func.return""",
        _ARGUMENTS.format("i32"),
    )


def test_stores_to_cells_that_may_be_one_keep_their_order() -> None:
    assert judge(_scatter(0, 1), _scatter(0, 1)).status is Status.VALID
    refuted = judge(_scatter(0, 1), _scatter(1, 0))
    assert refuted.status is Status.REFUTED
    assert "with I = 0 in each cell" in str(refuted)


def _in_range(condition: str) -> str:
    return _function(
        f"""%zero = arith.constant 0 : i32
        %five = arith.constant 5 : i32
        %none = arith.constant 0.0 : f32
        affine.for %i = 0 to 4 {{
          %x = affine.load %I[%i] : memref<4xi32>
          %row = arith.index_cast %x : i32 to index
          %low = arith.cmpi sge, %x, %zero : i32
          %high = arith.cmpi slt, %x, %five : i32
          %true = arith.constant true
          {condition}
          %a = scf.if %in -> (f32) {{
            %b = memref.load %A[%row] : memref<5xf32>
            scf.yield %b : f32
          }} else {{
            scf.yield %none : f32
          }}
          affine.store %a, %B[%i] : memref<4xf32>
        }}
        func.return""",
        _ARGUMENTS.format("i32"),
    )


_BOTH = "%in = arith.andi %low, %high : i1"


@pytest.mark.parametrize("left", ["%low", "%high", "%true"])
def test_a_guard_on_the_data_is_not_dropped(left: str) -> None:
    before = _in_range(_BOTH)
    assert judge(before, _in_range("%in = arith.andi %high, %low : i1")).status is Status.VALID
    refuted = judge(before, _in_range(f"%in = arith.andi {left}, {left} : i1"))
    assert refuted.status is Status.REFUTED, refuted


UNDEF = '"undef"'


def _over_tiles(pad: str, guard: bool, stored: str = "%a") -> str:
    """A gather whose indices are in tiles of 4, the last one with two cells of padding."""
    body = f"""%x = affine.load %I[%io, %ii] : memref<4x4xi32>
        %row = arith.index_cast %x : i32 to index
        %a = memref.load %A[%row] : memref<5xf32>
        affine.store {stored}, %B[%io, %ii] : memref<4x4xf32>"""
    if guard:
        inside = "affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii)"
        body = f"affine.if {inside} {{ {body} }} else {{ {_UNDEF} }}"
    return _function(
        f"""%u = pad.undef : f32
        affine.for %io = 0 to 4 {{ affine.for %ii = 0 to 4 {{ {body} }} }} func.return""",
        f"%A: memref<5xf32>, {tiled('I', pad, element='i32')}, {tiled('B', UNDEF)}",
    )


_UNDEF = "affine.store %u, %B[%io, %ii] : memref<4x4xf32>"


@pytest.mark.parametrize(
    ("pad", "status"),
    [
        ("0", Status.VALID),
        ("4", Status.VALID),
        ("5", Status.REFUTED),
        ("-1", Status.REFUTED),
        ('"undef"', Status.REFUTED),
        ('"forbidden"', Status.REFUTED),
    ],
)
def test_padding_that_is_an_index(pad: str, status: Status) -> None:
    before, after = (_over_tiles(pad, guard) for guard in (True, False))
    assert judge(before, before).status is Status.VALID
    verdict = judge(before, after)
    assert verdict.status is status, verdict
    if "undef" in pad:
        assert "  with the padding of I: [3, 2] = " in str(verdict)


def test_arbitrary_padding_is_not_equal_by_chance() -> None:
    """The cell of padding that is read decides a loop, so that it is sampled."""

    def text(row: int, column: int) -> str:
        return _function(
            f"""%zero = arith.constant 0 : i8
            %one = arith.constant 1 : i8
            %x = affine.load %I[{row}, {column}] : memref<4x4xi8>
            %n = scf.for %i = %zero to %x step %one iter_args(%k = %zero) -> (i8) : i8 {{
              %next = arith.addi %k, %one : i8
              scf.yield %next : i8
            }}
            func.return %n : i8""",
            tiled("I", '"undef"', element="i8"),
            " -> i8",
        )

    assert judge(text(0, 0), text(3, 3)).status is Status.REFUTED


def _rows(upper: str = "%k + 1", start: str = "%k") -> str:
    """Sums over the rows of a sparse matrix, which pointers tell apart."""
    return _function(
        f"""%zero = arith.constant 0.0 : f32
        %one = arith.constant 1 : index
        affine.for %k = 0 to 3 {{
          %b = affine.load %P[{start}] : memref<4xindex>
          %e = affine.load %P[{upper}] : memref<4xindex>
          %s = scf.for %j = %b to %e step %one iter_args(%t = %zero) -> (f32) {{
            %c = memref.load %C[%j] : memref<5xindex>
            %x = memref.load %X[%c] : memref<6xf32>
            %u = arith.addf %t, %x : f32
            scf.yield %u : f32
          }}
          affine.store %s, %Y[%k] : memref<3xf32>
        }}
        func.return""",
        "%P: memref<4xindex>, %C: memref<5xindex>, %X: memref<6xf32>, %Y: memref<3xf32>",
    )


def test_bounds_from_the_data() -> None:
    verdict = judge(_rows(), _rows())
    assert str(verdict) == "@f: valid for samples of the data: 9 of P and C"
    for wrong in (_rows(upper="%k"), _rows(start="0"), _rows(upper="3")):
        assert judge(_rows(), wrong).status is Status.REFUTED


def _counted(bound: str, step: str = "addi") -> str:
    return _function(
        f"""%zero = arith.constant 0 : i8
        %one = arith.constant 1 : i8
        %r = scf.while (%i = %zero) : (i8) -> i8 {{
          %less = arith.cmpi ult, %i, {bound} : i8
          scf.condition(%less) %i : i8
        }} do {{
        ^bb0(%j: i8):
          %k = arith.{step} %j, %one : i8
          scf.yield %k : i8
        }}
        func.return %r : i8""",
        "%n: i8, %m: i8",
        " -> i8",
    )


def test_an_integer_argument_decides_how_often_a_loop_runs() -> None:
    verdict = judge(_counted("%n"), _counted("%n"))
    assert str(verdict).startswith("@f: valid for samples of the data: "), verdict
    refuted = judge(_counted("%n"), _counted("%m"))
    assert refuted.status is Status.REFUTED
    assert "  with n = " in str(refuted)


def _call(condition: str) -> str:
    return "func.func private @g(i32)" + _function(
        f"""%c = affine.load %K[0] : memref<2xi1>
        %d = affine.load %K[1] : memref<2xi1>
        %true = arith.constant true
        %no = arith.xori %c, %true : i1
        scf.if {condition} {{ func.call @g(%x) : (i32) -> () }}
        func.return""",
        "%K: memref<2xi1>, %x: i32",
    )


@pytest.mark.parametrize("wrong", ["%d", "%no", "%true"])
def test_a_call_that_the_data_decides(wrong: str) -> None:
    assert judge(_call("%c"), _call("%c")).status is Status.VALID
    assert judge(_call("%c"), _call(wrong)).status is Status.REFUTED


def _chosen(then: str, other: str) -> str:
    type = "memref<4xf32>"
    return _function(
        f"""%c = affine.load %K[0] : memref<1xi1>
        %M = arith.select %c, {then}, {other} : {type}
        %a = affine.load %M[0] : {type}
        affine.store %a, %M[1] : {type}
        func.return""",
        f"%K: memref<1xi1>, %A: {type}, %B: {type}",
    )


def test_the_data_chooses_a_buffer() -> None:
    assert judge(_chosen("%A", "%B"), _chosen("%A", "%B")).status is Status.VALID
    assert judge(_chosen("%A", "%B"), _chosen("%B", "%A")).status is Status.REFUTED


def test_the_data_decides_where_no_buffer_has_cells() -> None:
    """One of the sampled sizes is 0; the condition is an argument all the same."""
    sizes = ", ".join(f'{{of = "{name}", dim = 0}}' for name in "ABC")
    buffers = ", ".join(f"%{name}: memref<?xf32>" for name in "ABC")
    before = _function(
        """%S = arith.select %c, %A, %B : memref<?xf32>
        affine.for %i = 0 to %n {
          %a = affine.load %S[%i] : memref<?xf32>
          affine.store %a, %C[%i] : memref<?xf32>
        }
        func.return""",
        f"%c: i1, {buffers}, %n: index {{pad.size = [{sizes}]}}",
    )
    assert judge(before, before).status is Status.VALID
    assert judge(before, before.replace("%c, %A, %B", "%c, %B, %A")).status is Status.REFUTED


_ORIGINAL_NEVER_DEFINED = _function(
    """%x = affine.load %I[0] : memref<4xi32>
    %row = arith.index_cast %x : i32 to index
    %a = memref.load %N[%row] : memref<0xf32>
    affine.store %a, %B[0] : memref<4xf32>
    func.return""",
    "%N: memref<0xf32>, %I: memref<4xi32>, %B: memref<4xf32>",
)


def test_an_original_that_no_sample_makes_defined_is_not_validated() -> None:
    verdict = judge(_ORIGINAL_NEVER_DEFINED, _ORIGINAL_NEVER_DEFINED)
    assert verdict.status is Status.NOT_VALIDATED
    assert "an index depends on the data, in 'memref.load'" in str(verdict)
    assert "of I, it is undefined" in str(verdict)


def _permuted(at: str = "%row") -> str:
    """The indices are told to be different, and from 1 to 4."""
    pairs = "\n".join(
        f"""%ne{i}{j} = arith.cmpi ne, %x{i}, %x{j} : i32
        pad.assume %ne{i}{j} : i1"""
        for i in range(4)
        for j in range(i)
    )
    loads = "\n".join(
        f"""%x{i} = affine.load %I[{i}] : memref<4xi32>
        %p{i} = arith.cmpi sgt, %x{i}, %zero : i32
        pad.assume %p{i} : i1"""
        for i in range(4)
    )
    head = f"%zero = arith.constant 0 : i32 {loads} {pairs}"
    return _gather(at=at).replace("affine.for", f"{head} affine.for", 1)


def test_samples_are_looked_for_where_assumes_leave_few() -> None:
    verdict = judge(_permuted(), _permuted())
    assert verdict.status is Status.VALID, verdict
    refuted = judge(_permuted(), _permuted("%back"))
    assert refuted.status is Status.REFUTED


def test_floats_are_not_sampled() -> None:
    text = _function(
        """%x = affine.load %A[0] : memref<4xf32>
        %k = arith.fptosi %x : f32 to i32
        %i = arith.index_cast %k : i32 to index
        %a = memref.load %A[%i] : memref<4xf32>
        affine.store %a, %A[1] : memref<4xf32>
        func.return""",
        "%A: memref<4xf32>",
    )
    verdict = judge(text, text)
    assert verdict.status is Status.NOT_VALIDATED
    assert "an index depends on the data" in str(verdict)


def _assumed(mark: str, at: str) -> str:
    return _gather(at=at).replace(
        "%next =",
        f"""%two = arith.constant 2 : index
        %is = arith.cmpi slt, %row, %two : index
        {mark}
        %same = arith.minsi %row, %one : index
        %next =""",
    )


def test_a_users_assume_is_told_and_holds() -> None:
    mark = "pad.assume %is {pad.user} : i1"
    verdict = judge(_gather(), _assumed(mark, "%same"))
    assert verdict.status is Status.VALID, verdict
    assert "valid under 1 user assume" in str(verdict)
    assert " for samples of the data: " in str(verdict)
    assert judge(_gather(), _assumed("", "%same")).status is Status.REFUTED
    own = mark.replace(" {pad.user}", "")
    assert judge(_gather(), _assumed(own, "%same")).status is Status.REFUTED


def _filled(head: str) -> str:
    """At some data a stage writes all of B; at other data it does not."""
    return _function(
        f"""{head}
        affine.for %i = 0 to 14 {{
          %x = affine.load %I[%i] : memref<14xindex>
          %o = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%x)
          %r = affine.apply affine_map<(d0) -> (d0 mod 4)>(%x)
          memref.store %y, %B[%o, %r] : memref<4x4xf32>
        }}
        func.return""",
        f"%I: memref<14xindex>, %y: f32, {tiled('B', '0.0')}, %C: memref<1xf32>",
    )


def test_roles_are_those_of_all_data() -> None:
    """B is an input, though at a permutation all of it is written: its padding may be read."""
    read = """%p = affine.load %B[3, 3] : memref<4x4xf32>
    %zero = arith.constant 0.0 : f32
    %is = arith.cmpf oeq, %p, %zero : f32
    pad.assume %is : i1"""
    assert judge(_filled(""), _filled(read)).status is Status.VALID


def test_sizes_and_samples_are_told_together() -> None:
    text = """func.func @f(%A: memref<?xf32>, %I: memref<?xindex>,
        %n: index {pad.size = [{of = "A", dim = 0}, {of = "I", dim = 0}]}) {
      affine.for %i = 0 to %n {
        %k = affine.load %I[%i] : memref<?xindex>
        %a = memref.load %A[%k] : memref<?xf32>
        affine.store %a, %A[%i] : memref<?xf32>
      }
      func.return
    }"""
    verdict = judge(text, text)
    assert "valid for samples of the data (at n = 13: 8 of I; " in str(verdict)
    assert "n = 0" in str(verdict)


def test_a_cell_that_the_data_initialises() -> None:
    """Samples at which it is read uninitialised count for nothing."""

    def text(read: int) -> str:
        return _function(
            f"""%L = memref.alloc() : memref<2xi1>
            %c = affine.load %K[0] : memref<4xi1>
            %d = affine.load %K[1] : memref<4xi1>
            scf.if %c {{ affine.store %d, %L[1] : memref<2xi1> }}
            %x = affine.load %L[{read}] : memref<2xi1>
            affine.store %x, %K[1] : memref<4xi1>
            func.return""",
            "%K: memref<4xi1>",
        )

    assert judge(text(1), text(1)).status is Status.VALID
    assert judge(text(1), text(0)).status is Status.REFUTED
