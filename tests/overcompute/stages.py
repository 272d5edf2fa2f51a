"""The stages of random functions: loops of each kind around guards of each kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .programs import FLOAT_ORDERS, ORDERS, SIZE, VALID, Program, Writer

_LOOPS = ("plain", "plain", "plain", "repeated", "tiled", "scf", "parallel")
_NAME = re.compile(r"%\w+")
_DEFINED = re.compile(r"%\w+(?= = )")
_OTHER_CELLS = ("[%i]", "[5]", "[4]", "[%i - 4]", "[(%i + 1) mod 6]")


@dataclass
class StageWriter(Writer):
    """Writes programs."""

    loop: str = "plain"
    dialect: str = "affine"
    inside: bool = False
    """Whether a guard around keeps the iterator to the valid cells."""
    outside: list[str] = field(default_factory=list[str])
    """The values loaded before the stage."""

    def program(self) -> Program:
        """A function of some stages."""
        parameters = [f"%{name}: {self.type}{self._contract(name)}" for name in "ABC"]
        self.emit(f"func.func private @ext({self.type})")
        self.emit(f"func.func @f({', '.join(parameters)}, %n: index) {{")
        operand = self.index(SIZE) if self.extent == "?" else ""
        self.emit(f"%L = memref.alloc({operand}) : {self.type}")
        if self.chance(0.9):
            self.copy("C" if self.kinds.get("A") == "forbidden" else "A")
        for number in range(self.random.choice((1, 1, 1, 2, 3))):
            around = self.chance(0.1)
            if around:
                self.emit("affine.for %s = 0 to 2 {")
            known = len(self.outside)
            self._facts(1)
            self._stage(number)
            if around:
                self._facts(0)
                self.emit("}")
                del self.outside[known:]
        self._facts(0)
        if self.chance(0.2):
            self.emit(f"memref.dealloc %L : {self.type}")
        self.emit("func.return", "}")
        size = None if self.symbolic else self.size
        return Program("\n".join(self.lines), self.element, size, tuple(self.assumed), self.kinds)

    def _contract(self, name: str) -> str:
        if name not in self.kinds:
            return ""
        layout = (
            f'#pad.layout<[affine_map<(d0) -> (d0)>], ["{self.kinds[name]}"], '
            f"{{extents = [{SIZE} : i64]}}>"
        )
        return f" {{pad.logical = memref<{VALID}x{self.element}, {layout}>}}"

    def _facts(self, least: int) -> None:
        for _ in range(self.random.choice((least, 1, 1, 2))):
            self.fact()
        if self.chance(0.15):
            self.outside.append(self._load(f"%{self.buffer('AB')}[5]"))

    # --- loops

    def _stage(self, number: int) -> None:
        self.loop = self.random.choice(_LOOPS)
        carried = self.chance(0.25) and self.loop in ("plain", "scf")
        stage = f'}} {{pad.stage = "s{number}"}}'
        result, head = "", ""
        if carried:
            start = self.constant() if self.chance(0.8) else self._load("%C[0]")
            result = self.name()
            head = f" iter_args(%acc = {start}) -> ({self.element})"
        if self.loop == "repeated":
            self.emit(f"affine.for %t = 0 to {self.random.randint(1, 2)} {{")
        if self.loop == "tiled":
            self.emit("affine.for %io = 0 to 2 {", "affine.for %ii = 0 to 3 {")
            self.emit("%i = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%io, %ii)")
        elif self.loop == "scf":
            low, high, step = self.index(0), self.index(SIZE), self.index(1)
            start = f"{result} = " if carried else ""
            self.emit(f"{start}scf.for %i = {low} to {high} step {step}{head} {{")
        elif self.loop == "parallel":
            self.emit(f"affine.parallel (%i) = (0) to ({SIZE}) {{")
        else:
            start = f"{result} = " if carried else ""
            last = self.random.choice((SIZE,) * 8 + (SIZE + 2, self.valid))
            self.emit(f"{start}affine.for %i = 0 to {last}{head} {{")
        if carried:
            self._carried()
        else:
            for _ in range(self.random.choice((1, 1, 2))):
                self._guarded()
        self.emit(*(["}"] if self.loop in ("repeated", "tiled") else []), stage)
        if carried:
            self.emit(f"affine.store {result}, %C[{self.random.randrange(SIZE)}] : {self.type}")

    # --- guards

    def _carried(self) -> None:
        form = self.random.choice(("if", "if", "select", "summand"))
        load = self._load(f"%{self.buffer('AAABL')}[{self._index()}]")
        if form == "if":
            result = self.name()
            self.emit(f"{result} = {self._if()} -> ({self.element}) {{")
            self._yield(self.operation("%acc", load))
            self.emit("} else {")
            self._yield("%acc")
            self.emit("}")
        elif form == "select":
            valid, new = self._condition(), self.operation("%acc", load)
            result = self.value(f"arith.select {valid}, {new}, %acc : {self.element}")
        else:
            valid, other = self._condition(), self.constant()
            summand = self.value(f"arith.select {valid}, {load}, {other} : {self.element}")
            result = self.operation("%acc", summand)
        loop = "scf" if self.loop == "scf" else "affine"
        self.emit(f"{loop}.yield {result} : {self.element}")

    def _yield(self, value: str) -> None:
        self.emit(f"{self.dialect}.yield {value} : {self.element}")

    def _guarded(self, depth: int = 0) -> None:
        self.emit(f"{self._if()} {{")
        start = len(self.lines)
        self._statements()
        if depth == 0 and self.chance(0.15):
            self._guarded(1)
        first = self.lines[start:]
        if self.chance(0.12):
            self.inside = False
            self.emit("} else {")
            self._statements()
        elif not self.inside and self.chance(0.25):
            self.emit("} else {")
            self._again(first)
        self.inside = False
        self.emit("}")

    def _again(self, lines: Sequence[str]) -> None:
        """The same statements once more, or nearly."""
        names = {found[0]: self.name() for line in lines if (found := _DEFINED.match(line))}
        other = self.random.choice(_OTHER_CELLS)
        changed = self.random.randrange(len(lines))
        for number, line in enumerate(lines):
            if number == changed and "affine." in line and self.chance(0.6):
                line = line.replace("[%i]", other)
            self.emit(_NAME.sub(lambda found: names.get(found[0], found[0]), line))

    def _if(self) -> str:
        if self.loop == "scf" or self.chance(0.06):
            self.dialect = "scf"
            return f"scf.if {self._condition()}"
        self.dialect = "affine"
        if self.chance(0.7):
            self.inside = not self.symbolic and self.size <= VALID
            if self.symbolic:
                return "affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n]"
            return f"affine.if affine_set<(d0) : ({self.size - 1} - d0 >= 0)>(%i)"
        k = self.random.randint(1, SIZE)
        condition = self.random.choice(
            (f"{k - 1} - d0 >= 0", f"d0 - {k} >= 0", f"d0 - {k - 1} == 0")
        )
        return f"affine.if affine_set<(d0) : ({condition})>(%i)"

    def _condition(self) -> str:
        k = self.index(self.valid if self.chance(0.7) else self.random.randint(1, SIZE))
        first = self.value(f"arith.cmpi slt, %i, {k} : index")
        if self.chance(0.7):
            return first
        k = self.index(self.random.randint(1, SIZE))
        second = self.value(f"arith.cmpi sge, %i, {k} : index")
        join = self.random.choice(("ori", "ori", "andi"))
        return self.value(f"arith.{join} {first}, {second} : i1")

    # --- what is guarded

    def _statements(self) -> None:
        for _ in range(self.random.choice((1, 1, 1, 2))):
            form = self.random.random()
            if self.chance(0.06):
                self._on_data()
            elif form < 0.5:
                self._update()
            elif form < 0.6:
                self._store(self._expression(), f"%L[{self._index()}]")
                load = self._load(f"%L[{self._index()}]")
                self._store(self.operation(load, self._expression()), self._target())
            elif form < 0.8:
                self._store(self._expression(), self._target())
            elif form < 0.87:
                self._chosen()
            elif form < 0.88:
                self.emit(f"func.call @ext(%C) : ({self.type}) -> ()")
            else:
                self.emit("affine.for %j = 0 to 3 {")
                self._update()
                self.emit("}")

    def _on_data(self) -> None:
        """A condition on data, or in integers a cell that data says."""
        name = self.buffer("AAB")
        load = self._load(f"%{name}[%i]")
        if self.element == "i8" and self.chance(0.06):
            most = self.value("arith.constant 3 : i8")
            small = self.value(f"arith.andi {load}, {most} : i8")
            cell = self.value(f"arith.index_cast {small} : i8 to index")
            source = self.buffer("ABC")
            other = self.value(f"memref.load %{source}[{cell}] : {self.type}")
            if self.chance(0.3) and self.loop != "parallel":
                value = self.operation(other, load)
                self.emit(f"memref.store {value}, %{source}[{cell}] : {self.type}")
            else:
                old = self._load(f"%{source}[0]")
                factor = self.operation(other, load)
                self._store(self.operation(old, factor), f"%{source}[0]")
            return
        of, predicates = ("i", ORDERS) if self.element == "i8" else ("f", FLOAT_ORDERS)
        order = self.random.choice(predicates)
        holds = self.value(f"arith.cmp{of} {order}, {load}, {self.constant()} : {self.element}")
        self.emit(f"scf.if {holds} {{")
        self._update()
        if self.chance(0.3):
            self.emit("} else {")
            self._update()
        self.emit("}")

    def _update(self) -> None:
        cell = self._target()
        if self.chance(0.6) and self.loop != "parallel":
            cell = f"%{self.buffer('BBC')}[{self.random.choice('05')}]"
        old, value = self._load(cell), self._expression()
        operands = (value, old) if self.chance(0.3) else (old, value)
        self._store(self.operation(*operands), cell)

    def _chosen(self) -> None:
        """A store of a value that an if or a select gives."""
        first, second = self._expression(), self._expression()
        if self.chance(0.5):
            value = self.value(
                f"arith.select {self._condition()}, {first}, {second} : {self.element}"
            )
        else:
            inside, value = self.inside, self.name()
            self.emit(f"{value} = {self._if()} -> ({self.element}) {{")
            self._yield(self.operation(first, second))
            self.emit("} else {")
            self._yield(second)
            self.emit("}")
            self.inside = inside
        self._store(value, self._target())

    def _target(self) -> str:
        names = self.random.choice("ABCL")
        if self.kinds.get(names) == "forbidden":
            return f"%{names}[%i]" if self.inside else f"%C[{self._index()}]"
        return f"%{names}[{self._index()}]"

    def _index(self) -> str:
        if self.loop == "scf" or (self.loop == "parallel" and self.chance(0.9)):
            return "%i"
        forms = ("%i", "%i", "%i", "%i", "%i", "5 - %i", f"(%i + 1) mod {SIZE}", "%i floordiv 2")
        return self.random.choice((*forms, "3"))

    def _expression(self) -> str:
        name = self.random.choice("AAABL")
        if self.kinds.get(name) == "forbidden" and self.inside:
            load = self._load(f"%{name}[%i]")
        else:
            load = self._load(f"%{self.buffer(name)}[{self._index()}]")
        if self.outside and self.chance(0.2):
            load = self.random.choice(self.outside)
        if self.chance(0.6):
            return load
        if self.element == "i8" and self.chance(0.1):
            zero = self.value("arith.constant 0 : i8")  # whatever it is, unless poison
            return self.value(f"arith.{self.random.choice(('muli', 'andi'))} {load}, {zero} : i8")
        other = self.constant()
        if self.chance(0.5):
            other = self._load(f"%{self.buffer('ABCL')}[{self._index()}]")
        return self.operation(load, other)

    # --- accesses

    def _load(self, cell: str) -> str:
        return self.value(f"{self._access(cell)}.load {cell} : {self.type}")

    def _store(self, value: str, cell: str) -> None:
        self.emit(f"{self._access(cell)}.store {value}, {cell} : {self.type}")

    def _access(self, cell: str) -> str:
        return "memref" if self.loop == "scf" and "[%" in cell else "affine"
