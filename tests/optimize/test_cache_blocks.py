"""Rows in blocks that the second cache keeps while all columns go by."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.common.diagnostics import collect_remarks
from pad_mlir.passes.optimize.steps import cache_blocks
from pad_mlir.passes.optimize.steps.cache_blocks import block_for_caches
from pad_mlir.passes.vectorize.vector_unit import vector_unit
from pad_mlir.tools.tv import Status, validate

_PRODUCT = """
func.func @product(%A: memref<{m}x{k}xf32>, %B: memref<{k}x{n}xf32>, %C: memref<{m}x{n}xf32>) {{
  affine.for %j = 0 to {n} {{
    affine.for %i = 0 to {m} {{
      affine.for %k = 0 to {k} {{
        %a = affine.load %A[%i, %k] : memref<{m}x{k}xf32>
        %b = affine.load %B[%k, %j] : memref<{k}x{n}xf32>
        %c = affine.load %C[{other}] : memref<{m}x{n}xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<{m}x{n}xf32>
      }}
    }}
  }} {{pad.stage = "product"}}
  func.return
}}
"""


def blocked(
    m: int, n: int, k: int, *, other: str = "%i, %j", cpu: str = "x86-64-v4"
) -> tuple[str, str, list[str]]:
    """The text before and after, and the remarks."""
    text = _PRODUCT.format(m=m, n=n, k=k, other=other)
    module = parse_module(text)
    with collect_remarks() as remarks:
        block_for_caches(module, vector_unit(cpu), "pad-optimize")
    module.verify()
    return text, str(module), [str(remark) for remark in remarks]


def loops(text: str) -> list[str]:
    """What each loop of a text is over, outermost first."""
    lines = [line.strip() for line in text.splitlines() if "affine.for" in line]
    return [line.split("%")[1].split(" {")[0] for line in lines]


def test_rows_that_the_second_cache_does_not_keep() -> None:
    _, after, remarks = blocked(1021, 1021, 1021)
    whole = ["io = 0 to 5", "j = 0 to 1021", "ii = 0 to 176", "k = 0 to 1021"]
    rest = ["j_1 = 0 to 1021", "i = 880 to 1021", "k_1 = 0 to 1021"]
    assert loops(after) == whole + rest
    assert remarks == []


def test_the_cache_keeps_a_block_beside_what_a_wide_tile_takes() -> None:
    """Beside 208 rows it has room for two vectors of each row of a panel, but not for three."""
    text = _PRODUCT.format(m=1021, n=1021, k=1021, other="%i, %j")
    text = text.replace("memref<1021x1021xf32>, %C", "memref<32x1021x32xf32>, %C")
    text = text.replace(
        "%B[%k, %j] : memref<1021x1021xf32>",
        "%B[%j floordiv 32, %k, %j mod 32] : memref<32x1021x32xf32>",
    )
    module = parse_module(text)
    block_for_caches(module, vector_unit("rocketlake:fmas=2:line=9:l1=48:l2=1024"), "pad-optimize")
    assert "ii = 0 to 176" in loops(str(module))


def test_rows_that_it_keeps() -> None:
    for sizes in ((127, 127, 127), (1021, 127, 127), (48, 1021, 1021)):
        before, after, _ = blocked(*sizes)
        assert loops(after) == loops(before)


def test_rows_that_do_not_begin_at_the_first() -> None:
    text = _PRODUCT.format(m=1021, n=1021, k=1021, other="%i, %j").replace("%i = 0", "%i = 3")
    module = parse_module(text)
    block_for_caches(module, vector_unit("x86-64-v4"), "pad-optimize")
    assert loops(str(module)) == loops(text)


def test_few_columns() -> None:
    before, after, _ = blocked(1021, 32, 1021)
    assert loops(after) == loops(before)


def test_dependences_that_forbid_it() -> None:
    before, after, remarks = blocked(1021, 1021, 1021, other="1020 - %i, 1020 - %j")
    assert loops(after) == loops(before)
    assert len(remarks) == 1
    assert "not reordered" in remarks[0]


@pytest.mark.parametrize(("rows", "count"), [(64, 4), (67, 6), (99, 7)])
def test_blocks_do_what_the_loop_did(
    rows: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of so few rows and columns blocks gain nothing.
    monkeypatch.setattr(cache_blocks, "_GAIN", 2.0)
    monkeypatch.setattr(cache_blocks, "_MATTERS", 0.0)
    before, after, _ = blocked(rows, 64, 16, cpu="x86-64-v3:l1=1:l2=8")
    assert len(loops(after)) == count
    verdict = validate(parse_module(before), parse_module(after), budget=2_000_000)
    assert verdict.status is Status.VALID, f"{verdict}"
