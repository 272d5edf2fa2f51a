"""The sizes that are sampled where a shape is dynamic, and what is the case at some of them."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import BadInput, Status, size_names
from pad_mlir.tools.tv.contracts.signature import parameters_of
from pad_mlir.tools.tv.contracts.sizes import Scale, samples
from pad_mlir.tools.tv.execution.side import functions_of

from .rewrites import judge, tiled


def _tie(of: str, dim: int, limits: str = "") -> str:
    return f'{{of = "{of}", dim = {dim}{limits}}}'


def _function(body: str = "", n_ties: str = "", arguments: str = "%A: memref<?x?xf32>") -> str:
    ties = f" {{pad.size = [{n_ties}]}}" if n_ties else ""
    return f"func.func @f(%n: index{ties}, {arguments}) {{ {body} func.return }}"


def _samples(text: str, scale: Scale = Scale.USUAL) -> list[dict[str, int]]:
    parameters = parameters_of(functions_of(parse_module(text))["f"])
    return [dict(choice.named) for choice in samples(parameters, parameters, {}, scale)]


def test_names() -> None:
    function = functions_of(parse_module(_function(n_ties=_tie("A", 0))))["f"]
    assert size_names(function) == {"n", "A.0", "A.1"}


def test_untied_sizes_differ_in_one_sample() -> None:
    chosen = _samples(_function())
    assert {"n": 0, "A.0": 0, "A.1": 0} in chosen
    assert any(len(set(choice.values())) == 3 for choice in chosen)


def test_tied_sizes_are_one() -> None:
    text = _function(n_ties=f"{_tie('A', 0)}, {_tie('A', 1)}")
    function = functions_of(parse_module(text))["f"]
    parameters = parameters_of(function)
    for choice in samples(parameters, parameters, {}):
        assert choice.shape(1, [-1, -1]) == (choice.named["n"],) * 2


@pytest.mark.parametrize(
    ("limits", "low", "high", "multiple"),
    [
        (", min = 5", 5, None, 1),
        (", min = 100", 100, None, 1),
        (", max = 6", 0, 6, 1),
        (", multiple = 8", 0, None, 8),
        (", min = 3, max = 20, multiple = 4", 3, 20, 4),
    ],
)
def test_limits(limits: str, low: int, high: int | None, multiple: int) -> None:
    chosen = {choice["n"] for choice in _samples(_function(n_ties=_tie("A", 0, limits)))}
    assert len(chosen) > 1
    assert all(n >= low and n % multiple == 0 for n in chosen)
    assert high is None or max(chosen) <= high


def test_limits_of_all_ties_count() -> None:
    ties = f"{_tie('A', 0, ', multiple = 4, max = 30')}, {_tie('A', 1, ', multiple = 6, min = 3')}"
    assert {choice["n"] for choice in _samples(_function(n_ties=ties))} == {12, 24}


_RELATIONS = {
    "m == n + 2": """%two = arith.constant 2 : index
        %more = arith.addi %n, %two : index
        %holds = arith.cmpi eq, %m, %more : index
        pad.assume %holds : i1""",
    "n % 4 == 0": """%holds = arith.constant 0 : index
        %rest = affine.apply affine_map<(d0) -> (d0 mod 4)>(%n)
        %whole = arith.cmpi eq, %rest, %holds : index
        pad.assume %whole : i1""",
    "n * m <= 20": """%most = arith.constant 20 : index
        %cells = arith.muli %n, %m : index
        %few = arith.cmpi ule, %cells, %most : index
        pad.assume %few : i1""",
    "n == m and m >= 3": """%three = arith.constant 3 : index
        %equal = arith.cmpi eq, %n, %m : index
        %some = arith.cmpi sge, %m, %three : index
        %both = arith.andi %equal, %some : i1
        pad.assume %both : i1""",
}


@pytest.mark.parametrize("relation", _RELATIONS)
def test_sizes_are_sampled_where_assumes_on_them_hold(relation: str) -> None:
    ties = f"{{pad.size = [{_tie('A', 1)}]}}"
    arguments = f"%m: index {ties}, %A: memref<?x?xf32>"
    text = _function(_RELATIONS[relation], _tie("A", 0), arguments)
    plain = _samples(_function("", _tie("A", 0), arguments))
    chosen = _samples(text)
    assert not all(eval(relation, {}, choice) for choice in plain)
    assert all(eval(relation, {}, choice) for choice in chosen)
    assert len(chosen) > 2


def test_of_a_given_size_the_others_follow() -> None:
    ties = f"{{pad.size = [{_tie('A', 1)}]}}"
    text = _function(
        _RELATIONS["m == n + 2"], _tie("A", 0), f"%m: index {ties}, %A: memref<?x?xf32>"
    )
    parameters = parameters_of(functions_of(parse_module(text))["f"])
    for name, given, other in (("n", 7, {"m": 9}), ("m", 11, {"n": 9}), ("m", 1, None)):
        chosen = [dict(choice.named) for choice in samples(parameters, parameters, {name: given})]
        assert all(choice[name] == given for choice in chosen)
        if other is not None:
            assert chosen == [{**choice, **other} for choice in chosen]


def test_assumes_on_data_and_ones_that_no_size_satisfies_change_no_sample() -> None:
    data = """%zero = arith.constant 0 : index
        %one = memref.load %B[%zero] : memref<1xindex>
        %holds = arith.cmpi eq, %n, %one : index
        pad.assume %holds : i1"""
    never = """%no = arith.constant -1 : index
        %holds = arith.cmpi sle, %n, %no : index
        pad.assume %holds : i1"""
    for body in (data, never):
        arguments = "%A: memref<?xf32>, %B: memref<1xindex>"
        plain = _samples(_function("", _tie("A", 0), arguments))
        assert _samples(_function(body, _tie("A", 0), arguments)) == plain


def test_limits_that_leave_no_size() -> None:
    text = _function(n_ties=_tie("A", 0, ", min = 5, max = 7, multiple = 4"))
    with pytest.raises(BadInput, match=r"pad.size of n = A\.0 allows no size"):
        judge(text, text)


def _ones(rows: str, columns: str) -> str:
    return f"""func.func @f(%n: index {{pad.size = [{_tie("A", 0)}]}},
                         %m: index {{pad.size = [{_tie("A", 1)}]}}, %A: memref<?x?xf32>) {{
      %one = arith.constant 1.0 : f32
      affine.for %i = 0 to {rows} {{
        affine.for %j = 0 to {columns} {{
          affine.store %one, %A[%i, %j] : memref<?x?xf32>
        }}
      }}
      func.return
    }}"""


def test_what_is_right_for_equal_sizes_only() -> None:
    right, wrong = _ones("%n", "%m"), _ones("%n", "%n")
    assert judge(right, right).status is Status.VALID
    assert judge(right, wrong).status is Status.REFUTED
    ties = f"{_tie('A', 1)}, {_tie('A', 0)}"
    squares = [text.replace(_tie("A", 1), ties) for text in (right, wrong)]
    assert judge(squares[0], squares[1]).status is Status.VALID


def test_larger_sizes_where_the_usual_ones_are_ruled_out() -> None:
    text = """func.func @f(%n: index, %m: index, %A: memref<50xf32>) {
      %many = arith.constant 30 : index
      %one = arith.constant 1.0 : f32
      affine.for %k = 0 to 1 {
        %less = arith.cmpi slt, %n, %m : index
        pad.assume %less : i1
        %large = arith.cmpi sge, %m, %many : index
        pad.assume %large : i1
      }
      affine.for %i = %n to %m { affine.store %one, %A[%i] : memref<50xf32> }
      func.return
    }"""
    verdict = judge(text, text)
    assert verdict.status is Status.VALID
    assert "valid (at n = 4, m = 33; " in str(verdict)
    assert judge(text, text.replace("to %m", "to 30")).status is Status.REFUTED


_PADDED = tiled("A", "1.0")
_HEAD = """affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %one = arith.constant 1.0 : f32
        %same = arith.cmpf oeq, %a, %one : f32
        pad.assume %same : i1
      }
    }
  }"""


def _filled(bound: str, head: str = "") -> str:
    """All that is written is written up to a size."""
    return f"""func.func @f({_PADDED}, %n: index, %x: f32) {{
      {head}
      affine.for %i = 0 to {bound} {{
        affine.store %x, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
      }}
      func.return
    }}"""


def test_an_argument_is_in_if_it_is_at_some_size() -> None:
    """At 14 and more all of it is written, and the caller still has to fill the padding."""
    up_to_n = "min affine_map<()[s0] -> (s0, 14)>()[%n]"
    assert judge(_filled(up_to_n), _filled(up_to_n, _HEAD)).status is Status.VALID
    refuted = judge(_filled("14"), _filled("14", _HEAD))
    assert refuted.status is Status.REFUTED
    assert "nothing is promised of the padding of A at entry" in str(refuted)


def _padding_written(loop: str) -> str:
    return f"""func.func @f({_PADDED}, %n: index) {{
      %one = arith.constant 1.0 : f32
      {loop}
      affine.store %one, %A[3, 3] : memref<4x4xf32>
      func.return
    }}"""


def test_an_argument_is_out_if_it_is_at_some_size() -> None:
    loop = "affine.for %i = 0 to min affine_map<()[s0] -> (s0, 14)>()[%n] {"
    loop += " affine.store %one, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32> }"
    before = _padding_written(loop).replace("affine.store %one, %A[3, 3] : memref<4x4xf32>", "")
    assert judge(before, _padding_written(loop)).status is Status.VALID
    never = before.replace(loop, "")
    assert judge(never, _padding_written("")).status is Status.REFUTED


def _copy_by_blocks(blocks: str) -> str:
    type = "memref<?xf32>"
    return f"""func.func @f(%n: index {{pad.size = [{_tie("A", 0)}, {_tie("B", 0)}]}},
        %A: {type}, %B: {type}) {{
      %one = arith.constant 1 : index
      %threads = arith.constant 64 : index
      %blocks = affine.apply affine_map<(d0) -> ({blocks})>(%n)
      gpu.launch_func @kernels::@copy blocks in (%blocks, %one, %one)
        threads in (%threads, %one, %one) args(%n : index, %A : {type}, %B : {type})
      func.return
    }}
    gpu.module @kernels {{
      gpu.func @copy(%n: index, %A: {type}, %B: {type}) kernel {{
        %i = gpu.global_id x
        affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {{
          %a = affine.load %A[%i] : {type}
          affine.store %a, %B[%i] : {type}
        }}
        gpu.return
      }}
    }}"""


@pytest.mark.parametrize(
    ("blocks", "status"),
    [
        ("d0 ceildiv 64", Status.VALID),
        ("d0 ceildiv 63", Status.VALID),
        ("d0 ceildiv 65", Status.REFUTED),
        ("d0 floordiv 64", Status.REFUTED),
        ("1", Status.REFUTED),
    ],
)
def test_launches_are_of_several_blocks(blocks: str, status: Status) -> None:
    before = f"""func.func @f(%n: index {{pad.size = [{_tie("A", 0)}, {_tie("B", 0)}]}},
        %A: memref<?xf32>, %B: memref<?xf32>) {{
      affine.for %i = 0 to %n {{
        %a = affine.load %A[%i] : memref<?xf32>
        affine.store %a, %B[%i] : memref<?xf32>
      }}
      func.return
    }}"""
    verdict = judge(before, _copy_by_blocks(blocks))
    assert verdict.status is status, verdict


def test_other_functions_need_no_blocks() -> None:
    other = """func.func @g(%n: index, %A: memref<?xf32>) { func.return }"""
    text = f"{other}\n{_copy_by_blocks('d0 ceildiv 64')}"
    verdict = judge(text, text)
    sizes = {f.function: [finding.sizes for finding in f.findings] for f in verdict.functions}
    assert "n = 257" in sizes["f"]
    assert not any("257" in size for size in sizes["g"])


def test_each_size_is_more_than_a_block_once() -> None:
    chosen = _samples(_function(), Scale.BLOCKS)
    assert {name for choice in chosen for name, size in choice.items() if size > 256} == {
        "n",
        "A.0",
        "A.1",
    }


STORES = """
func.func @f(%A_1: memref<?xf32>, %A_2: memref<?xf32>, %n_1: index, %n_2: index) {{
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to {0} {{
    affine.store %one, {1}[%i] : memref<?xf32>
  }}
  func.return
}}"""


@pytest.mark.parametrize(("size", "buffer"), [("%n_2", "%A_1"), ("%n_1", "%A_2")])
def test_one_size_for_another_where_most_sizes_are_undefined(size: str, buffer: str) -> None:
    """Unequal sizes are looked for until some are defined: at equal ones both are right."""
    before = STORES.format("%n_1", "%A_1")
    assert judge(before, STORES.format(size, buffer)).status is Status.REFUTED
    assert judge(before, before).status is Status.VALID


def test_one_size_for_another_where_only_squares_are_defined() -> None:
    before = """
func.func @f(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %rows = memref.dim %A, %c0 : memref<?x?xf32>
  %columns = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %columns {
    affine.for %j = 0 to %rows {
      affine.store %one, %A[%i, %j] : memref<?x?xf32>
    }
  }
  func.return
}"""
    assert judge(before, before.replace("0 to %rows", "0 to %n")).status is Status.REFUTED
    assert judge(before, before).status is Status.VALID
    # With no rows the original does nothing, however many columns there are.
    none = judge(before, before.replace("0 to %rows", "0 to %columns"))
    assert "refuted at A.0 = 0, A.1 = 5" in str(none)


_SHORTER = """
func.func @f(%A: memref<?xf32>, %n: index {{pad.size = [{{of = "A", dim = 0}}]}},
             %B: memref<?xf32>, %m: index {{pad.size = [{{of = "B", dim = 0}}]}}) {{
  affine.for %i = 0 to {0} {{
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }}
  func.return
}}"""


@pytest.mark.parametrize("wrong", ["%n", "%m"])
def test_each_size_is_once_above_the_others(wrong: str) -> None:
    before = _SHORTER.format("min affine_map<(d0, d1) -> (d0, d1)>(%n, %m)")
    right = _SHORTER.format("min affine_map<(d0, d1) -> (d0, d1, d0 * 2)>(%n, %m)")
    assert judge(before, right).status is Status.VALID
    assert judge(before, _SHORTER.format(wrong)).status is Status.REFUTED


@pytest.mark.parametrize(("tie", "is_right"), [("", False), (_tie("A", 0), True)])
def test_an_index_argument_that_is_no_size_may_be_negative(tie: str, is_right: bool) -> None:
    body = """%three = arith.constant 3 : index
    %q = arith.divsi %n, %three : index
    affine.for %i = 0 to 1 { affine.store %q, %B[%i] : memref<1xindex> }"""
    before = _function(body, tie, "%A: memref<?xf32>, %B: memref<1xindex>")
    verdict = judge(before, before.replace("divsi", "floordivsi"))
    assert verdict.status is (Status.VALID if is_right else Status.REFUTED)
    assert is_right or "refuted at n = -1" in str(verdict)


def test_each_size_is_once_0_where_the_others_are_not() -> None:
    before = """
func.func @f(%A: memref<?x?xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %i = 0 to %n {
  }
  func.return
}"""
    wrong = before.replace("%n {\n", "%n {\n%a = affine.load %A[%i, 0] : memref<?x?xf32>\n")
    assert "refuted at n = 5, A.1 = 0" in str(judge(before, wrong))


_FLAT = """
func.func @f({buffer}, %n: index, %m: index{size}) {{
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  {made}
  affine.for %i = 0 to %n {{
    affine.for %j = 0 to %m {{
      %row = arith.muli %i, %{width} : index
      %cell = arith.addi %row, %j : index
      %next = arith.addi %cell, %c1 : index
      {copy}
      memref.store %one, %A[%{at}] : memref<?xf32>
    }}
  }}
  func.return
}}"""


def _flat(width: str, at: str) -> str:
    return _FLAT.format(buffer="%A: memref<?xf32>", size="", made="", copy="", width=width, at=at)


@pytest.mark.parametrize(("width", "at"), [("m", "cell"), ("n", "cell"), ("m", "next")])
def test_a_flat_buffer_has_room_for_products_of_sizes(width: str, at: str) -> None:
    before = _flat(width, at)
    assert judge(before, before).status is Status.VALID
    wrong = [_flat("c1", at), _flat(width, "row"), _flat(width, "j")]
    assert [judge(before, after).status for after in wrong] == [Status.REFUTED] * 3


def test_a_local_flat_buffer_has_room_for_products_of_sizes() -> None:
    def text(of: str) -> str:
        return _FLAT.format(
            buffer="%B: memref<?xf32>",
            size=", %size: index",
            made="%A = memref.alloc(%size) : memref<?xf32>",
            copy=f"memref.store %one, %B[%{of}] : memref<?xf32>",
            width="m",
            at="cell",
        )

    assert judge(text("cell"), text("cell")).status is Status.VALID
    assert judge(text("cell"), text("row")).status is Status.REFUTED


def test_sizes_around_tiles_where_one_sample_is_undefined() -> None:
    before = STORES.format("%n_1", "%A_1")
    tiles = """%{0} = 0 to {1} step 8 {{
    affine.for %i = affine_map<(d0) -> (d0)>(%{0})
        to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%{0})[%n_1] {{"""
    right = before.replace("%i = 0 to %n_1 {", tiles.format("t", "%n_1")).replace("}\n", "}}\n", 1)
    at_most = "min affine_map<()[s0] -> (s0, 16)>()[%n_1]"
    wrong = right.replace("0 to %n_1 step", f"0 to {at_most} step")
    assert wrong != right
    assert judge(before, right).status is Status.VALID
    verdict = judge(before, wrong)
    assert verdict.status is Status.REFUTED
    assert "n = 17" in str(verdict)
