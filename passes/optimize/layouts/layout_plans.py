"""Layouts of several buffers that are taken together: as data, and as text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from ....dialect.annotations import buffer_name, buffers
from ...common.diagnostics import OptionError
from ...common.stages import find_functions
from ...layout.options.layout_options import parse_ints, parse_map
from ...layout.transform.pad_transform_layout import PadTransformLayout, lay_out_together

Pad: TypeAlias = str | int | float | None
Interface: TypeAlias = Literal["change", "keep"]
_ONE = re.compile(
    r"\s*(?P<buffer>[^\s:]+)\s*:\s*(?P<map>\([^()]*\)\s*->\s*\(.*?\))"
    r"(\s+pad=(?P<pad>.*?))?(\s+extents=(?P<extents>\[[^\]]*\]))?\s*"
)
_FORM = '"A: (i, j) -> (i, j floordiv 4, j mod 4) pad=0.0 extents=[8, 4, 4]; B: .."'


@dataclass(frozen=True)
class BufferLayout:
    """A layout of one buffer: a map, what the padding holds, and extents where they are given."""

    buffer: str
    map: str
    pad: Pad = None
    extents: tuple[int, ...] = ()

    def __str__(self) -> str:
        pad = "" if self.pad is None else f" pad={self.pad}"
        extents = f" extents=[{', '.join(map(str, self.extents))}]" if self.extents else ""
        return f"{self.buffer}: {parse_map(self.map)}{pad}{extents}"


@dataclass(frozen=True)
class Plan:
    """Layouts of some buffers, at most one of each, to be tried together."""

    layouts: tuple[BufferLayout, ...]
    text: str
    """As remarks name it."""
    is_proposed: bool = False
    """Whether nobody asked for it."""

    @property
    def buffers(self) -> tuple[str, ...]:
        """The names of the buffers, in the order in which a stage follows them."""
        return tuple(layout.buffer for layout in self.layouts)

    def is_tiled(self) -> bool:
        """Whether an axis of one of the buffers is split."""
        maps = [str(parse_map(layout.map)) for layout in self.layouts]
        return any(sign in map for map in maps for sign in ("//", "%"))

    @property
    def extends(self) -> bool:
        """Whether one of the buffers, no axis of which is split, has more cells than asked for."""
        return not self.is_tiled() and any(each.extents for each in self.layouts)

    @property
    def pads(self) -> bool:
        """Whether the padding of one of them holds a value, with which guards may go."""
        return any(each.pad not in (None, "undef", "forbidden") for each in self.layouts)

    @property
    def disorder(self) -> float:
        """How much slower its buffers are packed than rows that stay whole."""
        torn = sum(_is_torn(each.map) for each in self.layouts)
        return 1 + 3 * torn / max(1, len(self.layouts))

    def with_pads(self, pads: Mapping[str, Pad]) -> Plan:
        """The same layouts with other values of the padding of some of the buffers."""
        layouts = [replace(each, pad=pads.get(each.buffer, each.pad)) for each in self.layouts]
        return replace(self, layouts=tuple(layouts))

    def without(self, buffer: str) -> Plan:
        """The layouts of the other buffers."""
        layouts = [each for each in self.layouts if each.buffer != buffer]
        return replace(plan_of(layouts), is_proposed=self.is_proposed)

    def lay_out(
        self, context: Context, module: ModuleOp, function: str | None, interface: Interface
    ) -> list[str]:
        """
        Give the buffers their layouts, as `pad-transform-layout` does.

        Returns the names of what has them: of the buffers, or of the copies that a function keeps.
        """
        steps = [
            PadTransformLayout(
                each.buffer,
                each.map,
                function,
                each.pad,
                extents=each.extents or None,
                interface=interface,
            )
            for each in self.layouts
        ]
        if interface == "change":
            lay_out_together(context, module, steps)
            return list(self.buffers)
        names = list[str]()
        for step in steps:
            before = _names(module, function)
            step.apply(context, module)
            names += sorted(_names(module, function) - before) or [step.buffer]
        return names


def plan_of(layouts: Sequence[BufferLayout]) -> Plan:
    """The plan of these layouts, by the text of all of them."""
    return Plan(tuple(layouts), "; ".join(map(str, layouts)))


def _names(module: ModuleOp, function: str | None) -> set[str]:
    found = find_functions(module, function, lambda _: True)
    return {name for f in found for value in buffers(f) if (name := buffer_name(value))}


def _is_torn(map: str) -> bool:
    """Whether neighbours in a row are not neighbours any more."""
    read = parse_map(map)
    return bool(read.inputs) and read.inputs[-1] not in read.outputs[-1].variables()


def parse_plan(text: str) -> Plan:
    """
    A plan as the option `layouts` has it: `A: map pad=.. extents=[..]; B: ..`.

    Raises OptionError for what is none, and for a buffer that has two layouts.
    """
    layouts = list[BufferLayout]()
    for part in text.split(";"):
        found = _ONE.fullmatch(part)
        if found is None:
            message = (
                f'the layouts "{text}" cannot be read at "{part.strip()}"; write them as {_FORM}'
            )
            raise OptionError("layouts", message)
        extents = parse_ints("extents", found["extents"])
        layouts.append(BufferLayout(found["buffer"], found["map"], found["pad"], extents))
        parse_map(found["map"])
    names = [layout.buffer for layout in layouts]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise OptionError("layouts", f"layouts gives {twice} two layouts: one of each is taken")
    return plan_of(layouts)
