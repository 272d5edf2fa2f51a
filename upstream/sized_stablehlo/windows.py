"""Convolutions and reductions of windows whose borders are known at run time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...index.expr import Expr, lift
from ..bridge import bindings
from .building import create, element
from .products import sum_of_products, zero_of
from .shapes_of_results import axes_of_convolution, border_of_convolution, optional_numbers
from .sizes import Sizes

_WINDOW = "stablehlo.dynamic_reduce_window"
_OF_WINDOWS = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")


def lower_convolution(op: Any, sizes: Sizes) -> Any:
    """
    The sums over windows of an input with a border around it.

    None where sizes are constant but for the batch and there are no groups, which IREE lowers, and
    for what is not taken: batch groups, dilated inputs, reversed windows.
    """
    left, right, result = op.operands[0], op.operands[1], op.results[0]
    inputs, weights, outputs = axes_of_convolution(op)
    window = [k for k in weights if k.isdigit()]
    places = [left.type.is_dynamic_dim(inputs.index(k)) for k in window]
    places += [result.type.is_dynamic_dim(outputs.index(k)) for k in window]
    other = (*optional_numbers(op, "lhs_dilation"), *optional_numbers(op, "batch_group_count"))
    groups = optional_numbers(op, "feature_group_count") or [1]
    if (
        (not any(places) and groups == [1])
        or any(n != 1 for n in other)
        or any(optional_numbers(op, "window_reversal"))
    ):
        return None
    numbers, zero = border_of_convolution(sizes, op), zero_of(left.type.element_type)
    if zero is None or zero_of(result.type.element_type) is None:
        return None
    borders = [(lift(0), lift(0))] * len(inputs)
    for axis, kind in enumerate(inputs):
        if kind.isdigit():
            borders[axis] = numbers[2 * int(kind)], numbers[2 * int(kind) + 1]
    padded = _padded(left, borders, zero, sizes)
    if padded is None:
        return None
    channels = right.type.shape[weights.index("i")]
    features = right.type.shape[weights.index("o")] // groups[0]
    steps = optional_numbers(op, "window_strides") or [1] * len(window)
    spread = optional_numbers(op, "rhs_dilation") or [1] * len(window)
    rank = len(outputs)
    loops = {kind: f"d{k}" for k, kind in enumerate(outputs)}
    inner = {kind: f"d{rank + k}" for k, kind in enumerate(("i", *window))}
    channel = inner["i"]
    if groups[0] > 1:
        channel = f"({loops['f']} floordiv {features}) * {channels} + {channel}"
    places = {k: f"{loops[k]} * {steps[int(k)]} + {inner[k]} * {spread[int(k)]}" for k in window}
    of_left = {**places, "b": loops["b"], "f": channel}
    of_right = {**inner, "o": loops["f"]}
    names = ", ".join(f"d{k}" for k in range(rank + len(inner)))
    terms = [[of_left[k] for k in inputs], [of_right[k] for k in weights], [*loops.values()]]
    maps = [f"({names}) -> ({', '.join(term)})" for term in terms]
    return sum_of_products(padded, right, result.type, maps, sizes.of(result), sizes)


def lower_call(op: Any, sizes: Sizes) -> Any:
    """A reduction of windows of constant sizes, over an input with a border; else None."""
    ir = bindings("ir")
    if _WINDOW not in str(op.attributes["call_target_name"]) or len(op.operands) != 7:
        return None
    operand, start, *parts = op.operands
    window, steps, base, dilation, border = (sizes.numbers(part) for part in parts)
    constants = [[number.constant for number in part] for part in (window, steps, base, dilation)]
    if None in (n for part in constants for n in part):
        return None
    attributes = {
        name: ir.DenseI64ArrayAttr.get(numbers)
        for name, numbers in zip(_OF_WINDOWS, constants, strict=True)
    }
    called = ir.ArrayAttr(op.attributes["called_computations"])[0]
    body = _function(op, ir.FlatSymbolRefAttr(called).value)
    return _reduced(op, operand, start, attributes, border, body, sizes)


def lower_window(op: Any, sizes: Sizes) -> Any:
    """A reduction of windows over an input that has the border; None if there is none."""
    ir = bindings("ir")
    if len(op.operands) != 2 or "padding" not in op.attributes:
        return None
    border = [lift(int(n)) for n in ir.DenseIntElementsAttr(op.attributes["padding"])]
    if all(width.constant == 0 for width in border):
        return None
    attributes = {name: op.attributes[name] for name in _OF_WINDOWS if name in op.attributes}
    operand, start = op.operands
    return _reduced(op, operand, start, attributes, border, op, sizes)


def _reduced(
    op: Any,
    operand: Any,
    start: Any,
    attributes: dict[str, Any],
    border: Sequence[Expr],
    body: Any,
    sizes: Sizes,
) -> Any:
    ir = bindings("ir")
    if any(n != 1 for n in attributes.get("base_dilations", ())):
        return None
    pairs = list(zip(border[::2], border[1::2], strict=True))
    padded = _padded(operand, pairs, element(start), sizes)
    if padded is None:
        return None
    zeros = f"dense<0> : tensor<{len(pairs)}x2xi64>"
    attributes = {**attributes, "padding": ir.Attribute.parse(zeros)}
    types, operands = [op.results[0].type], [padded, start]
    made = ir.Operation.create("stablehlo.reduce_window", types, operands, attributes, regions=1)
    copy = body.clone()
    copy.regions[0].blocks[0].append_to(made.regions[0])
    last = list(made.regions[0].blocks[0].operations)[-1].operation
    with ir.InsertionPoint(last):
        create("stablehlo.return", list(last.operands))
    last.erase()
    copy.erase()
    return made.result


def _function(op: Any, name: str) -> Any:
    """The function of a name, which is private from here on: it goes if nothing else calls it."""
    ir, module = bindings("ir"), op
    while module.parent is not None:
        module = module.parent
    for each in module.regions[0].blocks[0]:
        attributes = each.operation.attributes
        if "sym_name" in attributes and ir.StringAttr(attributes["sym_name"]).value == name:
            attributes["sym_visibility"] = ir.StringAttr.get("private")
            return each.operation
    raise AssertionError(f"no function {name}")


def _padded(tensor: Any, borders: Sequence[tuple[Expr, Expr]], value: Any, sizes: Sizes) -> Any:
    """A tensor with a border of a value; None if its width may be negative."""
    ir = bindings("ir")
    if not all(sizes.is_proven(end >= 0) for pair in borders for end in pair):
        return None
    dynamic = ir.ShapedType.get_dynamic_size()
    ends = [[pair[side] for pair in borders] for side in (0, 1)]
    shape = [s + low + high for s, (low, high) in zip(sizes.of(tensor), borders, strict=True)]
    static = [dynamic if size.constant is None else size.constant for size in shape]
    type = ir.RankedTensorType.get(static, tensor.type.element_type)
    open_ends = [[sizes.write(end) for end in side if end.constant is None] for side in ends]
    texts = [
        ", ".join(str(dynamic if end.constant is None else end.constant) for end in side)
        for side in ends
    ]
    segments = [1, len(open_ends[0]), len(open_ends[1])]
    attributes = {
        "static_low": ir.Attribute.parse(f"array<i64: {texts[0]}>"),
        "static_high": ir.Attribute.parse(f"array<i64: {texts[1]}>"),
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get(segments),
    }
    operands = [tensor, *open_ends[0], *open_ends[1]]
    made = ir.Operation.create("tensor.pad", [type], operands, attributes, regions=1)
    axes = [ir.IndexType.get()] * len(borders)
    block = made.regions[0].blocks.append(*axes, arg_locs=[ir.Location.current] * len(axes))
    with ir.InsertionPoint(block):
        create("tensor.yield", [value])
    sizes.set_shape(made.result, shape)
    return made.result
