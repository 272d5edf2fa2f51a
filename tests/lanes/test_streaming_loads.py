"""Which loads go through memory once: they meet no cell again, and more cells than a cache has."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, vector

from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.vectorize.streaming_loads import is_stream


def stream(load: str, *bounds: str, buffer: str = "memref<1024x1024xf32>") -> bool:
    """Of a load in loops %i, %j and %k with these bounds; `TYPE` in it is the buffer's."""
    loops = "".join(
        f"affine.for %{name} = {bound} {{\n" for name, bound in zip("ijk", bounds, strict=False)
    )
    text = f"""
func.func @f(%A: {buffer}, %t: memref<4xindex>, %n: index) {{
  %zero = arith.constant 0 : index
  %at = memref.load %t[%zero] : memref<4xindex>
  {loops}
    %v = {load.replace("TYPE", buffer)}
  {"}" * len(bounds)}
  func.return
}}
"""
    module = parse_module(text)
    (found,) = (op for op in module.walk() if isinstance(op, affine.LoadOp | vector.LoadOp))
    (function,) = module.ops
    return is_stream(found, InstanceReader(function.regions[0].blocks[0]))


SCALAR = "affine.load %A[%i, %j] : TYPE"
VECTOR = "vector.load %A[%i, %j] : TYPE, vector<8xf32>"


@pytest.mark.parametrize(
    ("load", "bounds", "is_so"),
    [
        (SCALAR, ("0 to 1024", "0 to 1024"), True),
        (VECTOR, ("0 to 1024", "0 to 1024 step 8"), True),
        # Neighbours overlap.
        (VECTOR, ("0 to 1024", "0 to 1016 step 4"), False),
        # A loop that does not move it.
        (SCALAR, ("0 to 1024", "0 to 1024", "0 to 2"), False),
        ("affine.load %A[%j, %i] : TYPE", ("0 to 1024", "0 to 1024"), True),
        # Rows of the same cells.
        ("affine.load %A[0, %i + %j] : TYPE", ("0 to 512", "0 to 512"), False),
        # A loop of any number of iterations has many.
        (SCALAR, ("0 to %n", "0 to 1024"), True),
        (SCALAR, ("0 to 1024", "0 to %n"), False),
        # The cell may be any.
        ("vector.load %A[%at, %j] : TYPE, vector<8xf32>", ("0 to 1024", "0 to 1024 step 8"), False),
    ],
)
def test_what_is_met_again(load: str, bounds: tuple[str, ...], is_so: bool) -> None:
    assert stream(load, *bounds) == is_so


@pytest.mark.parametrize(
    ("buffer", "rows", "is_so"),
    [
        # 512 KiB are 128 rows of 1024 f32.
        ("memref<1024x1024xf32>", 128, False),
        ("memref<1024x1024xf32>", 129, True),
        ("memref<1024x1024xf16>", 129, False),
        ("memref<1024x1024xf16>", 257, True),
        ("memref<1024x1024xi8>", 1024, True),
        ("memref<1024x1024xindex>", 1024, False),
        ("memref<1024x?xf32>", 128, False),
        ("memref<1024x?xf32>", 129, True),
        ("memref<1024x1024xf32, strided<[2048, 1]>>", 129, True),
        ("memref<1024x1024xf32, strided<[2048, 2]>>", 129, False),
    ],
)
def test_what_a_cache_holds(buffer: str, rows: int, is_so: bool) -> None:
    assert stream(SCALAR, f"0 to {rows}", "0 to 1024", buffer=buffer) == is_so


@pytest.mark.parametrize(
    ("buffer", "bounds", "is_so"),
    [
        ("memref<?x?xf32>", ("0 to %n", "0 to %n"), True),
        ("memref<?x?xf32>", ("0 to %n", "0 to 8"), True),
        ("memref<?x?xf32>", ("0 to 8", "0 to 8"), False),
        # A loop that does not move it.
        ("memref<?x?xf32>", ("0 to %n", "0 to %n", "0 to %n"), False),
        # No more than there is.
        ("memref<?x16xf32>", ("0 to %n", "0 to 16"), True),
        ("memref<16x16xf32>", ("0 to %n", "0 to 16"), False),
    ],
)
def test_sizes_that_are_known_at_run_time(
    buffer: str, bounds: tuple[str, ...], is_so: bool
) -> None:
    assert stream(SCALAR, *bounds, buffer=buffer) == is_so


def test_rows_that_meet_in_one_axis() -> None:
    buffer = "memref<?x?xf32>"
    assert (
        stream("affine.load %A[%i, %i + %j] : TYPE", "0 to %n", "0 to %n", buffer=buffer) is False
    )
