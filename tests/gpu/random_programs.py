"""Random nests for GPUs: rows that are worked on in phases, which threads share, or one runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..lanes.programs import Writer
from ..lanes.text import COLUMNS, ROWS, Loop

_SHARED = 3
"""Memory space of what the threads of a block share."""


@dataclass
class RowWriter(Writer):
    """
    Writes one function: a few stages, in which each row of C is worked on in phases.

    The phases of a row read what others of that row have written, in other places: threads have to
    meet in between. `%T` are tiles of a row in shared memory.
    """

    row: str = ""
    stages: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The loops of each."""
    tiles: list[str] = field(default_factory=list[str])
    """The tiles that may be read now."""

    def function(self) -> str:
        """The text of the function."""
        self.head()
        for _ in range(self.random.choice((1, 1, 2, 3))):
            if self.draw(0.15):
                self._nest([], self.random.choice((1, 2)), self._update)
            else:
                self._rows()
            if self.draw(0.15):
                self.store(self._value([Loop("%zero", 0, 0)]), [Loop("%zero", 0, 0)])
        self.lines += [f"memref.dealloc %L : {self.buffer('L')}", "func.return", "}"]
        return "\n".join(self.lines)

    def head(self) -> None:
        """Begins the function."""
        super().head()
        self.lines.append("%zero = arith.constant 0 : index")

    def buffer(self, name: str) -> str:
        """The type of a buffer."""
        shared = f"memref<{COLUMNS}x{self.type}, {_SHARED} : i64>"
        return shared if name.startswith("T") else super().buffer(name)

    def _rows(self) -> None:
        name, before = self.name("i"), len(self.iterators)
        self.iterators.append(name[1:])
        self.row = name
        self.lines.append(f"affine.for {name} = 0 to {self.random.choice((1, 2, ROWS))} {{")
        loops = [Loop(name, 0, ROWS - 1)]
        for _ in range(self.random.choice((1, 2, 2, 3, 4))):
            self._phase(loops, 0)
        stage = f"s{len(self.stages)}"
        self.stages[stage] = self.iterators[before:]
        self.lines.append(f'}} {{pad.stage = "{stage}"}}')
        self.row = ""

    # --- phases

    def _phase(self, loops: list[Loop], depth: int) -> None:
        kinds = [self._spread, self._spread, self._spread, self._sum, self._sum, self._single]
        kinds += [self._scan, self._bounded, self._tiled, self._gathered]
        if depth < 2:
            kinds += [self._repeated, self._repeated, self._decided]
        kind = self.random.choice(kinds)
        kind(loops, depth)

    def _spread(self, loops: list[Loop], depth: int) -> None:
        """Cells of the row, each from others."""
        if self.draw(0.25):
            outer, inner = self._loop(4), self._loop(8)
            self.lines.append(f"affine.for {outer.name} = 0 to 4 {{")
            self.lines.append(f"affine.for {inner.name} = 0 to 8 {{")
            place = f"{outer.name} * 8 + {inner.name}"
            self._assign([*loops, outer, inner], place, 32)
            self.lines += ["}", "}"]
            return
        loop = self._loop(self.random.choice((1, 3, 8, 16, 17, 32, 36, COLUMNS)))
        self.lines.append(f"affine.for {loop.name} = 0 to {loop.last + 1} {{")
        self._assign([*loops, loop], loop.name, loop.last + 1)
        if self.draw(0.15):
            self._assign([*loops, loop], loop.name, loop.last + 1)
        self.lines.append("}")

    def _assign(self, loops: list[Loop], place: str, extent: int) -> None:
        """A cell of the row for each place, of what is somewhere else in it."""
        value = self._value(loops)
        if self.draw(0.7):
            value = self._with(value, self.line(f"affine.load {self._row_cell(place, extent)}"))
        target = self._row_cell(place, extent)
        if self.draw(0.3):
            value = self._with(value, self.line(f"affine.load {target}"))
        if self.draw(0.15):
            self.lines += [f"{self._guard(loops)} {{", f"affine.store {value}, {target}", "}"]
            return
        self.lines.append(f"affine.store {value}, {target}")

    def _with(self, left: str, right: str) -> str:
        op = self.random.choice(("addf", "maximumf", "subf") if self.is_float else ("addi", "xori"))
        return self.line(f"arith.{op} {left}, {right} : {self.type}")

    def _sum(self, loops: list[Loop], depth: int) -> None:
        """A reduction of the row, in a cell or carried; what it gives is used by all."""
        loop = self._loop(self.random.choice((3, 16, 17, 32, COLUMNS)))
        kind, flags = self._kind()
        bounds = f"0 to {loop.last + 1}"
        inside = [*loops, loop]
        if self.draw(0.5):
            cell = self._row_cell(str(self.random.randrange(COLUMNS)), 1)
            self.lines.append(f"affine.for {loop.name} = {bounds} {{")
            old = self.line(f"affine.load {cell}")
            new = self._combined(kind, flags, old, inside)
            self.lines += [f"affine.store {new}, {cell}", "}"]
            return
        result, argument = self.name("r"), self.name("s")
        carried = f"iter_args({argument} = %k{self.random.randrange(3)}) -> ({self.type})"
        self.lines.append(f"{result} = affine.for {loop.name} = {bounds} {carried} {{")
        value = self.line(f"affine.load {self._row_cell(loop.name, loop.last + 1)}")
        new = self.line(f"arith.{kind} {argument}, {value}{flags} : {self.type}")
        self.lines += [f"affine.yield {new} : {self.type}", "}"]
        if self.draw(0.5):
            cell = self._row_cell(str(self.random.randrange(COLUMNS)), 1)
            self.lines.append(f"affine.store {result}, {cell}")
            return
        other = self._loop(self.random.choice((8, 32, COLUMNS)))
        self.lines.append(f"affine.for {other.name} = 0 to {other.last + 1} {{")
        cell = self._row_cell(other.name, other.last + 1)
        new = self._with(self.line(f"affine.load {cell}"), result)
        self.lines += [f"affine.store {new}, {cell}", "}"]

    def _single(self, loops: list[Loop], depth: int) -> None:
        """Write statements that one thread runs for all."""
        source, target = (self._row_cell(str(self.random.randrange(4)), 1) for _ in range(2))
        value = self._with(self.line(f"affine.load {source}"), self._value(loops, 1))
        self.lines.append(f"affine.store {value}, {target}")

    def _scan(self, loops: list[Loop], depth: int) -> None:
        """A loop that threads cannot share."""
        loop = self._loop(self.random.choice((4, 8, 20)))
        self.lines.append(f"affine.for {loop.name} = 1 to {loop.last + 1} {{")
        name = self._row_buffer()
        cell = f"{self.row}, " if name == "C" else ""
        old = self.line(f"affine.load %{name}[{cell}{loop.name} - 1] : {self.buffer(name)}")
        value = self._with(
            old, self.line(f"affine.load {self._row_cell(loop.name, loop.last + 1)}")
        )
        self.lines.append(f"affine.store {value}, %{name}[{cell}{loop.name}] : {self.buffer(name)}")
        self.lines.append("}")

    def _bounded(self, loops: list[Loop], depth: int) -> None:
        """A loop that ends where the row, or the argument, says."""
        loop = self._loop(24)
        end = self.random.choice(
            (
                f"affine_map<(d0) -> (d0 + 9)>({self.row})",
                f"min affine_map<(d0)[s0] -> (d0 * 3 + 4, s0)>({self.row})[%n]",
                "%n",
            )
        )
        first = self.random.choice((0, 0, 2))
        self.lines.append(f"affine.for {loop.name} = {first} to {end} {{")
        self._assign([*loops, loop], loop.name, 24)
        self.lines.append("}")

    def _tiled(self, loops: list[Loop], depth: int) -> None:
        """A tile in shared memory: filled, used in another order, perhaps filled again."""
        tile = self.name("T")
        loop = self._loop(COLUMNS)
        self.lines.append(f"{tile} = memref.alloc() : {self.buffer('T')}")
        self.lines.append(f"affine.for {loop.name} = 0 to {COLUMNS} {{")
        self.lines.append(
            f"affine.store {self._value([*loops, loop])}, {tile}[{self._turned(loop)}] : "
            f"{self.buffer('T')}"
        )
        self.lines.append("}")
        self.tiles.append(tile[1:])
        for _ in range(self.random.choice((1, 2, 3))):
            self._phase(loops, depth + 1)
        self.tiles.remove(tile[1:])
        if self.draw(0.7):
            self.lines.append(f"memref.dealloc {tile} : {self.buffer('T')}")

    def _gathered(self, loops: list[Loop], depth: int) -> None:
        """The cells of the row, updated again and again from tiles."""
        rounds, fill, use = self._loop(3), self._loop(COLUMNS), self._loop(COLUMNS)
        tile = self.name("T")
        self.lines.append(f"affine.for {rounds.name} = 0 to 3 {{")
        self.lines.append(f"{tile} = memref.alloc() : {self.buffer('T')}")
        self.lines.append(f"affine.for {fill.name} = 0 to {COLUMNS} {{")
        value, place = self._value([*loops, rounds, fill]), self._turned(fill)
        self.lines += [f"affine.store {value}, {tile}[{place}] : {self.buffer('T')}", "}"]
        self.lines.append(f"affine.for {use.name} = 0 to {COLUMNS} {{")
        cell = f"%C[{self.row}, {self._turned(use)}] : {self.buffer('C')}"
        old = self.line(f"affine.load {cell}")
        other = self.line(f"affine.load {tile}[{self._turned(use)}] : {self.buffer('T')}")
        self.lines += [f"affine.store {self._with(old, other)}, {cell}", "}", "}"]

    def _turned(self, loop: Loop) -> str:
        return self.random.choice((loop.name, f"{loop.last} - {loop.name}"))

    def _repeated(self, loops: list[Loop], depth: int) -> None:
        """Phases that all threads run again and again."""
        loop = self._loop(self.random.choice((0, 1, 2, 3, 3)))
        bounds = f"0 to {loop.last + 1}"
        head, end = f"affine.for {loop.name} = {bounds} {{", "}"
        if self.draw(0.2):
            loop = Loop(loop.name, 0, ROWS - 3)
            head = f"affine.for {loop.name} = 0 to affine_map<(d0) -> (d0 - 1)>({self.row}) {{"
        elif self.draw(0.2):
            self.iterators.remove(loop.name[1:])
            head = f"scf.for {loop.name} = %zero to %c2 step %c2 {{"
        self.lines.append(head)
        for _ in range(self.random.choice((1, 2, 2, 3))):
            self._phase([*loops, loop] if head.startswith("affine") else loops, depth + 1)
        self.lines.append(end)

    def _decided(self, loops: list[Loop], depth: int) -> None:
        """Phases that all threads run, or none, as the row or what is in it says."""
        if self.draw(0.5):
            value = self.line(f"affine.load {self._row_cell(str(self.random.randrange(4)), 1)}")
            self.lines.append(f"scf.if {self._condition(loops, value)} {{")
        else:
            self.lines.append(f"{self._guard(loops)} {{")
        self._phase(loops, depth + 1)
        if self.draw(0.5):
            self.lines.append("} else {")
            self._phase(loops, depth + 1)
        self.lines.append("}")

    def _kind(self) -> tuple[str, str]:
        """
        The same, but for products in any order: they overflow to what is not a number times 0.
        """
        kind, flags = super()._kind()
        return (kind, "") if kind == "mulf" else (kind, flags)

    # --- cells

    def _loop(self, extent: int) -> Loop:
        name = self.name("j")
        self.iterators.append(name[1:])
        self.lines.append("")  # so that the next name is another
        return Loop(name, 0, extent - 1)

    def _row_buffer(self) -> str:
        return self.random.choice([*"CCC", *self.tiles, *self.tiles])

    def _row_cell(self, place: str, extent: int) -> str:
        """A cell of the row, or of a tile, for each of so many places."""
        name = self._row_buffer()
        room = COLUMNS - extent
        index = f"{place} + {self.random.choice((0, 0, 1, 2, room)) if room > 1 else 0}"
        if self.draw(0.3):
            index = f"{COLUMNS - 1} - ({place})"
        if place.isdigit():
            index = place
        if name == "C" and self.draw(0.1):
            return f"%V[{self.row} * {COLUMNS} + {index}] : {self.buffer('V')}"
        return f"%{name}[{f'{self.row}, ' if name == 'C' else ''}{index}] : {self.buffer(name)}"
