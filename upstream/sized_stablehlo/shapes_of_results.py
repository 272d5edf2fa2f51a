"""The sizes of results, of the operations that JAX and IREE make of models."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import Any, Protocol, TypeAlias

from ...index.expr import Expr, lift
from ..bridge import bindings

Shape: TypeAlias = tuple[Expr, ...]

_OF_FIRST = ("dynamic_update_slice", "reverse")
_OF_LAST = ("dynamic_broadcast_in_dim", "dynamic_reshape", "dynamic_iota")
_ELEMENTWISE = {
    *("abs", "add", "and", "atan2", "bitcast_convert", "cbrt", "ceil", "clamp", "compare"),
    *("convert", "cosine", "count_leading_zeros", "divide", "exponential", "floor", "is_finite"),
    *("exponential_minus_one", "log", "log_plus_one", "logistic", "maximum", "minimum", "multiply"),
    *("negate", "not", "or", "popcnt", "power", "reduce_precision", "remainder", "rsqrt", "select"),
    *("round_nearest_afz", "round_nearest_even", "shift_left", "shift_right_arithmetic", "sign"),
    *("shift_right_logical", "sine", "sqrt", "subtract", "tan", "tanh", "xor"),
}


class KnownSizes(Protocol):
    """What is known of other values."""

    def of(self, value: Any) -> Shape: ...
    def numbers(self, value: Any) -> Shape: ...
    def is_kept(self, loop: Any, number: int) -> bool: ...


def shape_of_result(known: KnownSizes, value: Any) -> Shape | None:
    """Return the sizes of a tensor by the operation that makes it, None if that does not say."""
    ir = bindings("ir")
    if isinstance(value.owner, ir.Block):
        return _carried(known, value.owner.owner, ir.BlockArgument(value).arg_number - 1)
    op = value.owner.operation
    name = op.name.removeprefix("stablehlo.")
    if name == "scf.for":
        return _carried(known, op, ir.OpResult(value).result_number)
    if name in _OF_FIRST:
        return known.of(op.operands[0])
    if name in _OF_LAST:
        return known.numbers(op.operands[len(op.operands) - 1])
    if name in _ELEMENTWISE:
        return _of_operands(known, op)
    match name:
        case "transpose":
            shape = known.of(op.operands[0])
            return tuple(shape[axis] for axis in numbers_of(op, "permutation"))
        case "reduce":
            gone = numbers_of(op, "dimensions")
            shape = known.of(op.operands[0])
            return tuple(size for axis, size in enumerate(shape) if axis not in gone)
        case "dot_general":
            return _of_product(known, op)
        case "convolution" | "dynamic_conv":
            return _convolved(known, op)
        case "concatenate":
            return _concatenated(known, op)
        case "real_dynamic_slice":
            starts, stops, steps = (known.numbers(operand) for operand in list(op.operands)[1:])
            parts = zip(starts, stops, steps, strict=True)
            return tuple((stop - start + step - 1) // step for start, stop, step in parts)
        case "slice":
            names = ("start_indices", "limit_indices", "strides")
            parts = zip(*(numbers_of(op, name) for name in names), strict=True)
            return tuple(lift(-((start - stop) // step)) for start, stop, step in parts)
        case "pad":
            names = ("edge_padding_low", "edge_padding_high", "interior_padding")
            borders = zip(*(numbers_of(op, name) for name in names), strict=True)
            sizes = zip(known.of(op.operands[0]), borders, strict=True)
            return tuple(size + low + high for size, (low, high, _) in sizes)
        case _:
            return None


def numbers_of(op: Any, name: str) -> list[int]:
    """The numbers of an attribute that is an array of integers."""
    return [int(number) for number in op.attributes[name]]


def lists_of(op: Any, name: str) -> dict[str, list[int]]:
    """The lists of integers in an attribute of StableHLO, which is text here."""
    found = re.findall(r"(\w+) = \[([\d, ]*)\]", str(op.attributes[name]))
    return {key: [int(number) for number in text.split(",") if number] for key, text in found}


def contracted(op: Any) -> tuple[list[int], list[int], list[int], list[int]]:
    """The batch axes of both operands of a product, then the axes that are summed over."""
    lists = lists_of(op, "dot_dimension_numbers")
    names = [f"{side}_{kind}_dimensions" for kind in ("batching", "contracting") for side in "lr"]
    one, two, three, four = (lists.get(f"{n[0]}hs{n[1:]}", []) for n in names)
    return one, two, three, four


def axes_of_convolution(op: Any) -> list[list[str]]:
    """What the axes of input, weights and output are: `b`, `f`, `i`, `o`, or the k-th of places."""
    text = str(op.attributes["dimension_numbers"])
    return [part.split(", ") for part in re.findall(r"\[([^\]]*)\]", text)]


def border_of_convolution(known: KnownSizes, op: Any) -> Shape:
    """The width of the border before and after each place in turn."""
    ir = bindings("ir")
    if len(op.operands) > 2:
        return known.numbers(op.operands[2])
    if "padding" not in op.attributes:
        return (lift(0),) * (2 * (op.operands[0].type.rank - 2))
    return tuple(lift(int(n)) for n in ir.DenseIntElementsAttr(op.attributes["padding"]))


def optional_numbers(op: Any, name: str) -> list[int]:
    """The numbers of an attribute, which is one or an array; none if it is not there."""
    if name not in op.attributes:
        return []
    ir, attribute = bindings("ir"), op.attributes[name]
    return [attribute.value] if isinstance(attribute, ir.IntegerAttr) else numbers_of(op, name)


def windows(
    shape: Sequence[Expr],
    window: Sequence[Expr],
    steps: Sequence[int],
    spread: Sequence[int],
    border: Sequence[Expr],
) -> Shape:
    """How many windows an input has, by the axes of windows."""
    found = list[Expr]()
    for axis, (size, width) in enumerate(zip(shape, window, strict=True)):
        wide = size + border[2 * axis] + border[2 * axis + 1]
        found.append((wide - (width - 1) * spread[axis] - 1) // steps[axis] + 1)
    return tuple(found)


def _convolved(known: KnownSizes, op: Any) -> Shape | None:
    inputs, weights, outputs = axes_of_convolution(op)
    if any(n != 1 for n in optional_numbers(op, "lhs_dilation")):
        return None
    left, right = map(known.of, list(op.operands)[:2])
    places = [k for k in outputs if k.isdigit()]
    ones = [1] * len(places)
    steps = optional_numbers(op, "window_strides") or ones
    spread = optional_numbers(op, "rhs_dilation") or ones
    shape = [left[inputs.index(str(k))] for k in range(len(places))]
    window = [right[weights.index(str(k))] for k in range(len(places))]
    counts = windows(shape, window, steps, spread, border_of_convolution(known, op))
    of = {str(k): count for k, count in enumerate(counts)}
    groups = (optional_numbers(op, "batch_group_count") or [1])[0]
    of |= {"b": left[inputs.index("b")] // groups, "f": right[weights.index("o")]}
    return tuple(of[kind] for kind in outputs)


def _of_operands(known: KnownSizes, op: Any) -> Shape | None:
    ranked = [operand for operand in op.operands if operand.type.rank == op.result.type.rank]
    shapes = [known.of(operand) for operand in ranked]
    # The one that says most: all of them are the same.
    return tuple(min(sizes, key=_complexity) for sizes in zip(*shapes, strict=True)) or None


def _complexity(expr: Expr) -> tuple[bool, int, str]:
    return expr.constant is None, len(str(expr)), str(expr)


def _of_product(known: KnownSizes, op: Any) -> Shape:
    left, right = map(known.of, op.operands)
    left_batch, right_batch, left_sum, right_sum = contracted(op)
    free = [size for k, size in enumerate(left) if k not in (*left_batch, *left_sum)]
    free += [size for k, size in enumerate(right) if k not in (*right_batch, *right_sum)]
    return (*(left[k] for k in left_batch), *free)


def _concatenated(known: KnownSizes, op: Any) -> Shape:
    axis: int = bindings("ir").IntegerAttr(op.attributes["dimension"]).value
    shapes: Sequence[Shape] = [known.of(operand) for operand in op.operands]
    total = reduce(add, (shape[axis] for shape in shapes))
    return (*shapes[0][:axis], total, *shapes[0][axis + 1 :])


def _carried(known: KnownSizes, loop: Any, number: int) -> Shape | None:
    """The sizes of what a loop carries, which are those that it begins with if it keeps them."""
    if loop.name != "scf.for" or number < 0 or not known.is_kept(loop, number):
        return None
    return known.of(loop.operands[3 + number])
