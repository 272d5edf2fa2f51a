"""Reads and writes of views and vector operations count, in their order, for every rewrite."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

_NO_OP = "pad-remove-no-op"
_KNOWN = "pad-simplify"
_GUARDS = "pad-remove-branching-through-overcompute"
_LOWERED = "pad-remove-undef-store"

VIEW = "%V = memref.collapse_shape %A [[0, 1]] : memref<4x4xf32> into memref<16xf32>"
STORES = {
    "view": "affine.store %y, %V[15] : memref<16xf32>",
    "memref": "memref.store %y, %V[%c15] : memref<16xf32>",
    "vector": "vector.store %w, %A[%c3, %c0] : memref<4x4xf32>, vector<4xf32>",
    "view and vector": "vector.store %w, %V[%c12] : memref<16xf32>, vector<4xf32>",
    "masked": "vector.maskedstore %V[%c12], %m, %w : memref<16xf32>, vector<4xi1>, vector<4xf32>",
    "affine vector": """"affine.vector_store"(%w, %A, %c3, %c0)
        <{map = affine_map<(i, j) -> (i, j)>}>
        : (vector<4xf32>, memref<4x4xf32>, index, index) -> ()
    """,
}
LOADS = {
    "view": "%l = affine.load %V[15] : memref<16xf32>\naffine.store %l, %O[0] : memref<4xf32>",
    "vector": """%l = vector.load %A[%c3, %c0] : memref<4x4xf32>, vector<4xf32>
        vector.store %l, %O[%c0] : memref<4xf32>, vector<4xf32>""",
    "masked": """%l = vector.maskedload %V[%c12], %m, %w
            : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
        vector.store %l, %O[%c0] : memref<4xf32>, vector<4xf32>""",
    "affine vector": """%l = "affine.vector_load"(%A, %c3, %c0)
        <{map = affine_map<(i, j) -> (i, j)>}> : (memref<4x4xf32>, index, index) -> vector<4xf32>
        vector.store %l, %O[%c0] : memref<4xf32>, vector<4xf32>""",
}


@dataclass(frozen=True)
class Case:
    """A body in which `{}` may stand for a hostile operation, and what a pass does without it."""

    passes: str
    body: str
    counted: str
    without: int
    """How often the pass leaves the counted text where nothing hostile is."""

    kept: int


OVERWRITTEN = Case(
    _NO_OP,
    "affine.store %x, %A[3, 3] : memref<4x4xf32>\n{}\naffine.store %z, %A[3, 3] : memref<4x4xf32>",
    "%A[3, 3]",
    1,
    2,
)
KNOWN = Case(
    _KNOWN,
    """affine.store %z, %A[3, 3] : memref<4x4xf32>
    {}
    %a = affine.load %A[3, 3] : memref<4x4xf32>
    affine.store %a, %O[1] : memref<4xf32>""",
    "affine.store %z, %O[1]",
    1,
    0,
)
COPIED_BACK = Case(
    _NO_OP,
    """%a = affine.load %A[3, 3] : memref<4x4xf32>
    {}
    affine.store %a, %A[3, 3] : memref<4x4xf32>""",
    "affine.store %a",
    0,
    1,
)
PADDING = Case(
    _GUARDS,
    """affine.for %k = 2 to 4 {
      affine.store %z, %A[3, %k] : memref<4x4xf32>
    }
    {}
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%i, %j) {
          %s = affine.load %O[0] : memref<4xf32>
          %a = affine.load %A[%i, %j] : memref<4x4xf32>
          %t = arith.addf %s, %a fastmath<nsz> : f32
          affine.store %t, %O[0] : memref<4xf32>
        }
      }
    } {pad.stage = "compute"}""",
    "affine.if",
    0,
    1,
)
HOISTED = Case(
    "pad-hoist-expression{bindings=required-by-condition}",
    """affine.for %i = 0 to 4 {
      %a = affine.load %A[3, 3] : memref<4x4xf32>
      %c = arith.cmpf ogt, %a, %z : f32
      scf.if %c {
        affine.store %x, %O[%i] : memref<4xf32>
      }
      {}
    }""",
    "\n      affine.for %i",
    1,
    0,
)
MERGED = Case(
    "pad-merge-adjacent-loops{loops=i,k}",
    """affine.for %i = 0 to 4 {
      %a = affine.load %A[3, %i] : memref<4x4xf32>
      affine.store %a, %O[%i] : memref<4xf32>
    }
    affine.for %k = 0 to 4 {
      %q = arith.addf %x, %y : f32
      {}
    }""",
    "affine.for",
    1,
    2,
)
DEAD_PADDING = Case(
    _GUARDS,
    """affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%i, %j) {
          affine.store %x, %A[%i, %j] : memref<4x4xf32>
        }
      }
    } {pad.stage = "compute"}
    {}
    affine.for %k = 2 to 4 {
      affine.store %z, %A[3, %k] : memref<4x4xf32>
    }""",
    "affine.if",
    0,
    1,
)


def function(body: str) -> str:
    view = VIEW if "%V" in body else ""
    return f"""
func.func @f(%A: memref<4x4xf32>, %O: memref<4xf32>, %x: f32, %y: f32, %w: vector<4xf32>,
             %m: vector<4xi1>) {{
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %c15 = arith.constant 15 : index
  {view}
  {body}
  func.return
}}"""


def after(passes: str, text: str) -> str:
    context = new_context()
    module = parse_module(text, context=context)
    for step in parse_pipeline(passes, ALL_PASSES):
        step.apply(context, module)
        module.verify()
    return print_module(module)


def left(case: Case, hostile: str) -> int:
    text = after(case.passes, function(case.body.replace("{}", hostile)))
    return text.count(case.counted)


ALL = [OVERWRITTEN, KNOWN, COPIED_BACK, PADDING, HOISTED, MERGED, DEAD_PADDING]


@pytest.mark.parametrize("case", ALL)
def test_without_them_the_rewrite_is_made(case: Case) -> None:
    assert left(case, "") == case.without


@pytest.mark.parametrize("store", STORES.values(), ids=STORES)
@pytest.mark.parametrize("case", [KNOWN, COPIED_BACK, PADDING, HOISTED, MERGED])
def test_a_store_ends_what_is_known(case: Case, store: str) -> None:
    assert left(case, store) == case.kept


@pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
@pytest.mark.parametrize("case", [OVERWRITTEN, DEAD_PADDING])
def test_a_load_sees_a_store(case: Case, load: str) -> None:
    assert left(case, load) == case.kept


OVER_THE_END = """%c2 = arith.constant 2 : index
  %l = vector.load %A[%c2, %c2] : memref<4x4xf32>, vector<4xf32>
  vector.store %l, %O[%c0] : memref<4xf32>, vector<4xf32>"""
LOCAL = """
func.func @f(%O: memref<4xf32>, %m: vector<4xi1>, %w: vector<4xf32>) {{
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %A = memref.alloc() : memref<4x4xf32>
  %V = memref.collapse_shape %A [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  %u = pad.undef : f32
  {}
  func.return
}}"""


@pytest.mark.parametrize(
    ("body", "stored"),
    [
        ("affine.store %u, %A[3, 3] : memref<4x4xf32>", False),
        ("affine.store %u, %V[15] : memref<16xf32>", False),
        *[
            (f"affine.store %u, {cell}\n{load}", True)
            for cell in ("%A[3, 3] : memref<4x4xf32>", "%V[15] : memref<16xf32>")
            for load in (LOADS["view"], LOADS["masked"])
        ],
        (
            "affine.store %u, %V[15] : memref<16xf32>\n"
            "%l = affine.load %A[3, 3] : memref<4x4xf32>\naffine.store %l, %O[0] : memref<4xf32>",
            True,
        ),
        (
            "affine.store %u, %V[11] : memref<16xf32>\n"
            "%l = affine.load %A[3, 3] : memref<4x4xf32>\naffine.store %l, %O[0] : memref<4xf32>",
            False,
        ),
        (f"affine.store %u, %A[2, 3] : memref<4x4xf32>\n{LOADS['masked']}", False),
        (f"affine.store %u, %V[11] : memref<16xf32>\n{LOADS['view']}", False),
        # The lanes after the end of the row are wherever the target has them.
        (f"affine.store %u, %A[0, 0] : memref<4x4xf32>\n{OVER_THE_END}", True),
    ],
)
def test_undef_of_a_local_cell_is_a_value_where_it_may_be_read(body: str, stored: bool) -> None:
    text = after(_LOWERED, LOCAL.format(body))
    assert ("affine.store %u" in text or "0.000000e+00" in text) == stored, text


@pytest.mark.parametrize(
    "inside",
    [
        *STORES.values(),
        "affine.store %x, %V[%i * 4 + %j] : memref<16xf32>",
    ],
)
def test_loops_are_not_reordered_over_them(inside: str) -> None:
    body = f"""affine.for %i = 0 to 3 {{
      affine.for %j = 0 to 3 {{
        %a = affine.load %A[%i + 1, %j] : memref<4x4xf32>
        affine.store %a, %A[%i, %j + 1] : memref<4x4xf32>
        {inside}
      }}
    }} {{pad.stage = "compute"}}"""
    with pytest.raises(PadError):
        after("pad-reorder{loops=j,i}", function(body))


@pytest.mark.parametrize("access", [*STORES.values(), *LOADS.values()])
def test_they_are_not_run_where_they_were_not(access: str) -> None:
    body = f"""affine.for %i = 0 to 4 {{
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {{
        {access}
      }}
    }} {{pad.stage = "compute"}}"""
    assert "affine.if" in after(_GUARDS, function(body))


POISON = """
func.func @f(%A: memref<4xi32>, %B: memref<1xi32>, %C: memref<2x2xi32>) {{
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %L = memref.alloc() : memref<4xi32>
  %V = memref.collapse_shape %C [[0, 1]] : memref<2x2xi32> into memref<4xi32>
  %x = affine.load %A[0] : memref<4xi32>
  %p = arith.addi %x, %x overflow<{}> : i32
  {}
  affine.for %i = 0 to 4 {{
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {{
      %l = affine.load %L[%i] : memref<4xi32>
      %t = arith.muli %l, %zero : i32
      %s = affine.load %B[0] : memref<1xi32>
      %u = arith.addi %s, %t : i32
      affine.store %u, %B[0] : memref<1xi32>
    }}
  }} {{pad.stage = "compute"}}
  func.return
}}"""
COPY = """affine.for %k = 0 to 4 {
    %c = affine.load {} : memref<{}>
    affine.store %c, %L[%k] : memref<4xi32>
  }"""
FROM_ROOT = COPY.replace("{}", "%C[%k floordiv 2, %k mod 2]", 1).replace("{}", "2x2xi32")
FROM_VIEW = COPY.replace("{}", "%V[%k]", 1).replace("{}", "4xi32")


@pytest.mark.parametrize(
    "body",
    [
        f"affine.store %p, %V[3] : memref<4xi32>\n{FROM_ROOT}",
        f"affine.store %p, %V[3] : memref<4xi32>\n{FROM_VIEW}",
        f"affine.store %p, %C[1, 1] : memref<2x2xi32>\n{FROM_VIEW}",
        f"""%w = vector.broadcast %p : i32 to vector<2xi32>
        vector.store %w, %C[%c0, %c0] : memref<2x2xi32>, vector<2xi32>
        {FROM_ROOT}""",
    ],
)
def test_poison_is_stored_through_them(body: str) -> None:
    assert "affine.if" in after(_GUARDS, function_with_poison(body, "nsw"))
    if "vector" not in body:
        assert "affine.if" not in after(_GUARDS, function_with_poison(body, "none"))


def function_with_poison(body: str, flag: str) -> str:
    return POISON.format(flag, body)


VIEWS = """
func.func @f(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %x: i32) {{
  %V = memref.collapse_shape %A [[0, 1]] : memref<4x4xi32> into memref<16xi32>
  %W = memref.collapse_shape %B [[0, 1]] : memref<4x4xi32> into memref<16xi32>
  affine.for %i = 0 to 3 {{
    affine.for %j = 0 to 3 {{
      {}
    }}
  }} {{pad.stage = "compute"}}
  func.return
}}"""


@pytest.mark.parametrize(
    ("load", "store", "allowed"),
    [
        ("%V[%i * 4 + %j]", "%W[%i * 4 + %j]", True),
        ("%A[%i, %j]", "%W[%i * 4 + %j]", True),
        ("%A[%i, %j]", "%V[%i * 4 + %j]", True),
        ("%A[%i + 1, %j]", "%V[%i * 4 + %j + 1]", False),
        ("%V[%i * 4 + %j + 4]", "%A[%i, %j + 1]", False),
        ("%V[%i * 4 + %j + 4]", "%V[%i * 4 + %j + 1]", False),
        ("%V[%i * 4 + %j + 1]", "%A[%i, %j]", True),
    ],
)
def test_dependences_through_views(load: str, store: str, allowed: bool) -> None:
    def typed(cell: str) -> str:
        return f"{cell} : memref<{'16' if cell[1] in 'VW' else '4x4'}xi32>"

    body = f"""%a = affine.load {typed(load)}
      %b = arith.addi %a, %x : i32
      affine.store %b, {typed(store)}"""
    if allowed:
        assert "affine.for %j = 0 to 3 {\n      affine.for %i" in after(
            "pad-reorder{loops=j,i}", VIEWS.format(body)
        )
    else:
        with pytest.raises(PadError, match=r"access the same cell of \w+, and would change order"):
            after("pad-reorder{loops=j,i}", VIEWS.format(body))


@pytest.mark.parametrize(("stored", "moves"), [("A", False), ("V", False), ("O", True)])
def test_a_load_through_a_view_does_not_move_over_a_store(stored: str, moves: bool) -> None:
    cell = "%V[%i * 4 + %j] : memref<16xi32>" if stored == "V" else f"%{stored}[%i, %j] : {{}}"
    text = """
func.func @f(%A: {}, %B: {}, %O: {}, %x: i32) {
  %V = memref.collapse_shape %A [[0, 1]] : {} into memref<16xi32>
  affine.for %i = 0 to 3 {
    %l = affine.load %V[%i * 4] : memref<16xi32>
    affine.for %j = 0 to 3 {
      affine.store %x, CELL
      affine.store %l, %B[%j, %i] : {}
    }
  } {pad.stage = "compute"}
  func.return
}""".replace("CELL", cell).replace("{}", "memref<4x4xi32>")
    passes = "pad-sequential-buffer-access{stage=compute buffer=B}"
    if moves:
        assert "affine.for %b0" in after(passes, text)
    else:
        with pytest.raises(PadError, match="computes a value that they use"):
            after(passes, text)
