"""The loop nests that write and assume a buffer's padding (RFC 77, "transform_layout")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from ....dialect.ir.located_errors import PadError
from ....dialect.layout.layout import Computed, Forbidden, PlacedLayout, SelfLoad, SimpleKind
from ....dialect.layout.pad_kinds import sources
from ....dialect.layout.self_padding import writes_in_one_pass
from ....dialect.ops import AssumeOp
from ....index.expr import TRUE, Expr, all_of, any_of
from ...common.index_codegen import Emitter, is_affine_operand
from .padding_values import padding_holds, padding_value, store

Pieces: TypeAlias = list[tuple[Expr, SimpleKind]]


def write_padding(
    emitter: Emitter,
    buffer: SSAValue,
    placed: PlacedLayout,
    name: str,
    pieces: Pieces,
    sizes: Mapping[str, SSAValue],
) -> None:
    """
    A stage `<name>_padding` over the full box, storing each padding value under its guard.

    ```
    for io, ii in grid(4, 4):
        if 4*io + ii >= 14: B[io, ii] = 0.0
    ```

    Copies of padding that comes later get a second such nest.
    """
    values = [piece for piece in pieces if not sources(piece[1])]
    copies = [piece for piece in pieces if sources(piece[1])]
    passes = [values, copies]
    if not copies or writes_in_one_pass(placed):
        passes = [pieces]
    for part in passes:
        if part:
            inside, indices = over_box(emitter, placed, f"{name}_padding", sizes)
            store_padding(inside, buffer, placed, indices, part, sizes)


def store_padding(
    emitter: Emitter,
    buffer: SSAValue,
    placed: PlacedLayout,
    indices: Sequence[SSAValue],
    pieces: Pieces,
    sizes: Mapping[str, SSAValue],
    only_padding: bool = False,
) -> None:
    """
    The guarded stores of the padding value at one physical index, one that is padding if
    `only_padding`.
    """
    values = {**sizes, **dict(zip(placed.physical_names, indices, strict=True))}
    for condition, kind in pieces:
        known = only_padding and len(placed.padding_pieces) == 1
        inside = emitter.guard(TRUE if known else condition, values)
        inside.insert(store(padding_value(inside, buffer, kind, indices), buffer, indices))


def assume_padding(
    emitter: Emitter,
    buffer: SSAValue,
    placed: PlacedLayout,
    name: str,
    pieces: Pieces,
    sizes: Mapping[str, SSAValue],
) -> None:
    """
    A stage `<name>_assume` over the full box: each cell is in none of these pieces of the padding,
    or holds its value.

    ```
    for io, ii in grid(4, 4): assume(4*io + ii < 14 or A[io, ii] == 0.0)
    ```

    What is computed from the index is compared under a guard, and so is all where some of the
    padding is forbidden: what tests an assume may not touch that.
    """
    if not pieces:
        return
    inside, indices = over_box(emitter, placed, f"{name}_assume", sizes)
    values = {**sizes, **dict(zip(placed.physical_names, indices, strict=True))}
    some_is_forbidden = len(pieces) < len(placed.padding_pieces)
    for condition, kind in pieces:
        if some_is_forbidden or isinstance(kind, SelfLoad | Computed):
            # Elsewhere its source may be outside the buffer, or the function not defined.
            guarded = inside.guard(condition, values)
            guarded.insert(AssumeOp(padding_holds(guarded, buffer, kind, indices)))
            continue
        elsewhere = placed.valid if condition == placed.padding else negated(condition)
        otherwise = inside.condition(elsewhere, values)
        held = padding_holds(inside, buffer, kind, indices)
        either = inside.insert(arith.OrIOp(otherwise, held)).results[0]
        inside.insert(AssumeOp(either))


def over_box(
    emitter: Emitter, placed: PlacedLayout, stage: str | None, sizes: Mapping[str, SSAValue]
) -> tuple[Emitter, list[SSAValue]]:
    """The inside of the loops of a stage over the physical box; PadError where none can be made."""
    if not all(map(is_affine_operand, sizes.values())):
        raise PadError(
            "a size of the padded buffer is computed inside of a loop, where no loop over the "
            "padding can have it in its bound; compute it outside",
            emitter.around,
        )
    names = placed.physical_names
    of_padding = stage is not None
    return emitter.nest(placed.physical_shape, names, stage, of_padding=of_padding, sizes=sizes)


def written_pieces(placed: PlacedLayout) -> Pieces:
    """The padding that is written and assumed at all."""
    return [(c, kind) for c, kind in placed.padding_pieces if not isinstance(kind, Forbidden)]


def static_box(placed: PlacedLayout) -> list[int]:
    """The physical extents of a layout on a static shape."""
    return [cast("int", extent) for extent in placed.physical_shape]


def negated(condition: Expr) -> Expr:
    """The negation, pushed inward to the comparisons."""
    if condition.op in ("and", "or"):
        combine = any_of if condition.op == "and" else all_of
        return combine([negated(operand) for operand in condition.operands])
    return ~condition
