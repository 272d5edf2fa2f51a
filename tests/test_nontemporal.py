"""Which stores go past the caches, and which may be read soon, or written in parts."""

from __future__ import annotations

import pytest
from xdsl.dialects import func, vector

from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.host.nontemporal import bypass_caches

TYPE = "memref<64x64xf32>"
FLAT = "memref<4096xf32>"
BYTES = 4 * 64 * 64


def bypassing(body: str, threshold: int = BYTES - 1, *, distinct: bool = True) -> list[bool]:
    """Of each vector store of these lines, whether it goes past the caches."""
    module = parse_module(f"""
memref.global @G : {TYPE} = uninitialized
func.func private @g({TYPE})
func.func @f(%A: {TYPE}, %B: {TYPE}, %D: memref<?x64xf32>, %v: vector<16xf32>, %h: vector<8xf32>,
             %w: vector<[4]xf32>, %N: memref<4096xindex>, %s: vector<8xindex>,
             %c: index, %x: f32) {{
  {body}
  func.return
}}
""")
    functions = [op for op in module.ops if isinstance(op, func.FuncOp)]
    bypass_caches(module, functions if distinct else [], threshold)
    stores = operations_of(module, vector.StoreOp)
    return [bool(store.nontemporal.value.data) for store in stores]


def nest(store: str, outer: str = "%i = 0 to 64", inner: str = "%j = 0 to 64 step 16") -> str:
    return f"""affine.for {outer} {{
    affine.for {inner} {{
      {store}
    }}
  }}"""


def store(at: str = "%i, %j", type: str = TYPE, buffer: str = "%A", alignment: str = "64") -> str:
    where = f"{{alignment = {alignment} : i64}}" if alignment else ""
    return f"vector.store %v, {buffer}[{at}] {where} : {type}, vector<16xf32>"


def half(at: str = "%i, %j", alignment: int = 32) -> str:
    where = f"{{alignment = {alignment} : i64}}"
    return f"vector.store %h, %A[{at}] {where} : {TYPE}, vector<8xf32>"


PLAIN = nest(store())
TILE = "%j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 16)>(%i)"
ROWS = f"""memref.expand_shape %A [[0, 1], [2]] output_shape [8, 8, 64]
      : {TYPE} into memref<8x8x64xf32>"""
ALLOC, FREE = f"%L = memref.alloc() : {TYPE}", f"memref.dealloc %L : {TYPE}"
LOCAL = nest(store(buffer="%L"))
COLUMNS = f"memref.collapse_shape %A [[0, 1]] : {TYPE} into {FLAT}"
PAST = {
    "each cell once": PLAIN,
    "in another order": nest(store("%j, %i"), "%i = 0 to 64 step 16", "%j = 0 to 64"),
    "indices that are computed": nest(f"%k = arith.addi %j, %c : index\n {store('%i, %k')}"),
    "loops in tiles": nest(store("%j, %c"), "%i = 0 to 64 step 16", TILE),
    "half a line after another": nest(half(), inner="%j = 0 to 64 step 8"),
    "what is allocated": f"{ALLOC}\n {LOCAL}",
    "what is freed": f"{ALLOC}\n {LOCAL}\n {FREE}",
    "what is copied to": f"memref.copy %B, %A : {TYPE} to {TYPE}\n {PLAIN}",
    "a view": f"""%F = {COLUMNS}
    affine.for %i = 0 to 4096 step 16 {{
      {store("%i", FLAT, "%F")}
    }}""",
    "beside another buffer that is read": f"%y = affine.load %B[0, 0] : {TYPE}\n {PLAIN}",
    "half a line after another, at once": f"""
    affine.parallel (%i, %j) = (0, 0) to (64, 64) step (1, 8) {{
      {half()}
    }}""",
    "no loop": store("%c, %c"),
    "more than is aligned": nest(store(alignment="128")),
}
IN_CACHES = {
    "nothing stated": nest(store(alignment="")),
    "stated too small": nest(store(alignment="32")),
    "the same cells again": nest(store("%j, %j")),
    "the same cells again, inside": nest(store("%i, %i"), "%i = 0 to 64 step 16"),
    "what is read": f"{PLAIN}\n %y = affine.load %A[0, 0] : {TYPE}",
    "what a view reads": f"%F = {COLUMNS}\n {PLAIN}\n %y = affine.load %F[0] : {FLAT}",
    "what the second view reads": f"""%F = {COLUMNS}
    %R = {ROWS}
    affine.store %x, %R[0, 0, 0] : memref<8x8x64xf32>
    {PLAIN}
    %y = affine.load %F[0] : {FLAT}""",
    "what is copied from": f"{PLAIN}\n memref.copy %A, %B : {TYPE} to {TYPE}",
    "what is passed on": f"{PLAIN}\n func.call @g(%A) : ({TYPE}) -> ()",
    "what gets another name": f"""%S = memref.subview %A[0, 0][32, 64][1, 1]
      : {TYPE} to memref<32x64xf32, strided<[64, 1]>>
    {PLAIN}""",
    "half lines apart": nest(half("%j, %i"), "%i = 0 to 64 step 8", "%j = 0 to 64"),
    "half a line, in no loop": half("%c, %c"),
    "on the stack": f"%L = memref.alloca() : {TYPE}\n {nest(store(buffer='%L'))}",
    "a global": f"%L = memref.get_global @G : {TYPE}\n {nest(store(buffer='%L'))}",
    "of any size": nest(store(type="memref<?x64xf32>", buffer="%D")),
    "indices, of a size that is not known": """
    vector.store %s, %N[%c] {alignment = 64 : i64} : memref<4096xindex>, vector<8xindex>""",
    "a vector of any size": f"""vector.store %w, %A[%c, %c] {{alignment = 64 : i64}}
      : {TYPE}, vector<[4]xf32>""",
}


@pytest.mark.parametrize("body", PAST.values(), ids=PAST)
def test_past_the_caches(body: str) -> None:
    assert bypassing(body) == [True]


@pytest.mark.parametrize("body", IN_CACHES.values(), ids=IN_CACHES)
def test_in_the_caches(body: str) -> None:
    assert bypassing(body) == [False]


def test_only_what_is_larger_than_the_threshold() -> None:
    assert bypassing(PLAIN, BYTES) == [False]


def test_only_where_arguments_share_no_memory() -> None:
    assert bypassing(PLAIN, distinct=False) == [False]


def test_one_store_or_the_other() -> None:
    both = nest(f"{store()}\n {store(buffer='%B')}")
    assert bypassing(f"{both}\n %y = affine.load %A[0, 0] : {TYPE}") == [False, True]
