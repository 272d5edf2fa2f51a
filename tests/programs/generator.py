"""
Random whole programs in the pad dialect's input language: logical indices, before
`pad-apply-layouts`.

Every program is defined on the inputs that `inputs` makes for it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from .buffer_stages import plain_type
from .calls import Helpers, local_argument
from .dynamic_programs import dynamic_program
from .element_types import UNSTORABLE, constant_text, element_type, is_float, is_rare
from .layout_texts import layout_text, map_attribute
from .plain_programs import plain_program
from .program import Parameter, Program
from .stages import Domain, StageWriter
from .writing import Buffer, Var, Writer, number

__all__ = ["Parameter", "Program", "program"]

_SIZES = (1, 2, 3, 3, 4, 5, 6, 7, 8, 11, 13, 14, 16)
_VECTORS = ("vector<4xf32>", "vector<4xf32>", "vector<2xf64>", "vector<8xi8>")
_FLAGS = ("nnan", "ninf", "nsz", "nnan,ninf", "nnan,ninf,nsz", "contract", "reassoc,nsz", "fast")
_MOST_CELLS = 96
_MOST_LINES = 75
_LONGEST = 130


def program(seed: int) -> Program:
    """The program of a seed, the same on every machine."""
    attempt = 0
    while True:
        choices = random.Random(f"pad program {seed}.{attempt}")
        kind = choices.random()
        if kind < 0.06:
            made = dynamic_program(seed, choices)
        elif kind < 0.48:
            made = plain_program(seed, choices)
        else:
            made = _Generator(seed, choices).program()
        if made.text.count("\n") <= _LONGEST:
            return made
        attempt += 1


class _Generator:
    def __init__(self, seed: int, choices: random.Random):
        self.seed = seed
        self.choices = choices
        self.features: set[str] = set()
        self.parameters: list[Parameter] = []
        self.arguments: list[Buffer] = []
        self.globals: list[str] = []
        self.functions: list[str] = []
        self.domain: Domain = "any"
        self.flags, self.overflow = self._chosen_flags()
        self.helpers = Helpers(choices, self.features, self._inner_stages)

    def program(self) -> Program:
        """A function over a few buffers, in a few stages."""
        choices = self.choices
        writer = Writer(choices, self.features, hoists_constants=choices.random() < 0.7)
        writer.fastmath, writer.overflow = self.flags, self.overflow
        main = self._main_type()
        for _ in range(choices.choice((1, 2, 2, 3, 3, 4))):
            self._argument(main)
        self.arguments[-1].writable = True
        stages = StageWriter(writer, self.arguments, self._new_argument, self.helpers.call)
        self._scalars(stages)
        if choices.random() < 0.15:
            stages.buffers.append(self._global(writer, main))
        locals_ = self._body(stages, main)
        returned = self._results(stages, locals_)
        for buffer in locals_:
            if buffer.origin == "alloc" and choices.random() < 0.8 and buffer not in returned:
                writer.emit(f"memref.dealloc {buffer.name} : {buffer.type}")
        text = self._module(writer)
        return Program(self.seed, text, "f", frozenset(self.features), tuple(self.parameters))

    def _body(self, stages: StageWriter, main: str) -> list[Buffer]:
        choices, writer = self.choices, stages.writer
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
        if len(writer.lines) <= _MOST_LINES:
            stages.stage(choices.choice([b for b in self.arguments if b.writable]))
        return locals_

    def _results(self, stages: StageWriter, locals_: Sequence[Buffer]) -> list[Buffer]:
        """The results of the function: mostly none, else numbers and buffers."""
        choices, writer = self.choices, stages.writer
        self.returned: list[tuple[str, str]] = []
        found: list[Buffer] = []
        for _ in range(choices.choice((0, 0, 0, 1, 1, 2))):
            kept = [b for b in (*locals_, *self.arguments) if b.origin != "alloca"]
            buffer = choices.choice(kept)
            if not buffer.cells or choices.random() < 0.5:
                found.append(buffer)
                self.returned.append((buffer.name, buffer.type))
                self.features.add("result-buffer")
            else:
                place = [number(choices.randrange(n)) for n in buffer.shape]
                indices = ", ".join(writer.materialised(index) for index in place)
                value = writer.value(f"memref.load {buffer.name}[{indices}] : {buffer.type}", "r")
                self.returned.append((value, buffer.element))
                self.features.add("result-scalar")
        return found

    def _module(self, writer: Writer) -> str:
        listed = [f"{b.name}: {b.type}" for b in self.arguments]
        order = {p.name: k for k, p in enumerate(self.parameters)}
        scalars = [p for p in self.parameters if p.shape is None]
        listed += [f"%{p.name}: {p.element}" for p in scalars]
        self.parameters.sort(key=lambda p: (p.shape is None, order[p.name]))
        if self.choices.random() < 0.1:
            self.features.add("pad.name")
            name = self.arguments[0].name[1:]
            listed[0] += f' {{pad.name = "{name}"}}'
        types = ", ".join(type for _, type in self.returned)
        results = f" -> ({types})" if self.returned else ""
        values = ", ".join(name for name, _ in self.returned)
        last = f"  func.return {values} : {types}" if self.returned else "  func.return"
        header = f"func.func @f({', '.join(listed)}){results}{self._attributes()} {{"
        entry = [header, *writer.body(), last, "}", ""]
        return "\n".join([*self.globals, *self.functions, *self.helpers.texts, *entry])

    def _attributes(self) -> str:
        if self.choices.random() < 0.04:  # the arrays of `inputs` are distinct anyway
            self.features.add("pad.may_alias")
            return " attributes {pad.may_alias}"
        plain = [b for b in self.arguments if not b.laid_out and b.shape and b.cells]
        plain = [b for b in plain if not b.element.startswith("vector")]
        if self.helpers.texts or self.returned or not plain or self.choices.random() > 0.35:
            return ""
        self.features.add("pad.layouts")
        buffer = self.choices.choice(plain)
        name = buffer.name[1:]
        text = map_attribute(self.choices, buffer.shape)
        return f" attributes {{pad.layouts = {{{name} = [{text}]}}}}"

    def _chosen_flags(self) -> tuple[str, str]:
        form = self.choices.random()
        if form < 0.1:
            flags = self.choices.choice(_FLAGS)
            self.features |= {"fastmath", *(["nsz"] if "nsz" in flags or flags == "fast" else [])}
            exact = any(flag in flags for flag in ("contract", "reassoc", "fast"))
            self.domain = "exact" if exact else "moderate"
            return flags, ""
        if form < 0.16:
            self.features.add("overflow-flags")
            self.domain = "exact"
            return "", self.choices.choice(("nsw", "nuw", "nsw, nuw"))
        if form < 0.22:
            self.domain = "finite"
        return "", ""

    def _main_type(self) -> str:
        if self.choices.random() < 0.05:
            return self.choices.choice(_VECTORS)
        if "overflow-flags" in self.features:
            return "i32"
        if "fastmath" in self.features:
            return self.choices.choice(("f32", "f32", "f64"))
        return element_type(self.choices, rare=self.choices.random() < 0.12)

    def _argument(self, main: str) -> None:
        buffer = self._new_argument(self._shape(), self._element(main), None)
        buffer.writable = self.choices.random() < 0.5

    def _new_argument(self, shape: Sequence[int], element: str, domain: Domain | None) -> Buffer:
        buffer = self._buffer(f"%{_letters(len(self.arguments))}", shape, element)
        buffer.writable = False
        if domain is None:
            domain = self.domain
            if domain == "any" and self.choices.random() < 0.15:
                domain = self._known_domain(buffer)
        lanes, scalar = 0, element
        if element.startswith("vector"):
            lanes, scalar = int(element[7]), element[9:-1]
        parameter = Parameter(buffer.name[1:], scalar, buffer.shape, domain, lanes=lanes)
        self.arguments.append(buffer)
        self.parameters.append(parameter)
        return buffer

    def _known_domain(self, buffer: Buffer) -> Domain:
        """A domain that an assume may state."""
        type = buffer.element
        if type in ("f32", "f64", "f16", "bf16"):
            buffer.known = _is_finite(type)
            return "finite"
        if is_float(type) or type in ("i1", "index", *UNSTORABLE) or type.startswith("vector"):
            return "any"
        low, high = self.choices.choice(((0, 3), (-2, 5), (1, 1)))
        buffer.known = _is_between(type, low, high)
        return low, high

    def _scalars(self, stages: StageWriter) -> None:
        """Numbers among the arguments."""
        for k in range(self.choices.choice((0, 0, 0, 1, 2))):
            element = self.choices.choice(("f32", "i32", "index", "index", "i1", "f64"))
            name = f"n{k}"
            self.features.add("scalar-argument")
            if element == "index":
                low, high = self.choices.choice(((0, 3), (1, 7), (-2, 2)))
                self.parameters.append(Parameter(name, element, None, (low, high)))
                stages.sizes.append(Var(f"%{name}", low, high))
                if self.choices.random() < 0.4:
                    self._assume_size(stages.writer, f"%{name}", low, high)
            else:
                self.parameters.append(Parameter(name, element, None, self.domain))
                stages.scalars.append((f"%{name}", element))

    def _assume_size(self, writer: Writer, name: str, low: int, high: int) -> None:
        self.features |= {"assume", "assume-size"}
        least, most = writer.index_constant(low), writer.index_constant(high)
        one = writer.value(f"arith.cmpi sge, {name}, {least} : index", "p")
        other = writer.value(f"arith.cmpi sle, {name}, {most} : index", "p")
        both = writer.value(f"arith.andi {one}, {other} : i1", "p")
        writer.emit(f"pad.assume {both} : i1")

    def _local(self, writer: Writer, number: int, main: str) -> Buffer:
        buffer = self._buffer(f"%local{number}", self._shape(), self._element(main))
        buffer.origin = self.choices.choice(("alloc", "alloc", "alloc", "alloca"))
        buffer.readable = False
        self.features |= {"local", buffer.origin}
        writer.emit(f"{buffer.name} = memref.{buffer.origin}() : {buffer.type}")
        return buffer

    def _global(self, writer: Writer, main: str) -> Buffer:
        """A constant or variable of the module."""
        choices = self.choices
        shape = [size or 1 for size in self._shape()]
        element = main if main in ("f32", "f64", "i32", "i8", "i64", "f16") else "f32"
        buffer = self._buffer("%g0", shape, element, plain_padding=True)
        buffer.origin = "global"
        buffer.writable = choices.random() < 0.5
        self.features.add("global-variable" if buffer.writable else "global-constant")
        constant = "" if buffer.writable else "constant "
        values = _dense(choices, shape, element)
        self.globals.append(
            f'memref.global "private" {constant}@g0 : {buffer.type} = dense<{values}>'
        )
        writer.emit(f"%g0 = memref.get_global @g0 : {buffer.type}")
        return buffer

    def _shape(self) -> list[int]:
        choices = self.choices
        if self.arguments and choices.random() < 0.45:  # as buffers of one program are, mostly
            return list(choices.choice(self.arguments).shape)
        rank = choices.choice((0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4))
        shape = [choices.choice(_SIZES) for _ in range(rank)]
        if shape and choices.random() < 0.02:
            shape[choices.randrange(rank)] = 0
            self.features.add("empty")
        while _cells(shape) > _MOST_CELLS:
            shape[choices.randrange(rank)] = choices.choice((1, 2, 3, 4, 5))
        return shape

    def _element(self, main: str) -> str:
        choices = self.choices
        if self.flags or self.overflow:
            return main
        return main if choices.random() < 0.7 else element_type(choices, rare=False)

    def _buffer(
        self, name: str, shape: Sequence[int], element: str, *, plain_padding: bool = False
    ) -> Buffer:
        choices, features = self.choices, self.features
        features |= {f"rank-{len(shape)}", element}
        if is_rare(element):
            features.add("rare-type")
        if choices.random() > 0.4:
            return Buffer(name, tuple(shape), element, plain_type(shape, element))
        scalar = element[9:-1] if element.startswith("vector") else element
        functions = None if plain_padding or scalar != element else self.functions
        layout = layout_text(choices, shape, scalar, features, functions)
        type, weaker = (
            plain_type(shape, element, f", {text}") for text in (layout.text, layout.forbidden)
        )
        return Buffer(name, tuple(shape), element, type, laid_out=True, forbidden_type=weaker)

    def _inner_stages(self, writer: Writer, buffers: Sequence[Buffer]) -> StageWriter:
        """Stages of a helper: no calls, no further arguments."""
        writer.fastmath, writer.overflow = self.flags, self.overflow
        return StageWriter(writer, buffers, local_argument(writer), None)


class _is_finite:
    """`absf(x) < inf`, or that x is ordered where infinities are not asked about."""

    def __init__(self, type: str):
        self.type = type

    def __call__(self, writer: Writer, value: str) -> str:
        if writer.chance(0.3):
            return writer.value(f"arith.cmpf ord, {value}, {value} : {self.type}", "p")
        infinity = {"f32": "0x7F800000", "f64": "0x7FF0000000000000"}
        infinity |= {"f16": "0x7C00", "bf16": "0x7F80"}
        limit = writer.constant(infinity[self.type], self.type)
        size = writer.value(f"math.absf {value} : {self.type}")
        return writer.value(f"arith.cmpf olt, {size}, {limit} : {self.type}", "p")


class _is_between:
    """`low <= x` and `x <= high`."""

    def __init__(self, type: str, low: int, high: int):
        self.type, self.low, self.high = type, low, high

    def __call__(self, writer: Writer, value: str) -> str:
        low = writer.constant(str(self.low), self.type)
        high = writer.constant(str(self.high), self.type)
        one = writer.value(f"arith.cmpi sge, {value}, {low} : {self.type}", "p")
        other = writer.value(f"arith.cmpi sle, {value}, {high} : {self.type}", "p")
        return writer.value(f"arith.andi {one}, {other} : i1", "p")


def _dense(choices: random.Random, shape: Sequence[int], element: str) -> str:
    """The values of a global, of one kind or all different."""
    if choices.random() < 0.3 or not shape:
        return constant_text(choices, element, tame=True)

    def nested(axes: Sequence[int]) -> str:
        if not axes:
            return constant_text(choices, element, tame=True)
        return f"[{', '.join(nested(axes[1:]) for _ in range(axes[0]))}]"

    return nested(shape)


def _letters(number: int) -> str:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number] if number < 26 else f"Z{number}"


def _cells(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count
