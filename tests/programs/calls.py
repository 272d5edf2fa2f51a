"""Private functions and what calls them: buffers read, written, returned and freed elsewhere."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from .accesses import load, store
from .buffer_stages import plain_type
from .element_types import UNSTORABLE, constant_text
from .expressions import converted
from .loops import nest
from .writing import Buffer, Writer, modulo, number, variable

if TYPE_CHECKING:
    from .stages import Domain, StageWriter


@dataclass
class Helpers:
    """The private functions of a module so far."""

    choices: random.Random
    features: set[str]
    new_stages: Callable[[Writer, Sequence[Buffer]], StageWriter]
    texts: list[str] = field(default_factory=list[str])

    def call(self, stages: StageWriter, target: Buffer) -> None:
        """A stage that is a call of a new function."""
        sources = [b for b in stages.sources(target) if b.origin != "view" and _plain(b)]
        if not sources or target.origin == "view" or not _plain(target):
            stages.simple(target)
            return
        source = self.choices.choice(sources)
        forms = [self._plain, self._plain, self._scalar, self._new, self._freed, self._passed]
        self.choices.choice(forms)(stages, source, target)

    def _writer(self) -> Writer:
        hoists = self.choices.random() < 0.7
        return Writer(self.choices, self.features, hoists_constants=hoists)

    def _add(self, parameters: Sequence[Buffer], writer: Writer, last: str, results: str) -> str:
        name = f"h{len(self.texts)}"
        listed = ", ".join(f"{b.name}: {b.type}" for b in parameters)
        header = f"func.func private @{name}({listed}){results and f' -> {results}'} {{"
        self.texts.append("\n".join([header, *writer.body(), f"  {last}", "}"]))
        return name

    def _plain(self, stages: StageWriter, source: Buffer, target: Buffer) -> None:
        """The callee writes the target from the source."""
        self.features.add("call")
        caller, callee = stages.writer, self._writer()
        given, type = source.name, source.type
        if source.laid_out and caller.chance(0.8) and source.forbidden_type != source.type:
            self.features.add("pad.cast")
            type = source.forbidden_type
            given = caller.value(f"pad.cast {source.name} : {source.type} to {type}", "w")
        one = _parameter(source, "%X", type)
        other = _parameter(target, "%Y", target.type)
        inner = self.new_stages(callee, [one, other])
        inner.stage(other)
        name = self._add([one, other], callee, "func.return", "")
        attributes = stages.attributes()
        shown = f" {{{', '.join(attributes)}}}" if attributes else ""
        types = f"({type}, {target.type}) -> ()"
        caller.emit(f"func.call @{name}({given}, {target.name}){shown} : {types}")
        target.undef |= other.undef
        target.known = None

    def _scalar(self, stages: StageWriter, source: Buffer, target: Buffer) -> None:
        """The callee gives a number."""
        if source.element in UNSTORABLE:
            stages.simple(target)
            return
        self.features.add("call-scalar")
        caller, callee = stages.writer, self._writer()
        one = _parameter(source, "%X", source.type)
        place = [number(self.choices.randrange(n)) for n in source.shape]
        value = load(callee, one, place)
        name = self._add([one], callee, f"func.return {value} : {source.element}", source.element)
        types = f"({source.type}) -> {source.element}"
        caller.undef |= source.undef
        found = caller.value(f"func.call @{name}({source.name}) : {types}", "r")
        stages.scalars.append((found, source.element))
        stages.simple(target)
        stages.scalars.pop()

    def _new(self, stages: StageWriter, source: Buffer, target: Buffer) -> None:
        """The callee gives a new buffer, which the caller reads and frees."""
        self.features.add("call-new-buffer")
        caller, callee = stages.writer, self._writer()
        one = _parameter(source, "%X", source.type)
        made = replace(target, name="%T", origin="alloc", readable=False, undef=False, known=None)
        callee.emit(f"%T = memref.alloc() : {made.type}")
        self.new_stages(callee, [one, made]).stage(made)
        name = self._add([one], callee, f"func.return %T : {made.type}", made.type)
        types = f"({source.type}) -> {made.type}"
        found = caller.value(f"func.call @{name}({source.name}) : {types}", "r")
        result = replace(made, name=found, readable=True)
        _copied(stages, result, target)
        caller.emit(f"memref.dealloc {found} : {made.type}")

    def _freed(self, stages: StageWriter, source: Buffer, target: Buffer) -> None:
        """The callee frees a buffer that the caller has made."""
        self.features.add("call-frees")
        caller, callee = stages.writer, self._writer()
        name = caller.fresh("t")
        caller.emit(f"{name} = memref.alloc() : {source.type}")
        made = replace(source, name=name, origin="alloc", readable=False, known=None)
        _copied(stages, source, made)
        one = _parameter(made, "%X", made.type)
        other = _parameter(target, "%Y", target.type)
        self.new_stages(callee, [one, other]).stage(other)
        callee.emit(f"memref.dealloc %X : {made.type}")
        helper = self._add([one, other], callee, "func.return", "")
        types = f"({made.type}, {target.type}) -> ()"
        caller.emit(f"func.call @{helper}({name}, {target.name}) : {types}")
        target.undef |= other.undef
        target.known = None

    def _passed(self, stages: StageWriter, source: Buffer, target: Buffer) -> None:
        """The callee gives back what it was given, updated perhaps."""
        self.features.add("call-passes")
        caller, callee = stages.writer, self._writer()
        one = _parameter(source, "%X", source.type)
        if source.writable and source.origin != "global" and caller.chance(0.5):
            self.new_stages(callee, [one]).stage(one)
            source.undef |= one.undef
            source.known = None
        name = self._add([one], callee, f"func.return %X : {one.type}", one.type)
        types = f"({one.type}) -> {one.type}"
        found = caller.value(f"func.call @{name}({source.name}) : {types}", "r")
        _copied(stages, replace(source, name=found), target)


def _plain(buffer: Buffer) -> bool:
    return not buffer.element.startswith("vector")


def _parameter(buffer: Buffer, name: str, type: str) -> Buffer:
    return replace(buffer, name=name, type=type, origin="argument", known=None)


def _copied(stages: StageWriter, source: Buffer, target: Buffer) -> None:
    """The target is computed from this source; a part of it where the shapes differ."""
    writer = stages.writer
    if not source.cells:
        stages.simple(target)
        target.readable = True
        return
    writer.undef |= source.undef
    with nest(writer, target.shape, stages.attributes(), form=stages.form()) as variables:
        indices = [
            modulo(variable(variables[axis]), size) if axis < len(variables) else number(0)
            for axis, size in enumerate(source.shape)
        ]
        value = converted(writer, load(writer, source, indices), source.element, target.element)
        store(writer, target, [variable(v) for v in variables], value)
    target.readable = True


def local_argument(writer: Writer) -> Callable[[Sequence[int], str, Domain | None], Buffer]:
    """Give a helper a local, filled buffer in place of a further argument."""

    def make(shape: Sequence[int], element: str, domain: Domain | None) -> Buffer:
        type = plain_type(shape, element)
        name = writer.value(f"memref.alloc() : {type}", "t")
        buffer = Buffer(name, tuple(shape), element, type, origin="alloc")
        text = str(domain[0]) if isinstance(domain, tuple) else ""
        with nest(writer, shape, form="affine") as variables:
            text = text or constant_text(writer.choices, element, tame=True)
            value = writer.constant(text, element)
            store(writer, buffer, [variable(v) for v in variables], value)
        buffer.writable = False
        return buffer

    return make
