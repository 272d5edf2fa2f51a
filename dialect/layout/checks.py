"""Checks of a layout on a shape, and the messages for a layout that fails them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from ...index.expr import Expr, lift
from ...index.maps.box_map import BoxMap, collision, extents, negative, sizes_exist
from ...index.maps.shifts_and_splits import aligned
from ...index.normal import tidy
from ...index.sets.engine import GaveUp, NotAffine, engine, own_engine
from ...index.simplify.forms import simplify_index
from .step import Step

_MOST_AXES, _MOST_COMPUTED = 128, 16


class LayoutError(Exception):
    """A layout that does not fit its shape, or makes no sense on any."""


@contextmanager
def explained(question: str) -> Generator[None]:
    """Tells what could not be decided, and why."""
    try:
        yield
    except NotAffine as error:
        raise LayoutError(
            f"`{error.expr}` is not quasi-affine: an index may be multiplied, divided or reduced "
            "modulo only by a constant"
        ) from error
    except GaveUp as error:
        raise LayoutError(
            f"could not decide {question}: {error}; use static sizes, or mix fewer indices "
            "in one result of the map"
        ) from error


def check_shape(shape: Sequence[int | str], indices: Sequence[str]) -> None:
    """Raises LayoutError unless the shape is one, with names for sizes that no index has."""
    for size in shape:
        if isinstance(size, int) and size < 0:
            raise LayoutError(f"a size of the shape {list(shape)} is negative")
        if size in indices:
            raise LayoutError(f"`{size}` names both a size and an index: rename the index")


@own_engine()
def box_after(step: Step, shape: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """
    The box of the outputs of a step.

    Raises LayoutError if two elements of the shape get one cell, or one gets none.
    """
    index_map, outputs = _checked(step, shape), step.map.outputs
    for name, given in (("align", step.align), ("extents", step.extents)):
        if given and len(given) != len(outputs):
            raise LayoutError(
                f"{name} {list(given)} needs one entry for each of the {len(outputs)} axes of "
                f"{step.map}"
            )
        if any(entry <= 0 for entry in given):
            raise LayoutError(f"{name} {list(given)} must be positive")
    with explained(f"the extents of {step.map} on {_show(shape)}"):
        derived = extents(index_map)
        if step.align:
            derived = tuple(map(_aligned, derived, step.align))
        if not step.extents:
            return derived
        sizes = engine().set(sizes_exist(shape))
        for axis, (extent, given) in enumerate(zip(derived, step.extents, strict=True)):
            if not sizes.is_subset(engine().set(extent <= given)):
                raise LayoutError(
                    f"extents {list(step.extents)} are too small: for shape {_show(shape)}, axis "
                    f"{axis} of {step.map} needs {extent}"
                )
    return tuple(map(lift, step.extents))


def _check_size(step: Step) -> None:
    """Raises LayoutError for a map on which the questions to isl would take too long."""
    outputs = step.map.outputs
    axes = max(len(step.map.inputs), len(outputs))
    if axes > _MOST_AXES:
        raise LayoutError(f"a map of {axes} axes: a layout takes at most {_MOST_AXES} of them")
    computed = sum(o.op != "var" and o.constant is None for o in outputs)
    if computed > _MOST_COMPUTED:
        raise LayoutError(
            f"a map that computes {computed} of its axes: a layout takes at most {_MOST_COMPUTED} "
            "that are neither an index nor a constant"
        )


def _checked(step: Step, shape: tuple[Expr, ...]) -> BoxMap:
    if len(step.map.inputs) != len(shape):
        raise LayoutError(
            f"the map {step.map} takes {_count(len(step.map.inputs), 'index')}, "
            f"but its input {_show(shape)} has {_count(len(shape), 'axis')}"
        )
    _check_size(step)
    unknown = [n for o in step.map.outputs for n in o.variables() if n not in step.map.inputs]
    if unknown:
        raise LayoutError(f"`{unknown[0]}` in {step.map} is none of its inputs")
    index_map = BoxMap(step.map.inputs, tuple(map(tidy, step.map.outputs)), shape)
    with explained(f"whether {step.map} on {_show(shape)} has negative indices"):
        below = negative(index_map)
    if below is not None:
        raise LayoutError(
            f"{step.map} must not be negative, but index {_point(step, below)}"
            f"{_sizes(index_map, below)} maps to {_image(step, below)}: add an offset"
        )
    with explained(f"whether {step.map} is injective on {_show(shape)}"):
        twins = collision(index_map)
    if twins is not None:
        first, second = twins
        raise LayoutError(
            f"{step.map} is not injective on {_show(shape)}: indices {_point(step, first)} and "
            f"{_point(step, second)} both map to {_image(step, first)}"
            f"{_sizes(index_map, first)}; add an axis that tells them apart"
        )
    return index_map


def check_separators(separators: Sequence[int], rank: int) -> None:
    """Raises LayoutError unless the separators stand between axes, in order."""
    if any(not 0 < position < rank for position in separators):
        raise LayoutError(
            f"separators {list(separators)} must be positions between the {rank} physical axes, "
            + ("of which there is only 1" if rank == 2 else f"from 1 to {rank - 1}")
        )
    if any(left >= right for left, right in pairwise(separators)):
        raise LayoutError(f"separators must increase, but are {list(separators)}")


def _aligned(extent: Expr, multiple: int) -> Expr:
    found = aligned(extent, multiple)
    # There is nothing to join with it in a name, or in the choice of a shift.
    joins = extent.op not in ("var", "min")
    return simplify_index(found, sizes_exist([extent])) if joins else found


def _count(number: int, thing: str) -> str:
    plural = {"index": "indices", "axis": "axes"}
    return f"{number} {thing if number == 1 else plural[thing]}"


def _show(shape: Sequence[Expr]) -> str:
    return f"[{', '.join(map(str, shape))}]"


def _point(step: Step, values: dict[str, int]) -> str:
    indices = [values[name] for name in step.map.inputs]
    return str(indices[0]) if len(indices) == 1 else f"({', '.join(map(str, indices))})"


def _image(step: Step, values: dict[str, int]) -> str:
    return str([int(output.evaluate(values)) for output in step.map.outputs])


def _sizes(index_map: BoxMap, values: dict[str, int]) -> str:
    known = [f"{size} = {values[size]}" for size in index_map.sizes()]
    return f" for {', '.join(known)}" if known else ""
