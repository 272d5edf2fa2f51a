"""Programs of stages, calls and copies between random layouts, drawn by a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

SHAPES = {1: (7,), 2: (3, 5)}
_MAPS = {
    1: [
        "(d0) -> (d0 floordiv 4, d0 mod 4)",
        "(d0) -> (d0 mod 4, d0 floordiv 4)",
        "(d0) -> (d0 + 2)",
    ],
    2: [
        "(d0, d1) -> (d0 floordiv 2, d1 floordiv 4, d0 mod 2, d1 mod 4)",
        "(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)",
        "(d0, d1) -> (d1, d0 * 2)",
    ],
}
_COPIED = {
    _MAPS[1][0]: "(d0, d1) -> (0, 1)",
    _MAPS[1][1]: "(d0, d1) -> (0, 1)",
    _MAPS[1][2]: "(d0) -> (3)",
    _MAPS[2][0]: "(d0, d1, d2, d3) -> (0, 0, 0, 1)",
    _MAPS[2][1]: "(d0, d1, d2) -> (0, 0, 1)",
    _MAPS[2][2]: "(d0, d1) -> (0, 2)",
}
"""Of each map, padding that copies a cell."""
_KINDS = ("0 : i32", "1 : i32", "5 : i32", '"undef"', '"forbidden"', '"identity(maxsi)"')
_LIKELY = 0.6
"""The probability that a layout is the first map, so that layouts meet."""


@dataclass(frozen=True)
class Buffer:
    """A memref of the program."""

    name: str
    rank: int
    layout: str | None
    is_local: bool = True

    @property
    def type(self) -> str:
        """Its MLIR type."""
        shape = "x".join(map(str, SHAPES[self.rank]))
        return f"memref<{shape}xi32{'' if self.layout is None else f', {self.layout}'}>"


class _Program:
    def __init__(self, seed: int):
        self._random = random.Random(seed)
        self._count = 0
        self._functions: list[str] = []
        self._lines: list[str] = []

    def text(self) -> str:
        arguments = [self._new(rank, self._layout(rank, 0.6), False) for rank in (1, 2, 2)]
        results = [self._new(rank, self._layout(rank, 0.6), False) for rank in (1, 2)]
        live = list(arguments)
        for _ in range(self._random.randint(3, 8)):
            if self._random.random() < 0.12:
                self._loop(live)
            else:
                self._step(live)
        for result in results:
            self._fill(result, live)
        if self._random.random() < 0.5:
            self._add_all(results[1], live)
        self._end(live)
        given = ", ".join(f"%{b.name}: {b.type}" for b in (*arguments, *results))
        body = "\n".join(f"  {line}" for line in self._lines)
        main = f"func.func @main({given}) {{\n{body}\n  func.return\n}}"
        return "\n".join([*self._functions, main]) + "\n"

    def _new(self, rank: int, layout: str | None, is_local: bool = True) -> Buffer:
        self._count += 1
        return Buffer(f"b{self._count}", rank, layout, is_local)

    def _alloc(self, rank: int, layout: str | None) -> Buffer:
        buffer = self._new(rank, layout)
        self._lines.append(f"%{buffer.name} = memref.alloc() : {buffer.type}")
        return buffer

    def _layout(self, rank: int, chance: float) -> str | None:
        if self._random.random() > chance:
            return None
        maps = _MAPS[rank]
        map = maps[0] if self._random.random() < _LIKELY else self._random.choice(maps)
        kind = self._random.choice([*_KINDS, f"affine_map<{_COPIED[map]}>"])
        return f"#pad.layout<[affine_map<{map}>], [{kind}], {{}}>"

    def _step(self, live: list[Buffer]) -> None:
        step = self._random.choice(
            [self._compute] * 3 + [self._pack] * 3 + [self._unpack] * 3 + [self._bump] * 3
        )
        step(live)

    def _compute(self, live: list[Buffer]) -> None:
        source = self._random.choice(live)
        rank = source.rank if self._random.random() < 0.75 else 1
        target = self._alloc(rank, self._layout(rank, 0.25))
        self._stage(target, live, source)
        live.append(target)

    def _pack(self, live: list[Buffer]) -> None:
        plain = [b for b in live if b.layout is None]
        if not plain:
            return
        source = self._random.choice(plain)
        others = [b for b in live if b.layout is not None and b.rank == source.rank]
        if others and self._random.random() < 0.15:
            target = self._random.choice(others)
        else:
            target = self._alloc(source.rank, self._layout(source.rank, 1))
            live.append(target)
        self._copy(source, target)

    def _unpack(self, live: list[Buffer]) -> None:
        packed = [b for b in live if b.layout is not None]
        if not packed:
            return
        source = self._random.choice(packed)
        others = [b for b in live if b.layout is None and b.rank == source.rank]
        if others and self._random.random() < 0.15:
            target = self._random.choice(others)
        else:
            target = self._alloc(source.rank, None)
            live.append(target)
        self._copy(source, target)

    def _copy(self, source: Buffer, target: Buffer) -> None:
        op = "pack" if source.layout is None else "unpack"
        line = f"pad.{op} %{source.name} into %{target.name} : {source.type} into {target.type}"
        self._lines.append(line)

    def _bump(self, live: list[Buffer]) -> None:
        """Changes a buffer in place, or only a part of it."""
        buffer = self._random.choice(live)
        if self._random.random() < 0.6:
            self._stage(buffer, live, buffer)
            return
        axes = ["%i0", "%i1"][: buffer.rank]
        index = f"%{buffer.name}[{', '.join(axes)}] : {buffer.type}"
        body = [
            _load("%x", buffer, axes),
            "%r = arith.addi %x, %x : i32",
            f"affine.store %r, {index}",
        ]
        extents = SHAPES[buffer.rank]
        self._lines += _loops(axes, (extents[0] - 1, *extents[1:]), body)

    def _fill(self, result: Buffer, live: Sequence[Buffer]) -> None:
        """An argument gets what a local buffer has, by a copy where the layouts allow one."""
        same = [b for b in live if b.rank == result.rank]
        if not same:
            self._stage(result, live, self._random.choice(live))
            return
        source = same[-1] if self._random.random() < 0.7 else self._random.choice(same)
        if (source.layout is None) != (result.layout is None):
            self._copy(source, result)
        else:
            self._stage(result, live, source)

    def _add_all(self, result: Buffer, live: Sequence[Buffer]) -> None:
        """Adds what buffers hold at the end to a result."""
        axes = ["%i0", "%i1"]
        body = [_load("%r0", result, axes)]
        for k, buffer in enumerate(live):
            body.append(_load(f"%x{k}", buffer, axes))
            body.append(f"%r{k + 1} = arith.addi %r{k}, %x{k} : i32")
        store = f"affine.store %r{len(live)}, %{result.name}[%i0, %i1] : {result.type}"
        self._lines += _loops(axes, SHAPES[2], [*body, store])

    def _loop(self, live: list[Buffer]) -> None:
        outer, self._lines = self._lines, []
        inside = list(live)
        for _ in range(self._random.randint(1, 3)):
            self._step(inside)
        self._end(inside[len(live) :])
        outer += ["affine.for %k = 0 to 2 {", *(f"  {line}" for line in self._lines), "}"]
        self._lines = outer

    def _end(self, live: Sequence[Buffer]) -> None:
        """Frees local buffers, some of them right after their last use."""
        for buffer in live:
            if not buffer.is_local:
                continue
            place = len(self._lines)
            if self._random.random() < 0.3:
                uses = [
                    k for k, line in enumerate(self._lines) if f"%{buffer.name}" in _words(line)
                ]
                while uses[-1] + 1 < place and self._lines[uses[-1] + 1][0] in " }":
                    uses[-1] += 1
                place = uses[-1] + 1
            self._lines.insert(place, f"memref.dealloc %{buffer.name} : {buffer.type}")

    def _stage(self, target: Buffer, live: Sequence[Buffer], source: Buffer) -> None:
        """Writes all of the target from the source, and maybe another buffer; maybe by a call."""
        second = self._random.choice([b for b in live if b.rank <= target.rank] or [source])
        if second.rank > target.rank or self._random.random() < 0.5:
            second = source
        if source.rank > target.rank:
            second = source
        used = list(dict.fromkeys((source, second, target)))
        if self._random.random() < 0.35:
            self._call(target, source, second, used)
        else:
            self._lines += self._nest(target, source, second)

    def _call(self, target: Buffer, source: Buffer, second: Buffer, used: list[Buffer]) -> None:
        name = f"f{len(self._functions)}"
        parameters = ", ".join(f"%{b.name}: {b.type}" for b in used)
        body = "\n".join(f"  {line}" for line in self._nest(target, source, second))
        private = self._random.choice(["", "private "])
        self._functions.append(
            f"func.func {private}@{name}({parameters}) {{\n{body}\n  func.return\n}}"
        )
        given, types = ", ".join(f"%{b.name}" for b in used), ", ".join(b.type for b in used)
        call = f"({given}) : ({types}) -> ()"
        if self._random.random() < 0.3:
            inner, name = name, f"f{len(self._functions)}"
            self._functions.append(
                f"func.func {private}@{name}({parameters}) {{\n"
                f"  func.call @{inner}{call}\n  func.return\n}}"
            )
        self._lines.append(f"func.call @{name}{call}")

    def _nest(self, target: Buffer, source: Buffer, second: Buffer) -> list[str]:
        constant = self._random.randint(-2, 3)
        combine = self._random.choice(["addi", "muli", "maxsi", "subi"])
        if target.rank < source.rank:
            return self._reduction(target, source, combine)
        axes = [f"%i{k}" for k in range(target.rank)]
        index = f"[{', '.join(axes)}]"
        body = [f"%c = arith.constant {constant} : i32"]
        body.append(_load("%x", source, axes))
        if second is source:
            body.append(f"%r = arith.{combine} %x, %c : i32")
        else:
            body += [_load("%y", second, axes), f"%z = arith.{combine} %x, %y : i32"]
            body.append("%r = arith.addi %z, %c : i32")
        body.append(f"affine.store %r, %{target.name}{index} : {target.type}")
        return _loops(axes, SHAPES[target.rank], body)

    def _reduction(self, target: Buffer, source: Buffer, combine: str) -> list[str]:
        combine = "addi" if combine == "subi" else combine
        last = SHAPES[source.rank][0]
        inner = [
            f"%t = affine.load %{target.name}[%i0] : {target.type}",
            f"%x = affine.load %{source.name}[%i1, %i0 mod 5] : {source.type}",
            f"%r = arith.{combine} %t, %x : i32",
            f"affine.store %r, %{target.name}[%i0] : {target.type}",
        ]
        body = [
            "%c = arith.constant 1 : i32",
            f"affine.store %c, %{target.name}[%i0] : {target.type}",
            *_loops(["%i1"], (last,), inner),
        ]
        return _loops(["%i0"], SHAPES[1], body)


def _load(name: str, buffer: Buffer, axes: Sequence[str]) -> str:
    index = f"[{', '.join(axes[: buffer.rank])}]"
    return f"{name} = affine.load %{buffer.name}{index} : {buffer.type}"


def _loops(axes: Sequence[str], extents: Sequence[int], body: Sequence[str]) -> list[str]:
    lines = list(body)
    for axis, extent in zip(reversed(axes), reversed(extents), strict=True):
        lines = [f"affine.for {axis} = 0 to {extent} {{", *(f"  {x}" for x in lines), "}"]
    return lines


def _words(line: str) -> list[str]:
    return line.replace(",", " ").replace("(", " ").replace(")", " ").replace("[", " ").split()


def program(seed: int) -> str:
    """The text of a module whose @main reads and writes arguments with and without layouts."""
    return _Program(seed).text()
