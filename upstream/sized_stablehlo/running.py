"""Cumulative sums, and updates at places that data gives: loops that carry the result."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ...index.expr import Expr
from ..bridge import bindings
from .building import carried, create, element, index, index_type, to_index, value_of
from .reshapes import new_tensor
from .shapes_of_results import lists_of, numbers_of
from .sizes import Sizes

Combine = Callable[[Any, Any], Any]
_COMBINED = {
    "add": ("addf", "addi"),
    "multiply": ("mulf", "muli"),
    "maximum": ("maximumf", "maxsi"),
    "minimum": ("minimumf", "minsi"),
    "and": (None, "andi"),
    "or": (None, "ori"),
}


def lower_cumulative(op: Any, sizes: Sizes) -> Any:
    """The sums (or products, maxima ..) of all elements up to each one; None of other windows."""
    if len(op.operands) != 2:
        return None
    operand, start, result = *op.operands, op.results[0]
    combine, found = _combination(op), _axis_of_runs(op, sizes)
    if combine is None or found is None:
        return None
    axis, is_reversed = found
    shape = sizes.of(operand)
    others = [k for k in range(len(shape)) if k != axis]
    last = sizes.write(shape[axis] - 1)

    def along(outer: Sequence[Any], tensor: Any) -> Any:
        def step(number: Any, state: Sequence[Any]) -> Sequence[Any]:
            place = dict(zip(others, outer, strict=True))
            at = value_of("arith.subi", index_type(), last, number) if is_reversed else number
            place[axis] = at
            position = [place[k] for k in range(len(shape))]
            value = combine(state[1], element(operand, *position))
            return _inserted(value, state[0], position), value

        return carried(sizes.write(shape[axis]), [tensor, element(start)], step)[0]

    into = new_tensor(result.type, shape, sizes)
    return _nest([shape[k] for k in others], into, along, sizes)


def lower_scatter(op: Any, sizes: Sizes) -> Any:
    """
    A tensor with updates at places that data gives.

    A window of updates that is not whole in the tensor is left out, as XLA does and JAX documents;
    StableHLO's text leaves out the elements beyond the tensor only.
    """
    if len(op.operands) != 3 or (combine := _combination(op)) is None:
        return None
    ir = bindings("ir")
    operand, places, updates = op.operands
    if not ir.IntegerType(places.type.element_type).is_signless:
        return None
    lists, outer = lists_of(op, "scatter_dimension_numbers"), sizes.of(operand)
    vector = re.search(r"index_vector_dim = (\d+)", str(op.attributes["scatter_dimension_numbers"]))
    vector_axis = 0 if vector is None else int(vector[1])
    batching = lists.get("input_batching_dims", [])
    gone = [*lists.get("inserted_window_dims", []), *batching]
    inside = lists.get("update_window_dims", [])
    kept = [axis for axis in range(len(outer)) if axis not in gone]
    spans = dict(zip(kept, (sizes.of(updates)[own] for own in inside), strict=True))
    lasts = [
        sizes.write(size - spans[axis] if axis in spans else size - 1)
        for axis, size in enumerate(outer)
    ]

    def update(axes: Sequence[Any], tensor: Any) -> Any:
        where = [value for axis, value in enumerate(axes) if axis not in inside]
        place = [index(0)] * len(outer)
        for axis, of in zip(batching, lists.get("scatter_indices_batching_dims", []), strict=True):
            place[axis] = where[of - (of > vector_axis)]
        for number, axis in enumerate(lists.get("scatter_dims_to_operand_dims", [])):
            position = list(where)
            if vector_axis < places.type.rank:
                position.insert(vector_axis, index(number))
            place[axis] = to_index(element(places, *position))
        is_inside = _is_inside(place, lasts)
        for own, axis in zip(inside, kept, strict=True):
            place[axis] = value_of("arith.addi", index_type(), place[axis], axes[own])
        new = element(updates, *axes)

        def updated() -> Any:
            return _inserted(combine(element(tensor, *place), new), tensor, place)

        return _where(is_inside, updated, tensor)

    return _nest(sizes.of(updates), operand, update, sizes)


def _axis_of_runs(op: Any, sizes: Sizes) -> tuple[int, bool] | None:
    """The axis along which windows begin (or, reversed, end) with the axis; None if none does."""
    if "padding" not in op.attributes or any(
        n != 1
        for name in ("base_dilations", "window_dilations", "window_strides")
        if name in op.attributes
        for n in numbers_of(op, name)
    ):
        return None
    windows = numbers_of(op, "window_dimensions")
    border = [int(n) for n in bindings("ir").DenseIntElementsAttr(op.attributes["padding"])]
    pairs = list(zip(border[::2], border[1::2], strict=True))
    wide = [k for k, size in enumerate(windows) if size != 1 or pairs[k] != (0, 0)]
    if len(wide) != 1 or sizes.of(op.operands[0])[wide[0]].constant != windows[wide[0]]:
        return None
    (axis,), before = wide, (windows[wide[0]] - 1, 0)
    if pairs[axis] not in (before, before[::-1]):
        return None
    return axis, pairs[axis] != before


def _combination(op: Any) -> Combine | None:
    """What the body of an operation makes of two elements, if that is one operation at most."""
    ir, block = bindings("ir"), op.regions[0].blocks[0]
    *made, last = [each.operation for each in block.operations]
    kind = block.arguments[0].type.element_type
    is_float = isinstance(kind, ir.FloatType)
    if not is_float and not (isinstance(kind, ir.IntegerType) and kind.is_signless):
        return None
    if not made and last.operands[0] == block.arguments[1]:
        return lambda old, new: new
    if len(made) != 1 or list(last.operands) != list(made[0].results):
        return None
    name = _COMBINED.get(made[0].name.removeprefix("stablehlo."), (None, None))[not is_float]
    is_bit = not is_float and kind.width == 1
    if name is None or {*made[0].operands} != {*block.arguments}:
        return None
    if is_bit and name not in ("andi", "ori"):
        return None
    return lambda old, new: value_of(f"arith.{name}", kind, old, new)


def _nest(
    shape: Sequence[Expr], tensor: Any, body: Callable[[Sequence[Any], Any], Any], sizes: Sizes
) -> Any:
    """Loops over a shape that carry a tensor, which `body` changes at each position."""
    ends = [sizes.write(size) for size in shape]

    def loop(outer: Sequence[Any], state: Any) -> Any:
        if len(outer) == len(ends):
            return body(outer, state)
        end = ends[len(outer)]
        return carried(end, [state], lambda number, inner: [loop([*outer, number], inner[0])])[0]

    return loop([], tensor)


def _inserted(value: Any, tensor: Any, position: Sequence[Any]) -> Any:
    return value_of("tensor.insert", tensor.type, value, tensor, *position)


def _is_inside(place: Sequence[Any], lasts: Sequence[Any]) -> Any:
    """Whether each number is in 0 to the last one, which may be below 0."""
    bit = bindings("ir").IntegerType.get_signless(1)
    found, zero = value_of("arith.constant", bit, value="true"), index(0)
    for number, last in zip(place, lasts, strict=True):
        for predicate, end in (("5", zero), ("3", last)):
            holds = value_of("arith.cmpi", bit, number, end, predicate=f"{predicate} : i64")
            found = value_of("arith.andi", bit, found, holds)
    return found


def _where(condition: Any, then: Callable[[], Any], otherwise: Any) -> Any:
    ir = bindings("ir")
    made = ir.Operation.create("scf.if", [otherwise.type], [condition], {}, regions=2)
    for region, value in zip(made.regions, (then, lambda: otherwise), strict=True):
        with ir.InsertionPoint(region.blocks.append()):
            create("scf.yield", [value()])
    return made.result
