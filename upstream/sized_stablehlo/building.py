"""Operations of upstream, made in the generic way, before the one that they replace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..bridge import bindings


def create(
    name: str,
    operands: Sequence[Any] = (),
    types: Sequence[Any] = (),
    attributes: dict[str, str] | None = None,
) -> Any:
    """An operation without regions, of attributes as text, at the place that is set."""
    ir = bindings("ir")
    parsed = {key: ir.Attribute.parse(value) for key, value in (attributes or {}).items()}
    return ir.Operation.create(name, list(types), list(operands), parsed)


def value_of(name: str, type: Any, *operands: Any, **attributes: str) -> Any:
    """The result of a new operation."""
    return create(name, operands, [type], attributes).result


def index_type() -> Any:
    """The type of sizes."""
    return bindings("ir").IndexType.get()


def index(value: int) -> Any:
    """A constant."""
    return value_of("arith.constant", index_type(), value=f"{value} : index")


def to_index(value: Any, *, signed: bool = True) -> Any:
    """A number of a tensor as an index."""
    return value_of("arith.index_cast" if signed else "arith.index_castui", index_type(), value)


def element(tensor: Any, *position: Any) -> Any:
    """The element at a position."""
    return value_of("tensor.extract", tensor.type.element_type, tensor, *position)


def clamped(value: Any, most: Any) -> Any:
    """The number in 0 to `most` that is nearest."""
    type = index_type()
    at_least = value_of("arith.maxsi", type, value, index(0))
    return value_of("arith.minsi", type, at_least, most)


def empty(type: Any, sizes: Sequence[Any]) -> Any:
    """A tensor without values, of these sizes where the type has none."""
    return value_of("tensor.empty", type, *sizes)


def generic(
    inputs: Sequence[Any],
    output: Any,
    maps: Sequence[str],
    iterators: Sequence[str],
    body: Callable[[list[Any]], Any],
) -> Any:
    """
    What `linalg.generic` computes; `maps` are those of inputs and output, and `body` gets the
    elements of the inputs, then that of the output.
    """
    ir = bindings("ir")
    shown = ", ".join(f"affine_map<{text}>" for text in maps)
    kinds = ", ".join(f"#linalg.iterator_type<{kind}>" for kind in iterators)
    attributes = {
        "indexing_maps": ir.Attribute.parse(f"[{shown}]"),
        "iterator_types": ir.Attribute.parse(f"[{kinds}]"),
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(inputs), 1]),
    }
    operands = [*inputs, output]
    op = ir.Operation.create("linalg.generic", [output.type], operands, attributes, regions=1)
    types = [operand.type.element_type for operand in operands]
    block = op.regions[0].blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
    with ir.InsertionPoint(block):
        create("linalg.yield", [body(list(block.arguments))])
    return op.result


def carried(
    count: Any, state: Sequence[Any], body: Callable[[Any, Sequence[Any]], Sequence[Any]]
) -> list[Any]:
    """What a loop from 0 to `count` carries at its end; `body` gets its number and the state."""
    ir, types = bindings("ir"), [value.type for value in state]
    operands = [index(0), count, index(1), *state]
    made = ir.Operation.create("scf.for", types, operands, {}, regions=1)
    arguments = [index_type(), *types]
    block = made.regions[0].blocks.append(
        *arguments, arg_locs=[ir.Location.current] * len(arguments)
    )
    with ir.InsertionPoint(block):
        number, *inner = block.arguments
        create("scf.yield", body(number, inner))
    return list(made.results)


def same(rank: int) -> str:
    """The map of loops over each element."""
    loops = ", ".join(f"d{axis}" for axis in range(rank))
    return f"({loops}) -> ({loops})"
