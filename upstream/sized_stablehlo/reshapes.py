"""Broadcasts and reshapes to sizes known at run time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ...index.expr import Expr
from ..bridge import bindings
from .building import element, empty, generic, index_type, same, value_of
from .shapes_of_results import numbers_of
from .sizes import Sizes, product

Groups: TypeAlias = list[tuple[list[int], list[int]]]


def lower_broadcast(op: Any, sizes: Sizes) -> Any:
    """The result of a broadcast; None where a size may be 1 or that of the result."""
    operand, result = op.operands[0], op.results[0]
    axes, given, wanted = (
        numbers_of(op, "broadcast_dimensions"),
        sizes.of(operand),
        sizes.of(result),
    )
    terms = list[str]()
    for size, axis in zip(given, axes, strict=True):
        if size != wanted[axis] and size.constant != 1:
            return None
        terms.append(f"d{axis}" if size == wanted[axis] else "0")
    loops = ", ".join(f"d{axis}" for axis in range(len(wanted)))
    maps = [f"({loops}) -> ({', '.join(terms)})", same(len(wanted))]
    output = new_tensor(result.type, wanted, sizes)
    return generic([operand], output, maps, ["parallel"] * len(wanted), lambda given: given[0])


def lower_reshape(op: Any, sizes: Sizes) -> Any:
    """The result of a reshape: axes that belong together become one, and are divided anew."""
    operand, result = op.operands[0], op.results[0]
    given, wanted = sizes.of(operand), sizes.of(result)
    if not given or not wanted:
        return None  # one element, and a size that is 1 whenever the program is right
    groups = grouped(given, wanted)
    between = [product([given[axis] for axis in before]) for before, _ in groups]
    tensor = operand
    if any(len(before) > 1 for before, _ in groups) or len(groups) < len(given):
        text = _lists(before for before, _ in groups)
        type = _tensor(between, operand.type)
        tensor = value_of("tensor.collapse_shape", type, operand, reassociation=text)
        sizes.set_shape(tensor, between)
    if all(len(after) == 1 for _, after in groups) and len(groups) == len(wanted):
        return _cast(tensor, result.type)
    if any(sum(wanted[axis].constant is None for axis in after) > 1 for _, after in groups):
        return _read_anew(tensor, groups, result.type, wanted, sizes)  # upstream's passes end there
    return _expanded(tensor, groups, result.type, wanted, sizes)


def _expanded(tensor: Any, groups: Groups, type: Any, wanted: Sequence[Expr], sizes: Sizes) -> Any:
    ir = bindings("ir")
    full = _tensor(wanted, type)
    open_sizes = [sizes.write(size) for size in wanted if size.constant is None]
    static = [
        ir.ShapedType.get_dynamic_size() if s.constant is None else s.constant for s in wanted
    ]
    text = ", ".join(map(str, static))
    attributes = {
        "reassociation": _lists(after for _, after in groups),
        "static_output_shape": f"array<i64: {text}>" if static else "array<i64>",
    }
    made = value_of("tensor.expand_shape", full, tensor, *open_sizes, **attributes)
    sizes.set_shape(made, wanted)
    return _cast(made, type)


def _read_anew(tensor: Any, groups: Groups, type: Any, wanted: Sequence[Expr], sizes: Sizes) -> Any:
    """A copy, each of whose elements is read at its position in a run of axes."""
    strides = dict[int, Any]()
    for _, after in groups:
        for place, axis in enumerate(after[:-1]):
            strides[axis] = sizes.write(product([wanted[k] for k in after[place + 1 :]]))

    def at(axes: list[Any]) -> Any:
        kind, position = index_type(), list[Any]()
        for _, after in groups:
            *outer, last = after
            total = axes[last]
            for axis in outer:
                term = value_of("arith.muli", kind, axes[axis], strides[axis])
                total = value_of("arith.addi", kind, total, term)
            position.append(total)
        return element(tensor, *position)

    return by_position(type, wanted, sizes, at)


def by_position(
    type: Any, shape: Sequence[Expr], sizes: Sizes, at: Callable[[list[Any]], Any]
) -> Any:
    """A tensor each of whose elements is computed from its position."""
    rank, output = type.rank, new_tensor(type, shape, sizes)

    def body(_: list[Any]) -> Any:
        axes = range(rank)
        return at([value_of("linalg.index", index_type(), dim=f"{k} : i64") for k in axes])

    return generic([], output, [same(rank)], ["parallel"] * rank, body)


def grouped(given: Sequence[Expr], wanted: Sequence[Expr]) -> Groups:
    """
    Return the shortest runs of axes, of either shape in order, that have as many elements.

    What is left at the end, of which sizes do not show that, is one run, with the last one.
    """
    groups, first, second = Groups(), 0, 0
    while first < len(given) and second < len(wanted):
        found = _first_group(given[first:], wanted[second:])
        if found is None:
            break
        one, other = found
        groups.append(([*range(first, first + one)], [*range(second, second + other)]))
        first, second = first + one, second + other
    rest = [*range(first, len(given))], [*range(second, len(wanted))]
    if all(rest):
        groups.append(rest)
    elif groups:
        groups[-1] = (groups[-1][0] + rest[0], groups[-1][1] + rest[1])
    return groups


def _first_group(given: Sequence[Expr], wanted: Sequence[Expr]) -> tuple[int, int] | None:
    for total in range(2, len(given) + len(wanted) + 1):
        for one in range(1, min(total, len(given) + 1)):
            other = total - one
            if other <= len(wanted) and product(given[:one]) == product(wanted[:other]):
                return one, other
    return None


def new_tensor(type: Any, shape: Sequence[Expr], sizes: Sizes) -> Any:
    """A tensor without values."""
    ends = [size for axis, size in enumerate(shape) if type.is_dynamic_dim(axis)]
    return empty(type, list(map(sizes.write, ends)))


def _tensor(shape: Sequence[Expr], like: Any) -> Any:
    ir = bindings("ir")
    dynamic = ir.ShapedType.get_dynamic_size()
    static = [dynamic if size.constant is None else size.constant for size in shape]
    return ir.RankedTensorType.get(static, like.element_type)


def _cast(tensor: Any, type: Any) -> Any:
    return tensor if tensor.type == type else value_of("tensor.cast", type, tensor)


def _lists(groups: Any) -> str:
    return "[" + ", ".join(f"[{', '.join(f'{axis} : i64' for axis in g)}]" for g in groups) + "]"
