"""Products that IREE mistakes: of bits, of unsigned numbers, and of half precision."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.dialect.xdsl_compat.syntax.bool_constants import (
    with_bools_as_bits,
    with_bools_as_bytes,
)
from pad_mlir.frontends import from_linalg
from pad_mlir.frontends.stablehlo import is_mistaken
from pad_mlir.runtime import compile
from pad_mlir.upstream.bridge import bindings, from_upstream, new_upstream_context
from pad_mlir.upstream.sized_stablehlo.rewriting import rewrite_for_iree

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

_DOT = (
    "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
    "rhs_contracting_dimensions = [0]>"
)


def _program(left: str, right: str, sums: str, between: str, rows: str = "?") -> str:
    """A product of `x` and `y`, or of what `between` makes of them."""
    x, y, r = f"tensor<{rows}x4x{left}>", f"tensor<4x3x{right}>", f"tensor<{rows}x3x{sums}>"
    factors = re.findall(r"%(\w) = .*-> (\S+)", between)
    names = {"x": ("x", x), "y": ("y", y)} | {k.lower(): (k, type) for k, type in factors}
    (one, first), (other, second) = names["x"], names["y"]
    return f"""
"builtin.module"() ({{
  "func.func"() <{{function_type = ({x}, {y}) -> {r}, sym_name = "f"}}> ({{
  ^bb0(%x: {x}, %y: {y}):
    {between}
    %r = "stablehlo.dot_general"(%{one}, %{other}) <{{{_DOT}}}> : ({first}, {second}) -> {r}
    "func.return"(%r) : ({r}) -> ()
  }}) : () -> ()
}}) : () -> ()"""


def _run(program: str, *arrays: Any) -> Any:
    return np.asarray(compile(from_linalg(rewrite_for_iree(program)))(*arrays))


_BITS = np.arange(20).reshape(5, 4) % 3 == 1


def test_bits_count_as_one() -> None:
    widened = '%X = "stablehlo.convert"(%x) : (tensor<?x4xi1>) -> tensor<?x4xf32>'
    y = np.arange(12, dtype=np.float32).reshape(4, 3)
    expected = _BITS.astype(np.float32) @ y
    assert np.array_equal(_run(_program("i1", "f32", "f32", widened), _BITS, y), expected)


def test_a_product_of_bits_is_whether_any_pair_is_set() -> None:
    y = np.arange(12).reshape(4, 3) % 2 == 0
    found = _run(_program("i1", "i1", "i1", ""), _BITS, y)
    assert np.array_equal(found, (_BITS.astype(int) @ y.astype(int)) > 0)


def test_sums_of_half_precision_are_of_single_precision() -> None:
    x, y = np.full((2, 4), 1, np.float16), np.full((4, 3), 2.0**-11, np.float16)
    y[0] = 1  # in half precision 1 + 2^-11 is 1
    expected = np.full((2, 3), 1 + 3 * 2.0**-11).astype(np.float16)
    assert np.array_equal(_run(_program("f16", "f16", "f16", ""), x, y), expected)


@pytest.mark.parametrize("rows", ["?", "5"])
@pytest.mark.parametrize(
    ("left", "right", "sums", "between"),
    [
        ("ui8", "ui8", "i32", ""),
        ("ui8", "i8", "i32", ""),
        ("ui16", "f32", "f32", ""),
        ("ui8", "ui8", "ui32", ""),
        *(
            ("ui8", "f32", "f32", f'%X = "stablehlo.convert"(%x) : ({x}) -> {to}')
            for x, to in (("tensor<?x4xui8>", "tensor<?x4xf32>"),)
        ),
    ],
)
def test_unsigned_numbers_become_wider_without_a_sign(
    left: str, right: str, sums: str, between: str, rows: str
) -> None:
    text = rewrite_for_iree(_program(left, right, sums, between.replace("?", rows), rows))
    assert ("arith.extui" if sums != "f32" else "arith.uitofp") in text
    assert not re.search(r"stablehlo.convert.*\(tensor<[^<>]*xui\d+>\)", text)


def test_which_programs_are_looked_at() -> None:
    bits = "%0 = stablehlo.convert %a : (tensor<5x4xi1>) -> tensor<5x4xf32>"
    dot = "%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<5x4x{0}>"
    assert is_mistaken(f"{bits}\n{dot.format('f32')}")
    assert is_mistaken(dot.format("ui8"))
    assert is_mistaken(dot.format("bf16"))
    assert not is_mistaken(bits)
    assert not is_mistaken(dot.format("f32"))


@pytest.mark.parametrize("count", [9, 16, 24, 35])
def test_constants_of_bits_are_read_in_either_form(count: int) -> None:
    values = np.random.default_rng(count).integers(0, 2, count).astype(bool)
    as_bytes = f'dense<"0x{values.tobytes().hex().upper()}"> : tensor<{count}xi1>'
    as_bits = with_bools_as_bits(as_bytes)
    assert with_bools_as_bytes(as_bits) == as_bytes
    assert with_bools_as_bits(as_bits) == as_bits
    text = "func.func @f() -> {0} {{ %0 = arith.constant {1}\n func.return %0 : {0} }}"
    ir = bindings("ir")
    type = f"tensor<{count}xi1>"
    upstream = ir.Module.parse(text.format(type, as_bits), new_upstream_context())
    expected = str(parse_module(text.format(type, as_bytes)))
    assert expected.count("true") == values.sum()
    assert str(parse_module(text.format(type, as_bits))) == expected
    assert str(from_upstream(upstream)) == expected
