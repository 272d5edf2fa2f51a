"""Questions about `linalg.generic`."""

from __future__ import annotations

from typing import Any

from ..bridge import bindings

GENERIC = "linalg.generic"
_YIELD = "linalg.yield"
_PARALLEL = "#linalg.iterator_type<parallel>"
_RESHAPES = ("tensor.collapse_shape", "tensor.expand_shape")
_WIDENING = ("arith.extf", "arith.extsi", "arith.extui")


def is_generic(value: Any) -> bool:
    """Whether it is a generic with one result; what defines a value may be a block too."""
    return not isinstance(value, bindings("ir").Block) and (
        value.name == GENERIC and len(value.results) == 1
    )


def is_elementwise(op: Any) -> bool:
    """Whether it is a generic that computes each element of its result by itself."""
    if not is_generic(op):
        return False
    return all(str(each) == _PARALLEL for each in op.attributes["iterator_types"])


def is_reshape(value: Any) -> bool:
    """Whether it has the elements of another tensor, in their order."""
    return not isinstance(value, bindings("ir").Block) and value.name in _RESHAPES


def is_free(op: Any) -> bool:
    """Whether an operation on one tensor costs less where it is read than a buffer for it."""
    if is_reshape(op):
        return True
    if not is_elementwise(op) or count_of_inputs(op) != 1:
        return False
    return all(each.name in (_YIELD, *_WIDENING) for each in op.regions[0].blocks[0])


def is_fill(op: Any) -> bool:
    """Whether an operation, a generic one too, gives all elements of a new tensor one value."""
    if op.name == "linalg.fill":
        return len(op.results) == 1
    if not is_elementwise(op) or count_of_inputs(op) > 0:
        return False
    body = op.regions[0].blocks[0]
    return len(body.operations) == 1 and body.operations[0].operands[0] not in body.arguments


def count_of_inputs(op: Any) -> int:
    """How many operands of an operation on tensors are only read."""
    return len(op.operands) - len(op.results)


def axes(op: Any, number: int) -> list[int | None]:
    """The loop of each axis of an operand; None for an axis that several have, or none."""
    dim, map = bindings("ir").AffineDimExpr, op.attributes["indexing_maps"][number].value
    return [each.position if isinstance(each, dim) else None for each in map.results]


def loop_sizes(op: Any) -> list[int]:
    """The turns of each loop; open ones are negative, and those that no operand tells are 0."""
    found = [0] * op.attributes["indexing_maps"][0].value.n_dims
    for number, value in enumerate(op.operands):
        if isinstance(value.type, bindings("ir").ShapedType):
            for axis, loop in enumerate(axes(op, number)):
                if loop is not None:
                    found[loop] = value.type.shape[axis]
    return found
