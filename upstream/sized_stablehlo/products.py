"""Products of tensors with sizes known at run time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...index.expr import Expr
from ..bridge import bindings
from .building import generic, same, value_of
from .reshapes import new_tensor
from .shapes_of_results import contracted
from .sizes import Sizes


def lower_product(op: Any, sizes: Sizes) -> Any:
    """The sums of products over some axes, for each element of batch axes and of the others."""
    left, right, result = *op.operands, op.results[0]
    left_batch, right_batch, left_sum, right_sum = contracted(op)
    rank = result.type.rank
    loops = [f"d{k}" for k in range(rank + len(left_sum))]
    summed = loops[rank:]
    free = iter(loops[len(left_batch) : rank])
    terms = list[str]()
    for value, batch, gone in ((left, left_batch, left_sum), (right, right_batch, right_sum)):
        own = dict(zip(batch, loops, strict=False)) | dict(zip(gone, summed, strict=True))
        axes = range(value.type.rank)
        terms.append(", ".join(own[axis] if axis in own else next(free) for axis in axes))
    names = ", ".join(loops)
    maps = [f"({names}) -> ({part})" for part in (*terms, ", ".join(loops[:rank]))]
    return sum_of_products(left, right, result.type, maps, sizes.of(result), sizes)


def sum_of_products(
    left: Any, right: Any, type: Any, maps: Sequence[str], shape: Sequence[Expr], sizes: Sizes
) -> Any:
    """
    The sums of products, in loops of which the first are those over the result.

    None for elements of which a program does not say how they are multiplied: unsigned integers,
    complex numbers, and integers by floats.
    """
    ir = bindings("ir")
    kinds = [left.type.element_type, right.type.element_type, type.element_type]
    is_float = all(isinstance(kind, ir.FloatType) for kind in kinds)
    if not is_float and not all(_is_signless(kind) for kind in kinds):
        return None
    zero, output = zero_of(kinds[2]), new_tensor(type, shape, sizes)
    start = generic([], output, [same(type.rank)], ["parallel"] * type.rank, lambda _: zero)

    def body(elements: list[Any]) -> Any:
        one, other, total = elements
        factors = [_widened(each, kinds[2], is_float=is_float) for each in (one, other)]
        letter = "f" if is_float else "i"
        term = value_of(f"arith.mul{letter}", kinds[2], *factors)
        return value_of(f"arith.add{letter}", kinds[2], total, term)

    loops = maps[0].split(" -> ")[0].count("d")
    iterators = ["parallel"] * type.rank + ["reduction"] * (loops - type.rank)
    return generic([left, right], start, maps, iterators, body)


def zero_of(kind: Any) -> Any:
    """A zero; None for elements that are no floats and no integers without a sign."""
    ir = bindings("ir")
    if isinstance(kind, ir.FloatType):
        return value_of("arith.constant", kind, value=f"0.0 : {kind}")
    if isinstance(kind, ir.IntegerType) and kind.is_signless:
        return value_of("arith.constant", kind, value=f"0 : {kind}")
    return None


def _is_signless(kind: Any) -> bool:
    ir = bindings("ir")
    return isinstance(kind, ir.IntegerType) and kind.is_signless and kind.width > 1


def _widened(value: Any, kind: Any, *, is_float: bool) -> Any:
    if value.type == kind:
        return value
    if value.type.width > kind.width:
        return value_of(f"arith.trunc{'f' if is_float else 'i'}", kind, value)
    return value_of("arith.extf" if is_float else "arith.extsi", kind, value)
