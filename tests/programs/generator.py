"""
Random whole programs in the pad dialect's input language: logical indices, before
`pad-apply-layouts`.

Every program is defined on the inputs that `inputs` makes for it.
"""

from __future__ import annotations

import random

from .element_types import element_type, is_rare
from .layout_texts import layout_text
from .program import Parameter, Program
from .stages import StageWriter
from .writing import Buffer, Writer

__all__ = ["Parameter", "Program", "program"]

_SIZES = (1, 2, 3, 3, 4, 5, 6, 7, 8, 11, 13, 14, 16)
_MOST_CELLS = 96
_MOST_LINES = 85


def program(seed: int) -> Program:
    """The program of a seed, the same on every machine."""
    return _Generator(seed).program()


class _Generator:
    def __init__(self, seed: int):
        self.seed = seed
        self.choices = random.Random(f"pad program {seed}")
        self.features: set[str] = set()
        self.parameters: list[Parameter] = []

    def program(self) -> Program:
        """A function over a few buffers, in a few stages."""
        choices = self.choices
        writer = Writer(choices, self.features, hoists_constants=choices.random() < 0.7)
        main = element_type(choices, rare=choices.random() < 0.08)
        arguments = [self._argument(k, main) for k in range(choices.choice((1, 2, 2, 3, 3, 4)))]
        arguments[-1].writable = True
        stages = StageWriter(writer, arguments)
        locals_: list[Buffer] = []
        for _ in range(choices.choice((1, 1, 2, 2, 3, 4))):
            if len(writer.lines) > _MOST_LINES:
                break
            if choices.random() < 0.3:
                locals_.append(self._local(writer, len(locals_), main))
                stages.buffers.append(locals_[-1])
                stages.stage(locals_[-1])
            else:
                stages.stage(choices.choice([b for b in stages.buffers if b.writable]))
        stages.stage(choices.choice([b for b in arguments if b.writable]))
        for buffer in locals_:
            if buffer.origin == "alloc" and choices.random() < 0.8:
                writer.emit(f"memref.dealloc {buffer.name} : {buffer.type}")
        text = self._module(arguments, writer)
        return Program(self.seed, text, "f", frozenset(self.features), tuple(self.parameters))

    def _module(self, arguments: list[Buffer], writer: Writer) -> str:
        parameters = ", ".join(f"{b.name}: {b.type}" for b in arguments)
        lines = [f"func.func @f({parameters}) {{", *writer.body(), "  func.return", "}", ""]
        return "\n".join(lines)

    def _argument(self, number: int, main: str) -> Buffer:
        buffer = self._buffer("%" + "ABCDEFG"[number], main)
        buffer.writable = self.choices.random() < 0.5
        self.parameters.append(Parameter(buffer.name[1:], buffer.element, buffer.shape))
        return buffer

    def _local(self, writer: Writer, number: int, main: str) -> Buffer:
        buffer = self._buffer(f"%t{number}", main)
        buffer.origin = self.choices.choice(("alloc", "alloc", "alloc", "alloca"))
        buffer.readable = False
        self.features |= {"local", buffer.origin}
        writer.emit(f"{buffer.name} = memref.{buffer.origin}() : {buffer.type}")
        return buffer

    def _buffer(self, name: str, main: str) -> Buffer:
        choices, features = self.choices, self.features
        rank = choices.choice((0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4))
        shape = [choices.choice(_SIZES) for _ in range(rank)]
        if shape and choices.random() < 0.02:
            shape[choices.randrange(rank)] = 0
            features.add("empty")
        while _cells(shape) > _MOST_CELLS:
            shape[choices.randrange(rank)] = choices.choice((1, 2, 3, 4, 5))
        element = main if choices.random() < 0.7 else element_type(choices, rare=False)
        features |= {f"rank-{rank}", element}
        if is_rare(element):
            features.add("rare-type")
        layout = ""
        if choices.random() < 0.4:
            layout = ", " + layout_text(choices, shape, element, features)
        sizes = "".join(f"{size}x" for size in shape)
        type = f"memref<{sizes}{element}{layout}>"
        return Buffer(name, tuple(shape), element, type, laid_out=bool(layout))


def _cells(shape: list[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count
