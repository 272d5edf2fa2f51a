"""Matmuls of bytes of odd sizes, in groups of four rows and panels, are exact."""

from math import inf

import numpy as np
import pytest
from ml_dtypes import bfloat16

from pad_mlir.schedule import Schedule
from pad_mlir.upstream.processors import host_processor

from .programs import matmul_text

pytest.importorskip("mlir")

SIZES = ((4, 4, 4), (5, 3, 7), (13, 27, 19), (61, 67, 71), (127, 127, 127), (509, 509, 509))

_LEAST_LANES = 4


def _schedule(m: int, n: int, k: int) -> Schedule:
    s = Schedule(matmul_text(m, n, k))
    padded = -(-k // 4) * 4
    if padded != k:
        s.transform_layout("A", "(i, k) -> (i, k)", 0, extents=[m, padded])
    groups = "(k, j) -> (j floordiv 16, k floordiv 4, (j mod 16) * 4 + k mod 4)"
    s.transform_layout("B", groups, 0)
    s.transform_layout("C", "(i, j) -> (j floordiv 16, i, j mod 16)", "undef")
    s.sequential_buffer_access("matmul", "C")
    if padded != k:
        s.split("k", 4)
    s.remove_branching_through_overcompute("matmul", max_waste=inf)
    s.dot_products("matmul")
    s.register_tile("matmul")
    return s


@pytest.mark.parametrize("sizes", SIZES, ids=lambda sizes: "x".join(map(str, sizes)))
def test_it_is_exact(sizes: tuple[int, int, int]) -> None:
    m, n, k = sizes
    s = _schedule(*sizes)
    found = "llvm.call_intrinsic" in str(s) or "amx.tile_muli" in str(s)
    assert found == (n >= _LEAST_LANES)
    rng = np.random.default_rng(k)
    a, b = (rng.integers(-128, 128, shape, dtype=np.int8) for shape in ((m, k), (k, n)))
    a[0], b[:, 0] = -128, -128
    c = np.ones((m, n), np.int32)
    s.compile()(a, b, c)
    assert (c == a.astype(np.int64) @ b.astype(np.int64)).all()


def test_a_layout_is_proposed() -> None:
    s = Schedule(matmul_text(61, 67, 71))
    s.optimize(layouts="auto", target_cpu="native")
    if not any(part in str(s) for part in ("vpdpbusd", "dot.v4i32")):
        pytest.skip("the processor has no dot products of bytes")
    assert "floordiv 4" in str(s)


@pytest.mark.parametrize("flags", ["", "fastmath<fast> "])
@pytest.mark.parametrize("sizes", SIZES[1:4], ids=lambda sizes: "x".join(map(str, sizes)))
def test_bfloats_are_exact_where_their_sums_are(sizes: tuple[int, int, int], flags: str) -> None:
    """Of small integers every sum is exact, in any order; with or without the instruction."""
    m, n, k = sizes
    text = (
        matmul_text(m, n, k)
        .replace("i32", "f32")
        .replace(" 0 :", " 0.0 :")
        .replace("extsi", "extf")
    )
    text = text.replace("xi8>", "xbf16>").replace(": i8 to", ": bf16 to")
    text = text.replace("muli %x, %y", f"mulf %x, %y {flags}")
    s = Schedule(text.replace("addi %c, %p", f"addf %c, %p {flags}"))
    s.transform_layout("A", "(i, k) -> (i, k)", 0.0, extents=[m, k + k % 2])
    pairs = "(k, j) -> (j floordiv 16, k floordiv 2, (j mod 16) * 2 + k mod 2)"
    s.transform_layout("B", pairs, 0.0)
    s.transform_layout("C", "(i, j) -> (j floordiv 16, i, j mod 16)", "undef")
    s.sequential_buffer_access("matmul", "C")
    s.split("k", 2)
    s.remove_branching_through_overcompute("matmul", max_waste=inf)
    s.dot_products("matmul", target_cpu="znver4")
    assert ("dpbf16ps" in str(s)) == (n >= _LEAST_LANES and bool(flags))
    s.register_tile("matmul", target_cpu="znver4")
    if "+avx512bf16" not in host_processor().features:
        pytest.skip("this machine lacks the instruction")
    rng = np.random.default_rng(k)
    a, b = (rng.integers(-128, 129, shape).astype(bfloat16) for shape in ((m, k), (k, n)))
    c = np.ones((m, n), np.float32)
    s.compile()(a, b, c)
    assert (c == a.astype(np.float64) @ b.astype(np.float64)).all()
