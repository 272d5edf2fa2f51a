"""A module of several functions with layouts, what it does, and the same module without them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..end_to_end.kernel import Buffer
from ..end_to_end.placement import Step

TILES = "(i) -> (i floordiv 4, i mod 4)"
WRAP = "(io, ii) -> (0, io * 4 + ii - 14)"

HEADER = """
#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#kept = #pad.layout<[#tiles], ["forbidden"], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#fives = #pad.layout<[#tiles], [5.0 : f32], {}>
#ones = #pad.layout<[#tiles], ["identity(mulf)"], {}>
#around = #pad.layout<[#tiles], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>
"""
"""14 elements in tiles of 4, with each kind of padding."""

KEPT, ANY, ZEROS, FIVES, ONES, AROUND = (
    (Step(TILES, pad),) for pad in ("forbidden", "undef", "0.0", "5.0", "identity(mulf)", WRAP)
)

_LAYOUT = re.compile(r"^#\w+ = #pad\.layout.*$", re.MULTILINE)
_ATTACHED = re.compile(r"\s+attributes \{pad\.layouts = \{[^}]*\}\}")
_LAID_OUT = re.compile(r"(memref<[^<>#]*), #\w+>")
_COPY = re.compile(r"pad\.(?:un)?pack (%\w+) into (%\w+) : (\S+) into")
_CAST = re.compile(r"^ *(%\w+) = pad\.cast (%\w+) :.*$", re.MULTILINE)


@dataclass(frozen=True)
class Program:
    """
    A module whose function `main` runs it.

    Its layouts are in types, in attributes, or given by `passes`.
    """

    name: str
    text: str
    arguments: Mapping[str, Buffer]
    reference: Callable[..., Any]
    """Takes the arguments, writes the outputs in place, gives the result."""
    layouts: Mapping[str, tuple[Step, ...]] = field(default_factory=dict[str, tuple[Step, ...]])
    """Where the cells of the arguments of `main` lie, and those of its result, by the name ""."""
    passes: tuple[str, ...] = ()
    """The passes that give layouts, before `pad-apply-layouts`."""

    @property
    def pipeline(self) -> str:
        """The passes that make all buffers physical."""
        return ",".join((*self.passes, "pad-apply-layouts"))

    @property
    def plain(self) -> str:
        """The text without layouts: packing and unpacking are copies, a cast is nothing."""
        text = _ATTACHED.sub("", _LAID_OUT.sub(r"\1>", _LAYOUT.sub("", self.text)))
        text = _COPY.sub(r"memref.copy \1, \2 : \3 to", text)
        for new, old in _CAST.findall(text):
            text = re.sub(rf"{new}\b", old, _CAST.sub("", text, count=1))
        return text


def transform(function: str, buffer: str, *steps: Step) -> tuple[str, ...]:
    """The passes that give a buffer these steps."""
    return tuple(step.pipeline(function, buffer) for step in steps)


def stage(name: str, source: str, target: str, *body: str, element: str = "f32") -> str:
    """A function that writes B[i] = %b, by this body, from %a = A[i] for 14 elements."""
    a, b = (f"memref<14x{element}{', ' * bool(kind) + kind}>" for kind in (source, target))
    lines = "\n    ".join(body)
    return f"""
func.func private @{name}(%A: {a}, %B: {b}) {{
  affine.for %i = 0 to 14 {{
    %a = affine.load %A[%i] : {a}
    {lines}
    affine.store %b, %B[%i] : {b}
  }} {{pad.stage = "{name}"}}
  func.return
}}
"""


DOUBLED = "%b = arith.addf %a, %a : f32"
SQUARED = "%b = arith.mulf %a, %a : f32"
INCREMENTED = ("%one = arith.constant 1.0 : f32", "%b = arith.addf %a, %one : f32")
