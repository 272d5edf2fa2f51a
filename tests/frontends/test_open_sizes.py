"""StableHLO with sizes known at run time: what becomes linalg before IREE lowers the rest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pad_mlir.frontends import from_linalg
from pad_mlir.runtime import compile
from pad_mlir.upstream.sized_stablehlo.rewriting import rewrite_for_iree

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

_SIZE = '"stablehlo.get_dimension_size"(%{0}) <{{dimension = {1} : i64}}> : ({2}) -> tensor<i32>'
_PIECE = '"stablehlo.reshape"(%{0}) : (tensor<i32>) -> tensor<1xi32>'


def program_of(arguments: str, result: str, body: str) -> str:
    """A function in the generic form; `arguments` are `x: tensor<..>`."""
    types = ", ".join(part.split(": ")[1] for part in arguments.split("; "))
    block = ", ".join(f"%{part}" for part in arguments.split("; "))
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    return f"""
"builtin.module"() ({{
  "func.func"() <{{function_type = ({types}) -> {result}, sym_name = "f"}}> ({{
  ^bb0({block}):
{lines}
    "func.return"(%r) : ({result}) -> ()
  }}) : () -> ()
}}) : () -> ()"""


def _size(name: str, of: str, axis: int, type: str) -> str:
    return f"%{name} = {_SIZE.format(of, axis, type)}\n%{name}1 = {_PIECE.format(name)}\n"


def _shape(name: str, *parts: str | int) -> str:
    """A shape of sizes and constants."""
    lines, pieces = list[str](), list[str]()
    for k, part in enumerate(parts):
        if isinstance(part, int):
            lines.append(
                f'%{name}_{k} = "stablehlo.constant"() <{{value = dense<{part}> : tensor<1xi32>}}>'
                " : () -> tensor<1xi32>"
            )
        pieces.append(f"%{name}_{k}" if isinstance(part, int) else f"%{part}1")
    types = ", ".join(["tensor<1xi32>"] * len(parts))
    lines.append(
        f'%{name} = "stablehlo.concatenate"({", ".join(pieces)}) <{{dimension = 0 : i64}}>'
        f" : ({types}) -> tensor<{len(parts)}xi32>"
    )
    return "\n".join(lines) + "\n"


def _run(program: str, *arrays: Any) -> Any:
    module = from_linalg(rewrite_for_iree(program))
    return np.asarray(compile(module)(*arrays))


def _values(*shape: int) -> Any:
    return np.random.default_rng(3).standard_normal(shape).astype(np.float32)


def _reshape(given: str, wanted: str, *parts: str | int) -> str:
    body = "".join(
        _size(f"s{axis}", "x", axis, given)
        for axis, size in enumerate(given[7:-1].split("x"))
        if size == "?"
    )
    body += _shape("shape", *parts)
    body += f'%r = "stablehlo.dynamic_reshape"(%x, %shape) : ({given}, tensor<{len(parts)}xi32>)'
    return program_of(f"x: {given}", wanted, f"{body} -> {wanted}")


@pytest.mark.parametrize(
    ("given", "wanted", "parts", "shapes", "kinds"),
    [
        ("?x5x7xf32", "?x35xf32", ("s0", 35), ((3, 5, 7), (3, 35)), ["collapse_shape"]),
        ("?x35xf32", "?x5x7xf32", ("s0", 5, 7), ((3, 35), (3, 5, 7)), ["expand_shape"]),
        ("?x7xf32", "?x1x7x1xf32", ("s0", 1, 7, 1), ((3, 7), (3, 1, 7, 1)), ["expand_shape"]),
        (
            *("?x?x6xf32", "?x?x2x3xf32", ("s0", "s1", 2, 3), ((4, 5, 6), (4, 5, 2, 3))),
            ["expand_shape"],
        ),
        (
            *("?x?x6xf32", "?x?x6xf32", ("s1", "s0", 6), ((4, 9, 6), (9, 4, 6))),
            ["collapse_shape", "extract"],
        ),
    ],
)
def test_reshapes(
    given: str,
    wanted: str,
    parts: tuple[str | int, ...],
    shapes: tuple[tuple[int, ...], tuple[int, ...]],
    kinds: list[str],
) -> None:
    program = _reshape(f"tensor<{given}>", f"tensor<{wanted}>", *parts)
    text = rewrite_for_iree(program)
    assert "stablehlo" not in text
    all_kinds = ("collapse_shape", "expand_shape", "extract")
    assert [kind for kind in all_kinds if f"tensor.{kind}" in text] == kinds
    x = _values(*shapes[0])
    assert np.array_equal(_run(program, x), x.reshape(shapes[1]))


def test_a_broadcast_of_a_size_that_is_asserted_to_be_another() -> None:
    """Of axes that may be 1 or not, only those that are shown to be one or the other are taken."""
    pieces = _size("s", "x", 0, "tensor<?x3xf32>") + _size("t", "y", 0, "tensor<?xf32>")
    equal = (
        '%same = "stablehlo.compare"(%s, %t) <{comparison_direction = #stablehlo<comparison_'
        'direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"stablehlo.custom_call"(%same)'
        ' <{call_target_name = "shape_assertion"}> : (tensor<i1>) -> ()\n'
    )
    last = _shape("shape", "s", 3) + (
        '%r = "stablehlo.dynamic_broadcast_in_dim"(%y, %shape) <{broadcast_dimensions = '
        "array<i64: 0>}> : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x3xf32>"
    )
    arguments, result = "x: tensor<?x3xf32>; y: tensor<?xf32>", "tensor<?x3xf32>"
    unknown = program_of(arguments, result, pieces + last)
    assert "stablehlo.dynamic_broadcast_in_dim" in rewrite_for_iree(unknown)
    known = rewrite_for_iree(program_of(arguments, result, pieces + equal + last))
    assert "dynamic_broadcast_in_dim" not in known
    assert "linalg.generic" in known


def test_asserted_sizes_are_those_of_each_call() -> None:
    """Also where no access would be out of bounds."""
    pieces = _size("s", "x", 0, "tensor<?xf32>") + _size("t", "y", 0, "tensor<?xf32>")
    assertion = (
        '%same = "stablehlo.compare"(%s, %t) <{comparison_direction = #stablehlo<comparison_'
        'direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"stablehlo.custom_call"(%same)'
        ' <{call_target_name = "shape_assertion", error_message = "Found {0} (= {1}) for b. Using '
        'the following polymorphic shapes specifications: {2}"}> : (tensor<i1>) -> ()\n'
    )
    last = (
        '%both = "stablehlo.add"(%s, %t) : (tensor<i32>, tensor<i32>) -> tensor<i32>\n'
        '%n = "stablehlo.reshape"(%both) : (tensor<i32>) -> tensor<1xi32>\n'
        '%zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>\n'
        '%r = "stablehlo.dynamic_broadcast_in_dim"(%zero, %n) <{broadcast_dimensions = '
        "array<i64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>"
    )
    arguments, result = "x: tensor<?xf32>; y: tensor<?xf32>", "tensor<?xf32>"
    program = program_of(arguments, result, pieces + assertion + last)
    assert 'msg = "Found for b"' in rewrite_for_iree(program)


def test_a_product_with_batch_and_two_sums() -> None:
    left, right, result = "tensor<?x4x5x6xf32>", "tensor<6x5x?x7xf32>", "tensor<?x4x7xf32>"
    numbers = (
        "#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [2], "
        "lhs_contracting_dimensions = [2, 3], rhs_contracting_dimensions = [1, 0]>"
    )
    line = f'%r = "stablehlo.dot_general"(%x, %y) <{{dot_dimension_numbers = {numbers}}}>'
    body = f"{line} : ({left}, {right}) -> {result}"
    program = program_of(f"x: {left}; y: {right}", result, body)
    x, y = _values(3, 4, 5, 6), _values(6, 5, 3, 7)
    expected = np.einsum("bmij,jibn->bmn", x, y)
    np.testing.assert_allclose(_run(program, x, y), expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("start", [-4, 0, 2, 9])
def test_an_update_is_moved_into_the_tensor(start: int) -> None:
    type, part, number = "tensor<?x3xf32>", "tensor<2x3xf32>", "tensor<i32>"
    body = (
        f'%zero = "stablehlo.constant"() <{{value = dense<0> : {number}}}> : () -> {number}\n'
        f'%r = "stablehlo.dynamic_update_slice"(%x, %y, %at, %zero) : ({type}, {part}, {number}, '
        f"{number}) -> {type}"
    )
    program = program_of(f"x: {type}; y: {part}; at: {number}", type, body)
    x, y = _values(6, 3), _values(2, 3)
    expected, first = x.copy(), min(max(start, 0), 4)
    expected[first : first + 2] = y
    assert np.array_equal(_run(program, x, y, np.asarray(start, np.int32)), expected)


def test_gathers_are_moved_into_the_tensor() -> None:
    """Rows at places, each two columns wide, of which the last ones are beyond the end."""
    numbers = (
        "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
        "start_index_map = [0, 1], index_vector_dim = 1>"
    )
    types = "(tensor<?x5xf32>, tensor<?x2xi32>) -> tensor<?x2xf32>"
    line = f'%r = "stablehlo.gather"(%x, %at) <{{dimension_numbers = {numbers}, slice_sizes = '
    body = f"{line}array<i64: 1, 2>}}> : {types}"
    program = program_of("x: tensor<?x5xf32>; at: tensor<?x2xi32>", "tensor<?x2xf32>", body)
    x, at = _values(6, 5), np.array([[0, 0], [5, 3], [7, 4], [-1, -2]], np.int32)
    expected = [x[0, 0:2], x[5, 3:5], x[5, 3:5], x[0, 0:2]]
    assert np.array_equal(_run(program, x, at), expected)


def test_a_tensor_turned_round() -> None:
    line = '%r = "stablehlo.reverse"(%x) <{dimensions = array<i64: 0, 2>}> : '
    program = program_of(
        "x: tensor<?x3x4xf32>",
        "tensor<?x3x4xf32>",
        f"{line}(tensor<?x3x4xf32>) -> tensor<?x3x4xf32>",
    )
    x = _values(5, 3, 4)
    assert np.array_equal(_run(program, x), x[::-1, :, ::-1])


@pytest.mark.parametrize("groups", [1, 2])
def test_a_convolution_with_steps_and_a_border(groups: int) -> None:
    weights = f"tensor<3x2x{4 // groups}x6xf32>"
    line = (
        '%r = "stablehlo.convolution"(%x, %w) <{batch_group_count = 1 : i64, dimension_numbers = '
        "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = "
        f"{groups} : i64, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>, rhs_dilation = "
        "array<i64: 2, 1>, window_strides = array<i64: 1, 2>}> : "
    )
    body = f"{line}(tensor<1x?x?x4xf32>, {weights}) -> tensor<1x?x?x6xf32>"
    arguments = f"x: tensor<1x?x?x4xf32>; w: {weights}"
    program = program_of(arguments, "tensor<1x?x?x6xf32>", body)
    x, w = _values(1, 7, 8, 4), _values(3, 2, 4 // groups, 6)
    padded = np.pad(x[0], ((1, 2), (0, 1), (0, 0)))
    expected = np.zeros((1, 7 + 3 - 4, (8 + 1 - 2) // 2 + 1, 6), np.float32)
    for row, column in np.ndindex(expected.shape[1:3]):
        window = padded[row : row + 5 : 2, 2 * column : 2 * column + 2]
        for feature in range(6):
            group = feature // (6 // groups) * (4 // groups)
            part = window[:, :, group : group + 4 // groups]
            expected[0, row, column, feature] = (part * w[..., feature]).sum()
    np.testing.assert_allclose(_run(program, x, w), expected, rtol=1e-4, atol=1e-5)


def test_what_a_loop_carries_has_the_size_that_it_begins_with() -> None:
    """Its loops have bounds that affine loops may have, also in a loop within a loop."""
    text = """
      func.func @f(%x: tensor<?x3xf32>, %n: index) -> tensor<?x3xf32> {
        %zero = arith.constant 0 : index
        %one = arith.constant 1 : index
        %r = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> tensor<?x3xf32> {
          %s = scf.for %j = %zero to %n step %one iter_args(%b = %a) -> tensor<?x3xf32> {
            %size = tensor.dim %b, %zero : tensor<?x3xf32>
            %new = tensor.empty(%size) : tensor<?x3xf32>
            %sum = linalg.add ins(%a, %b : tensor<?x3xf32>, tensor<?x3xf32>) outs(%new : tensor<?x3xf32>) -> tensor<?x3xf32>
            scf.yield %sum : tensor<?x3xf32>
          }
          scf.yield %s : tensor<?x3xf32>
        }
        return %r : tensor<?x3xf32>
      }"""  # noqa: E501
    x = _values(4, 3)
    result = np.asarray(compile(from_linalg(text))(x, 2))
    np.testing.assert_allclose(result, 9 * x, rtol=1e-6)
