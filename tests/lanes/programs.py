"""Random loop nests: values of arrays and indices, guards, and reductions of all kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .text import COLUMNS, ROWS, Loop, Text

_SUM_FLAGS = ("reassoc", "reassoc,contract", "reassoc,nsz,ninf", "")
_FLOATS = ("addf", "addf", "addf", "mulf", "maximumf", "minimumf")
_INTEGERS = ("addi", "addi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui")


@dataclass
class Writer(Text):
    """Writes one function."""

    along: str | None = None
    """The loop over the elements of a row of which neighbours are reduced, if there is one."""
    has_rows: bool = False
    """Whether values are carried along rows, in one order only."""

    def function(self) -> str:
        """The text of the function."""
        self.head()
        if self.draw(0.25):
            self.along = self._window()
        for _ in range(self.random.choice((1, 1, 1, 2))):
            if self.draw(0.2):
                self._scan_rows()
                continue
            kind = self.random.choice((self._statements, self._update, self._update, self._carry))
            self._nest([], self.random.choice((1, 2, 2, 3)), kind)
        self.lines += [f"memref.dealloc %L : {self.buffer('L')}", "func.return", "}"]
        return "\n".join(self.lines)

    def _nest(self, around: list[Loop], depth: int, body: Callable[[list[Loop]], None]) -> None:
        if not depth:
            body(around)
            return
        loop = self.open(around, is_long=depth == 1 or self.draw(0.15))
        self._nest([*around, loop], depth - 1, body)
        self.lines.append("}")

    # --- values

    def _value(self, loops: list[Loop], depth: int = 0) -> str:
        choice = self.random.random()
        if depth > 1 or choice < 0.4:
            return self.load(loops)
        if choice < 0.47:
            return f"%k{self.random.randrange(3)}"
        if choice < 0.54:
            return self._index_as_data(loops)
        left, right = self._value(loops, depth + 1), self._value(loops, depth + 1)
        if choice < 0.63:
            condition = self._condition(loops, left)
            return self.line(f"arith.select {condition}, {left}, {right} : {self.type}")
        if choice < 0.7 and not self.is_float:
            three = self.line(f"arith.constant 3 : {self.type}")
            op = self.random.choice(("divsi", "remsi", "shli", "divui"))
            return self.line(f"arith.{op} {left}, {three} : {self.type}")
        ops = ("addf", "subf", "mulf", "maximumf") if self.is_float else ("addi", "subi", "muli")
        flags = " fastmath<contract>" if self.is_float and self.draw(0.5) else ""
        return self.line(f"arith.{self.random.choice(ops)} {left}, {right}{flags} : {self.type}")

    def _index_as_data(self, loops: list[Loop]) -> str:
        factor, name = self.random.choice((1, 2, -3)), self.random.choice(loops).name
        index = self.line(f"affine.apply affine_map<(d0) -> ({factor} * d0 + 1)>({name})")
        integer = "i32" if self.is_float else self.type
        number = self.line(f"arith.index_cast {index} : index to {integer}")
        if self.is_float:
            return self.line(f"arith.sitofp {number} : {integer} to {self.type}")
        return number

    def _condition(self, loops: list[Loop], value: str) -> str:
        if self.draw(0.3):
            other = self.random.choice(("%n", "%c2", self.random.choice(loops).name))
            predicate = self.random.choice(("slt", "sge", "eq", "ne"))
            return self.line(f"arith.cmpi {predicate}, {loops[-1].name}, {other} : index")
        compare = "cmpf olt" if self.is_float else "cmpi slt"
        return self.line(f"arith.{compare}, {value}, %k{self.random.randrange(3)} : {self.type}")

    def _guard(self, loops: list[Loop]) -> str:
        parts = list[str]()
        for _ in range(self.random.choice((1, 1, 2))):
            a, b = (self.random.randrange(len(loops)) for _ in range(2))
            k = self.random.randint(-1, 18)
            usual = (f"d{a} - {k} >= 0", f"{k} - d{a} >= 0", f"d{a} - d{b} + 2 >= 0")
            rare = (f"d{a} - {k} == 0", f"s0 - d{a} - 1 >= 0", f"{k} - d{a} - 2 * d{b} >= 0")
            parts.append(self.random.choice((*usual, *usual, *rare)))
        names = ", ".join(loop.name for loop in loops)
        dims = ", ".join(f"d{k}" for k in range(len(loops)))
        return f"affine.if affine_set<({dims})[s0] : ({', '.join(parts)})>({names})[%n]"

    # --- bodies

    def _statements(self, loops: list[Loop]) -> None:
        for _ in range(self.random.choice((1, 1, 2))):
            if self.draw(0.5):
                self.store(self._value(loops), loops)
            elif self.draw(0.3):
                self._carry(loops)
            else:
                self._conditional(loops)

    def _conditional(self, loops: list[Loop]) -> None:
        if self.draw(0.5):
            head, end = f"scf.if {self._condition(loops, self._value(loops))}", "scf.yield"
        else:
            head, end = self._guard(loops), "affine.yield"
        if self.draw(0.4):
            result = self.name("r")
            self.lines.append(f"{result} = {head} -> ({self.type}) {{")
            self.lines += [f"{end} {self._value(loops)} : {self.type}", "} else {"]
            self.lines += [f"{end} {self._value(loops)} : {self.type}", "}"]
            self.store(result, loops)
            return
        self.lines.append(f"{head} {{")
        self._inside(loops)
        if self.draw(0.3):
            self.lines.append("} else {")
            self._inside(loops)
        self.lines.append("}")

    def _inside(self, loops: list[Loop]) -> None:
        """An arm of a conditional."""
        choice = self.random.random()
        if choice < 0.1:
            self._conditional(loops)
        elif choice < 0.2:
            self._nest(loops, 1, self._update)
        elif choice < 0.25:
            self._carry(loops)
        else:
            self.store(self._value(loops), loops)

    # --- reductions

    def _kind(self) -> tuple[str, str]:
        """The operation of a reduction, and its flags."""
        kind = self.random.choice(_FLOATS if self.is_float else _INTEGERS)
        flags = self.random.choice(_SUM_FLAGS) if kind in ("addf", "mulf") else ""
        if kind == "addi" and self.type in ("i32", "i64") and self.draw(0.3):
            return kind, " overflow<nsw>"
        return kind, f" fastmath<{flags}>" if flags else ""

    def _combined(self, kind: str, flags: str, old: str, loops: list[Loop]) -> str:
        """The old value with one more, at times under a condition."""
        value = self.load(loops) if kind == "mulf" else self._value(loops, 1)
        if kind == "addf" and self.draw(0.6):
            own = " fastmath<contract>" if "contract" in flags else ""
            value = self.line(f"arith.mulf {value}, {self.load(loops)}{own} : {self.type}")
        pair = f"{old}, {value}" if self.draw(0.8) else f"{value}, {old}"
        combine = f"arith.{kind} {pair}{flags} : {self.type}"
        if self.draw(0.1):
            result = self.name("r")
            self.lines.append(f"{result} = {self._guard(loops)} -> ({self.type}) {{")
            self.lines += [f"affine.yield {self.line(combine)} : {self.type}", "} else {"]
            self.lines += [f"affine.yield {old} : {self.type}", "}"]
            return result
        new = self.line(combine)
        if self.draw(0.06):
            condition = self._condition(loops, value)
            return self.line(f"arith.select {condition}, {new}, {old} : {self.type}")
        return new

    def _update(self, loops: list[Loop]) -> None:
        """A cell that is read, combined with something, and written."""
        outer = loops[:-1] if self.draw(0.65) else loops
        cell = self.cell(self.random.choice("CCDVL"), outer)
        old = self.line(f"affine.load {cell}")
        new = self._combined(*self._kind(), old, loops)
        self.lines.append(f"affine.store {new}, {cell}")
        if self.draw(0.05):
            self.store(new, loops)

    def _carry(self, loops: list[Loop]) -> None:
        """Loops that carry a value, which is stored after them."""
        start = self.load(loops) if self.draw(0.5) else f"%k{self.random.randrange(3)}"
        kind, flags = self._kind()
        self.store(self._carried(kind, flags, start, loops, self.random.choice((1, 1, 2))), loops)

    def _carried(self, kind: str, flags: str, start: str, loops: list[Loop], depth: int) -> str:
        result, argument = self.name("r"), self.name("s")
        carried = (result, f"iter_args({argument} = {start}) -> ({self.type})")
        inner = [*loops, self.open(loops, is_long=depth == 1, carried=carried)]
        if depth > 1:
            new = self._carried(kind, flags, argument, inner, depth - 1)
        else:
            new = self._combined(kind, flags, argument, inner)
        self.lines += [f"affine.yield {new} : {self.type}", "}"]
        return result

    def _scan_rows(self) -> None:
        """
        Values carried along each row of A, or of the rows of V, in one order only; often the rows
        of C or of V get each of them. At times only some rows are looked at.
        """
        self.has_rows = True
        count = self.random.choice((2, 4, ROWS, ROWS))
        rows = Loop(self.name("i"), 0, count - 1)
        self.iterators.append(rows.name[1:])
        self.lines.append(f"affine.for {rows.name} = 0 to {count} {{")
        start = "%k1" if self.draw(0.4) else self.load([rows])
        if self.draw(0.3):
            start = self.widened(self.line(f"affine.load {self._cell_of_row('A', rows, '0')}"))
        result, argument, column = self.name("r"), self.name("s"), self.name("j")
        first, extent = self.random.randrange(3), self.random.choice((1, 4, 5, 8, 11, 16, 17, 35))
        self.iterators.append(column[1:])
        chosen, end = self.name("q") if self.draw(0.2) else None, "affine.yield"
        if chosen is not None:
            head = self._guard([rows])
            if self.draw(0.4):
                head, end = f"scf.if {self._condition([rows], start)}", "scf.yield"
            self.lines.append(f"{chosen} = {head} -> ({self.type}) {{")
        self.lines.append(
            f"{result} = affine.for {column} = {first} to {first + extent} "
            f"iter_args({argument} = {start}) -> ({self.type}) {{"
        )
        source = self.random.choice("AAACV")
        loaded = self.line(f"affine.load {self._cell_of_row(source, rows, column)}")
        value = self.widened(loaded) if source == "A" else loaded
        if self.draw(0.3):
            value = self._value([rows, Loop(column, first, first + extent - 1)], 1)
        kind = self.random.choice(("subtract", "select", "guard"))
        if kind == "subtract":
            subtract = "subf" if self.is_float else "subi"
            new = self.line(f"arith.{subtract} {value}, {argument} : {self.type}")
        else:
            compare = "cmpf olt" if self.is_float else "cmpi slt"
            condition = self.line(f"arith.{compare}, {argument}, {value} : {self.type}")
            new = self.line(f"arith.select {condition}, {value}, {argument} : {self.type}")
        if kind == "guard":
            self.lines.append(f"{self._guard([rows])} {{")
        if self.draw(0.6):
            target = self.random.choice("CCV")
            self.lines.append(f"affine.store {new}, {self._cell_of_row(target, rows, column)}")
        self.lines += ["}"] * (kind == "guard")
        self.lines += [f"affine.yield {new} : {self.type}", "}"]
        if chosen is not None:
            self.lines += [f"{end} {result} : {self.type}", "} else {"]
            self.lines += [f"{end} {start} : {self.type}", "}"]
        self.store(chosen or result, [rows])
        self.lines.append("}")

    def _cell_of_row(self, name: str, rows: Loop, column: str) -> str:
        """A cell of a row, at times of the same ones from an element further on."""
        shift = self.random.choice((0, 0, 1, 2))
        if name == "V":
            return f"%V[{COLUMNS} * {rows.name} + {column} + {shift}] : {self.buffer('V')}"
        return f"%{name}[{rows.name}, {column} + {shift}] : {self.buffer(name)}"

    def _window(self) -> str:
        """A few neighbours of each element of a row, reduced; gives the loop along the row."""
        width, extent = self.random.choice((4, 5, 6, 7, 8)), self.random.choice((16, 17, 20, 24))
        rows = [self.open([], is_long=False)] if self.draw(0.3) else []
        across, inner = self.name("i"), self.name("j")
        self.iterators.append(across[1:])
        self.lines.append(f"affine.for {across} = 0 to {extent} {{")
        kind, flags = self._kind()
        result, argument = self.name("r"), self.name("s")
        self.lines.append(
            f"{result} = affine.for {inner} = 0 to {width} iter_args({argument} = %k0) -> "
            f"({self.type}) {{"
        )
        shift = self.random.choice((0, 0, 1, 2, COLUMNS - extent - width))
        name, row = self.random.choice((("B", ""), ("A", f"{self._index(rows, ROWS, 1)}, ")))
        cell = f"%{name}[{row}{across} + {inner} + {shift}] : {self.buffer(name)}"
        value = self.widened(self.line(f"affine.load {cell}"))
        if kind == "addf" and self.draw(0.3):
            weight = self.widened(self.line(f"affine.load %B[{inner}] : {self.buffer('B')}"))
            own = " fastmath<contract>" if "contract" in flags else ""
            value = self.line(f"arith.mulf {value}, {weight}{own} : {self.type}")
        new = self.line(f"arith.{kind} {argument}, {value}{flags} : {self.type}")
        self.lines += [f"affine.yield {new} : {self.type}", "}"]
        self.store(result, [*rows, Loop(across, 0, extent - 1)])
        self.lines += ["}"] * (1 + len(rows))
        return across[1:]
