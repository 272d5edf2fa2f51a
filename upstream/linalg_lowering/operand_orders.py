"""Operands of products of matrices in the order of axes in which vectors can load them."""

from __future__ import annotations

from math import prod
from typing import Any

from ..bridge import bindings
from ..sized_stablehlo.building import empty, generic, index, index_type, same, value_of
from .generics import axes, count_of_inputs, is_elementwise, is_free, is_reshape, loop_sizes

_REDUCTION = "#linalg.iterator_type<reduction>"
_FLOATS = ("f32", "f64")
_OPEN_SIZE, _FEWEST_LANES, _FEWEST_READS = 16, 8, 4
_SUMMED_FOR_ONE_READ = 5
"""
A transpose of n numbers costs as much as sums over the lanes of a vector for n/10 results, here
twice the measured (Emerald Rapids).
"""


def transposed_operands(op: Any) -> list[int]:
    """
    Transpose an operand in which the last axis of the result is not the last one; return it.

    A product with such an operand, as of queries and keys, is a sum over the lanes of a vector for
    each element. With the operand transposed, vectors are of elements of the result. That pays
    where each of its elements is read often. What the source transposes is left as it is.
    """
    if all(str(each) != _REDUCTION for each in op.attributes["iterator_types"]):
        return []
    result = count_of_inputs(op)
    if len(op.operands) != result + 1 or not axes(op, result):
        return []
    lanes = axes(op, result)[-1]
    found = list[int]()
    for number in range(result):
        order = axes(op, number)
        if lanes is None or None in order or lanes not in order or not _pays(op, number, lanes):
            continue
        if order[-1] != lanes:
            _transpose(op, number, lanes)
            found.append(number)
        elif _is_transposed(op.operands[number].owner):
            found.append(number)
    return found


def _pays(op: Any, number: int, lanes: int) -> bool:
    type, own = op.operands[number].type, axes(op, number)
    if str(type.element_type) not in _FLOATS:
        return False
    sizes = [size if size >= 0 else _OPEN_SIZE for size in loop_sizes(op)]
    reads = prod(size for loop, size in enumerate(sizes) if loop not in own)
    result = axes(op, count_of_inputs(op))
    summed = prod(sizes[loop] for loop in own if loop is not None and loop not in result)
    is_wide = sizes[lanes] >= _FEWEST_LANES
    return is_wide and reads >= max(_FEWEST_READS, summed / _SUMMED_FOR_ONE_READ)


def _is_transposed(op: Any) -> bool:
    """Whether an operation moves the last axis of a tensor, which is read in another order then."""
    while is_reshape(op):
        op = op.operands[0].owner
    if not is_elementwise(op) or not is_free(op):
        return False
    given, made = axes(op, 0), axes(op, 1)
    return None not in given and len(given) == len(made) and given[-1] != made[-1]


def _transpose(op: Any, number: int, lanes: int) -> None:
    """Let an operation read a copy of an operand in which an axis is the last one."""
    ir, value, order = bindings("ir"), op.operands[number], axes(op, number)
    last = order.index(lanes)
    moved = [axis for axis in range(len(order)) if axis != last] + [last]
    shape, loops = value.type.shape, [f"d{axis}" for axis in range(len(order))]
    source = f"({', '.join(f'd{moved.index(axis)}' for axis in range(len(order)))})"
    maps = [f"({', '.join(loops)}) -> {source}", same(len(order))]
    place = op.location
    if place.is_a_name():
        place = ir.Location.name(f"transpose_{place.name_str}", place.child_loc)
    with ir.InsertionPoint(op), place:
        type = ir.RankedTensorType.get([shape[axis] for axis in moved], value.type.element_type)
        open_axes = [axis for axis in moved if value.type.is_dynamic_dim(axis)]
        sizes = [value_of("tensor.dim", index_type(), value, index(axis)) for axis in open_axes]
        output, kinds = empty(type, sizes), ["parallel"] * len(order)
        op.operands[number] = generic([value], output, maps, kinds, lambda given: given[0])
    given = list(op.attributes["indexing_maps"])
    map = given[number].value
    given[number] = ir.AffineMapAttr.get(
        ir.AffineMap.get(map.n_dims, 0, [map.results[axis] for axis in moved])
    )
    op.attributes["indexing_maps"] = ir.ArrayAttr.get(given)
