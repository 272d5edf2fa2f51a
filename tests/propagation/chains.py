"""Softmax and a bit more: eight stages between packed ends, in several forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..end_to_end.placement import Step

Array = NDArray[np.float32]

_ELEMENT_WISE = {
    "add_one": "%r = arith.addf %x, %one : f32",
    "shift": "%r = arith.subf %x, %y : f32",
    "exp": "%r = math.exp %x : f32",
    "divide": "%r = arith.divf %x, %y : f32",
    "scale": "%r = arith.mulf %x, %half : f32",
    "residual": "%r = arith.addf %x, %y : f32",
}
_REDUCTIONS = {
    "row_max": ("0xFF800000", "arith.maximumf"),
    "row_sum": ("0.0", "arith.addf"),
}
STAGES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("add_one", "b", ("a",)),
    ("row_max", "m", ("b",)),
    ("shift", "c", ("b", "m")),
    ("exp", "d", ("c",)),
    ("row_sum", "s", ("d",)),
    ("divide", "e", ("d", "s")),
    ("scale", "f", ("e",)),
    ("residual", "g", ("f", "a")),
)
"""Each stage with what it writes and what it reads; `m` and `s` have one element a row."""
_VECTORS = ("m", "s")


@dataclass(frozen=True)
class Chain:
    """
    The stages on a matrix, from `A` to `B`.

    `as_calls` makes each a function. `copied` packs what a stage writes, by these layouts in turn,
    and unpacks it again for what reads it.
    """

    shape: tuple[int, int]
    step: Step
    as_calls: bool = False
    visibility: str = "private"
    copied: Sequence[tuple[Step, Step]] = field(default_factory=tuple)
    """Layouts of matrices, and of vectors."""

    @property
    def text(self) -> str:
        """The module, with @chain for all of it."""
        body = [f"%a = memref.alloc() : {self._plain('a')}", *self._copy("A", "a", self.step)]
        ends = ["a"]
        current = {"a": "a"}
        for number, (stage, target, sources) in enumerate(STAGES):
            body.append(f"%{target} = memref.alloc() : {self._plain(target)}")
            ends.append(target)
            body += self._stage(stage, target, [current[source] for source in sources])
            current[target] = target
            if self.copied and target != "g":
                steps = self.copied[number % len(self.copied)]
                packed = laid_out(self._extents(target), steps[target in _VECTORS])
                again = f"{target}2"
                body += [
                    f"%{target}1 = memref.alloc() : {packed}",
                    f"pad.pack %{target} into %{target}1 : {self._plain(target)} into {packed}",
                    f"%{again} = memref.alloc() : {self._plain(target)}",
                    f"pad.unpack %{target}1 into %{again} : {packed} into {self._plain(target)}",
                    f"memref.dealloc %{target}1 : {packed}",
                ]
                ends.append(again)
                current[target] = again
        ends_text = [f"memref.dealloc %{name} : {self._plain(name[0])}" for name in ends]
        body += [*self._copy("g", "B", self.step), *ends_text, "func.return"]
        type = laid_out(self.shape, self.step)
        main = _function("", "chain", f"%A: {type}, %B: {type}", body)
        callees = [self._callee(*stage) for stage in STAGES] if self.as_calls else []
        return "\n".join([main, *callees])

    def _extents(self, name: str) -> tuple[int, ...]:
        return self.shape[:1] if name in _VECTORS else self.shape

    def _plain(self, name: str) -> str:
        return laid_out(self._extents(name), None)

    def _copy(self, source: str, target: str, step: Step) -> list[str]:
        packed, plain = laid_out(self.shape, step), laid_out(self.shape, None)
        if source == "A":
            return [f"pad.unpack %{source} into %{target} : {packed} into {plain}"]
        return [f"pad.pack %{source} into %{target} : {plain} into {packed}"]

    def _stage(self, stage: str, target: str, sources: Sequence[str]) -> list[str]:
        if not self.as_calls:
            return self._nest(stage, target, sources)
        given = [*sources, target]
        types = ", ".join(self._plain(name[0]) for name in given)
        return [f"func.call @{stage}({', '.join(f'%{n}' for n in given)}) : ({types}) -> ()"]

    def _callee(self, stage: str, target: str, sources: Sequence[str]) -> str:
        names = [*sources, target]
        parameters = ", ".join(f"%{name}: {self._plain(name)}" for name in names)
        body = [*self._nest(stage, target, sources), "func.return"]
        return _function(self.visibility, stage, parameters, body)

    def _nest(self, stage: str, target: str, sources: Sequence[str]) -> list[str]:
        rows, columns = self.shape
        loads = [
            f"%{value} = affine.load %{name}[{'%i' if name[0] in _VECTORS else '%i, %j'}] : "
            f"{self._plain(name[0])}"
            for value, name in zip(("x", "y"), sources, strict=False)
        ]
        if stage in _REDUCTIONS:
            start, op = _REDUCTIONS[stage]
            return [
                f"affine.for %i = 0 to {rows} {{",
                f"  %start = arith.constant {start} : f32",
                f"  affine.store %start, %{target}[%i] : {self._plain(target)}",
                f"  affine.for %j = 0 to {columns} {{",
                f"    %t = affine.load %{target}[%i] : {self._plain(target)}",
                *(f"    {line}" for line in loads),
                f"    %r = {op} %t, %x : f32",
                f"    affine.store %r, %{target}[%i] : {self._plain(target)}",
                "  }",
                f'}} {{pad.stage = "{stage}"}}',
            ]
        return [
            f"affine.for %i = 0 to {rows} {{",
            f"  affine.for %j = 0 to {columns} {{",
            "    %one = arith.constant 1.0 : f32",
            "    %half = arith.constant 0.5 : f32",
            *(f"    {line}" for line in loads),
            f"    {_ELEMENT_WISE[stage]}",
            f"    affine.store %r, %{target}[%i, %j] : {self._plain(target)}",
            "  }",
            f'}} {{pad.stage = "{stage}"}}',
        ]

    def reference(self, given: Array) -> Array:
        """The result of @chain for A, up to roundings of exp and of sums."""
        shifted = given + 1 - (given + 1).max(1, keepdims=True)
        powers = np.exp(shifted)
        return powers / powers.sum(1, keepdims=True) * np.float32(0.5) + given


def laid_out(shape: Sequence[int], step: Step | None) -> str:
    """A memref type of f32."""
    text = f"memref<{'x'.join(map(str, shape))}xf32"
    if step is None:
        return f"{text}>"
    words = ("forbidden", "undef")
    pad = f'"{step.pad}"' if step.pad in words or "(" in step.pad else f"{step.pad} : f32"
    given = {"align": step.align, "extents": step.extents}
    options = ", ".join(f"{name} = {list(values)}" for name, values in given.items() if values)
    return f"{text}, #pad.layout<[affine_map<{step.map}>], [{pad}], {{{options}}}>>"


def _function(visibility: str, name: str, parameters: str, body: Sequence[str]) -> str:
    lines = "\n".join(f"  {line}" for line in body)
    return f"func.func {visibility} @{name}({parameters}) {{\n{lines}\n}}".replace("  @", " @")
