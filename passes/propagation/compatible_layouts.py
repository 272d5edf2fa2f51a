"""Whether two laid-out buffers may be one: by their maps, and by what their padding holds."""

from __future__ import annotations

from typing import cast

from xdsl.ir import Attribute, SSAValue

from ...dialect.attributes import LaidOutType, layout_of
from ...dialect.layout.layout import Forbidden, Undef
from ...dialect.layout_differences import padding_cell
from ..layout.contracts.call_contracts import gives, kinds_by_step
from ..layout.contracts.call_contracts import shown as shown_kind
from .buffer_effects import Obstacle, shown


def obstacle_to_one_map(source: SSAValue, target: SSAValue) -> Obstacle | None:
    """Another map, box or separator: equal shapes are not enough."""
    ours, theirs = layout_of(source.type), layout_of(target.type)
    assert ours is not None
    assert theirs is not None
    if ours.maps == theirs.maps and ours.options == theirs.options:
        return None
    return Obstacle(
        f"their layouts differ: {shown(source)} has {ours.layout}, {shown(target)} has "
        f"{theirs.layout}",
        reason="other-layout",
    )


def holds_enough(given: Attribute, wanted: Attribute) -> bool:
    """Whether padding as of one type serves where the same map with other kinds is asked for."""
    pairs = zip(kinds_by_step(given), kinds_by_step(wanted), strict=True)
    type = cast("LaidOutType", given)
    return all(gives(*pair) or padding_cell(type, k) is None for k, pair in enumerate(pairs))


def kinds(type: Attribute) -> str:
    """The kinds of a type, to show."""
    return "; ".join(map(shown_kind, kinds_by_step(type)))


def promises_values(type: Attribute) -> bool:
    """Whether padding that is there on entry has to hold anything."""
    layout = layout_of(cast("LaidOutType", type))
    assert layout is not None
    return any(not isinstance(step.pad, Forbidden | Undef) for step in layout.layout.steps)
