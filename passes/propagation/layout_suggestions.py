"""A layout for a logical buffer, from those of the buffers that stages read and write with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias, cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, MemRefType
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from ...dialect.attributes import LaidOutType, LayoutAttr, layout_of, place, verify_laid_out
from ...dialect.ir.memory_access import is_load, stored_in
from ...dialect.kind_attributes import pad_kind
from ...dialect.layout.layout import Identity, IndexMap, Layout, PadKind, Step, Undef
from ...dialect.ops import PackOp
from ...dialect.pad_values import pad_value_attr
from ..layout.contracts.call_contracts import kinds_by_step
from .buffer_effects import body_of
from .layout_flow import Flow, flows_into, flows_out_of, parameters, reductions_of, stores_of
from .value_propagation import value_before, value_of


def suggested_type(buffer: SSAValue) -> tuple[LaidOutType, SSAValue] | None:
    """
    The type of a logical buffer whose neighbour in a stage is laid out, and that neighbour.

    An element-wise stage hands the map on, to what it writes and to what it reads; a reduction
    hands on what is left of it on the axes that it keeps. The kinds are the values that padding
    gets, or needs, where the stage runs over it; else the identity of a reduction that reads the
    buffer, or undef.
    """
    found = _from_sources(buffer) or _from_targets(buffer)
    if found is None:
        return None
    neighbour, layout, kinds = found
    type = cast("LaidOutType", buffer.type)
    steps = layout.steps
    default = _kind_for_reductions(buffer, type.element_type)
    typed = [
        Step(step.map, default if kind is None else kind, step.align, step.extents)
        for step, kind in zip(steps, kinds or [None] * len(steps), strict=True)
    ]
    attribute = LayoutAttr.of(Layout(tuple(typed), layout.separators), type.element_type)
    laid_out = MemRefType(type.element_type, type.shape, attribute, type.memory_space)
    if verify_laid_out(laid_out) is not None or not place(laid_out).is_padded():
        return None
    return laid_out, neighbour


_Suggestion: TypeAlias = tuple[SSAValue, Layout, Sequence[PadKind | None]]


def _from_sources(buffer: SSAValue) -> _Suggestion | None:
    """From what stages read to write the buffer: the neighbour, its map, and the kinds."""
    into = [flow for flow in flows_into(buffer) if _is_laid_out(flow.source)]
    for flow in sorted(into, key=lambda flow: not flow.is_element_wise):
        layout = _layout(flow.source)
        if flow.is_element_wise:
            return flow.source, layout, _kinds_after(flow)
        if (kept := _projected(layout, flow.axes)) is not None:
            return flow.source, kept, ()
    return next(filter(None, map(_from_sources, parameters(buffer))), None)


def _from_targets(buffer: SSAValue) -> _Suggestion | None:
    """The same from what element-wise stages write when they read the buffer."""
    for flow in flows_out_of(buffer):
        if flow.is_element_wise and _is_laid_out(flow.target):
            return flow.target, _layout(flow.target), kinds_before(flow)
    return next(filter(None, map(_from_targets, parameters(buffer))), None)


def _is_laid_out(buffer: SSAValue) -> bool:
    return layout_of(buffer.type) is not None


def _layout(buffer: SSAValue) -> Layout:
    attribute = layout_of(buffer.type)
    assert attribute is not None
    return attribute.layout


def _projected(layout: Layout, axes: Sequence[int]) -> Layout | None:
    """A layout of one step on some of its axes: the physical axes that depend on no other."""
    if len(layout.steps) != 1:
        return None
    (step,) = layout.steps
    names = tuple(step.map.inputs[axis] for axis in axes)
    outputs = step.map.outputs
    kept = [k for k, o in enumerate(outputs) if o.variables() and set(o.variables()) <= set(names)]
    if not kept:
        return None
    map = IndexMap(names, tuple(outputs[k] for k in kept))
    align, extents = (tuple(each[k] for k in kept if each) for each in (step.align, step.extents))
    return Layout((Step(map, Undef(), align, extents),))


def _kinds_after(flow: Flow) -> list[PadKind | None]:
    """
    The padding that an element-wise stage computes from the padding of the buffers that it loads.
    """
    count = len(_layout(flow.source).steps)
    if len(stores_of(flow.target)) > 1:
        return [None] * count
    loads = [f for f in flows_into(flow.target) if f.is_element_wise and _is_alike(f, flow)]
    kinds: list[PadKind | None] = []
    for step in range(count):
        known: dict[SSAValue, Attribute] = {
            f.load.results[0]: kind
            for f in loads
            if _is_value(kind := kinds_by_step(f.source.type)[step])
        }
        kinds.append(_as_kind(value_of(stored_in(flow.store), known)))
    return kinds


def _is_alike(flow: Flow, other: Flow) -> bool:
    ours, theirs = layout_of(flow.source.type), layout_of(other.source.type)
    return (
        ours is not None
        and theirs is not None
        and ours.maps == theirs.maps
        and ours.options == theirs.options
    )


def kinds_before(flow: Flow) -> list[PadKind | None]:
    """The padding from which an element-wise stage computes the padding that its target needs."""
    wanted = kinds_by_step(flow.target.type)
    return [
        _as_kind(value_before(stored_in(flow.store), flow.load.results[0], kind))
        if _is_value(kind)
        else None
        for kind in wanted
    ]


def _is_value(kind: Attribute) -> bool:
    """Whether a kind is a constant."""
    return isinstance(kind, FloatAttr | IntegerAttr)


def _as_kind(value: Attribute | None) -> PadKind | None:
    return None if value is None else pad_kind(value)


def _kind_for_reductions(buffer: SSAValue, element_type: Attribute) -> PadKind:
    """The identity of the first reduction that combines elements of the buffer, else undef."""
    for name in reductions_of(buffer):
        try:
            pad_value_attr(Identity(name), element_type)
        except VerifyException:
            continue
        return Identity(name)
    return Undef()


def wanted_kinds(buffer: SSAValue, layout: LayoutAttr) -> tuple[PadKind, ...] | None:
    """
    The kinds that a buffer of this layout has to have for the stages that read it to leave the
    constants that their targets need; None if not all of its readers ask for the same.
    """
    found = set(_needs(buffer, layout))
    return found.pop() if len(found) == 1 else None


def _needs(buffer: SSAValue, layout: LayoutAttr) -> Iterator[tuple[PadKind, ...] | None]:
    flows = {flow.load: flow for flow in flows_out_of(buffer)}
    for use in buffer.uses:
        op = use.operation
        if isinstance(op, func.CallOp):
            callee = body_of(op)
            yield None if callee is None else wanted_kinds(callee.args[use.index], layout)
        elif is_load(op):
            yield _need(flows.get(op), layout)
        elif isinstance(op, memref.CopyOp | PackOp) and use.index == 0:
            yield None


def _need(flow: Flow | None, layout: LayoutAttr) -> tuple[PadKind, ...] | None:
    target = None if flow is None else layout_of(flow.target.type)
    if flow is None or target is None or not flow.is_element_wise:
        return None
    if target.maps != layout.maps or target.options != layout.options:
        return None
    if not all(map(_is_value, kinds_by_step(flow.target.type))):
        return None
    return tuple(Undef() if kind is None else kind for kind in kinds_before(flow))
