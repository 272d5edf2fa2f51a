"""
Programs as users of layouts write them: whole buffers, perfect nests, sums and element-wise
arithmetic, one stage after the other. What the other programs seldom are, passes do most with.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from .layout_texts import layout_text
from .program import Parameter, Program

_FLOAT_OPS = ("addf", "addf", "mulf", "subf", "maximumf", "minimumf")
_INTEGER_OPS = ("addi", "addi", "muli", "subi", "maxsi", "minsi", "andi", "ori", "xori")
_SUMS: dict[str, str | None] = {
    **{"addf": "0.0", "mulf": "1.0", "maximumf": None, "minimumf": None},
    **{"addi": "0", "muli": "1", "andi": "-1", "ori": "0", "xori": "0"},
    **{"maxsi": None, "minsi": None},
}


@dataclass(frozen=True)
class _Buffer:
    name: str
    shape: tuple[int, ...]
    type: str


def plain_program(seed: int, choices: random.Random) -> Program:
    """A function over buffers of which some have the same shape."""
    return _Plain(seed, choices).program()


class _Plain:
    def __init__(self, seed: int, choices: random.Random):
        self._seed, self._choices = seed, choices
        self._element = choices.choice(("f32", "f32", "f32", "i32", "i32", "f64", "i8", "i64"))
        self._is_float = self._element.startswith("f")
        self._flags = self._chosen_flags()
        rows, columns = choices.choice((3, 4, 5, 6, 7, 8)), choices.choice((5, 6, 7, 10, 13, 14))
        self._rows, self._columns = rows, columns
        self._shapes = {"wide": (rows, columns), "row": (columns,), "column": (rows,), "cell": (1,)}
        self._lines: list[str] = []
        self._buffers: list[_Buffer] = []
        self._packed: list[tuple[_Buffer, _Buffer]] = []
        self._done: list[tuple[_Buffer, _Buffer]] = []
        self._features = {"plain", self._element, "pad.stage", "affine.for"}
        self._count = self._stages = self._locals = 0

    def program(self) -> Program:
        """Its text, and what may be given to it."""
        choices = self._choices
        kinds = ["wide", "wide", "column", "row", "cell", choices.choice((*self._shapes,))]
        kinds = kinds[: choices.choice((3, 4, 5, 6))]
        arguments = [self._buffer("ABCDEF"[k], kind) for k, kind in enumerate(kinds)]
        if choices.random() < 0.2:
            arguments = self._unpacked(arguments)
        for _ in range(choices.choice((1, 2, 2, 3))):
            if choices.random() < 0.3:
                self._local()
            if self._packed and choices.random() < 0.6:
                plain, packed = choices.choice(self._packed)
                self._pack(plain, packed)
                if choices.random() < 0.5:  # the next of several steps
                    self._element_wise(plain, [plain])
            usual = [self._map, self._map, self._sum, self._sum, self._sum, self._place]
            others = [self._fill, self._carried, self._shifted, self._triangle, self._product]
            others += [self._scratch, self._scratch, self._halves, self._halves]
            others += [self._updated, self._updated, self._edge, self._edge]
            others += [self._recurrence, self._recurrence, self._between, self._between]
            others += [self._until, self._until, self._masked, self._masked]
            choices.choice([*usual, *others])()
        for pair in self._packed:
            if choices.random() < (0.2 if pair in self._done else 0.8):
                self._pack(*pair)
        listed = ", ".join(f"%{b.name}: {b.type}" for b in arguments)
        text = "\n".join([f"func.func @f({listed}) {{", *self._lines, "  func.return", "}", ""])
        domain = "any" if not self._flags else "exact"
        parameters = [Parameter(b.name, self._element, b.shape, domain) for b in arguments]
        return Program(self._seed, text, "f", frozenset(self._features), tuple(parameters))

    def _chosen_flags(self) -> str:
        choices = self._choices
        if not self._is_float or choices.random() < 0.7:
            return ""
        return f" fastmath<{choices.choice(('reassoc', 'nsz', 'nnan,ninf,nsz', 'reassoc,nsz'))}>"

    def _buffer(self, name: str, kind: str) -> _Buffer:
        shape = self._shapes[kind]
        type = f"memref<{''.join(f'{size}x' for size in shape)}{self._element}>"
        self._buffers.append(_Buffer(name, shape, type))
        return self._buffers[-1]

    def _allocated(self, kind: str) -> _Buffer:
        self._locals += 1
        buffer = self._buffer(f"local{self._locals}", kind)
        self._features.add("local")
        self._lines.append(f"  %{buffer.name} = memref.alloc() : {buffer.type}")
        return buffer

    def _local(self) -> None:
        """A buffer of the function, filled at once: what comes next may read it."""
        buffer = self._allocated(self._choices.choice(("wide", "column", "row")))
        sources = [b for b in self._buffers[:-1] if b.shape == buffer.shape]
        if sources and self._choices.random() < 0.6:
            self._element_wise(buffer, [self._choices.choice(sources)])
        elif self._choices.random() < 0.25:
            self._undef(buffer)
        else:
            self._element_wise(buffer, [])

    def _unpacked(self, arguments: list[_Buffer]) -> list[_Buffer]:
        """
        Some arguments with layouts: the stages work on plain buffers in place of them, with what is
        in them, or what they are filled with.
        """
        found: list[_Buffer] = []
        for plain in arguments:
            if self._choices.random() < 0.4:
                found.append(plain)
                continue
            layout = layout_text(self._choices, plain.shape, self._element, self._features, None)
            type = f"{plain.type[:-1]}, {layout.text}>"
            packed = _Buffer(plain.name, plain.shape, type)
            local = _Buffer(f"{plain.name}_plain", plain.shape, plain.type)
            self._buffers[self._buffers.index(plain)] = local
            self._packed.append((local, packed))
            self._lines.append(f"  %{local.name} = memref.alloc() : {local.type}")
            found.append(packed)
            if self._choices.random() < 0.4:
                self._element_wise(local, [])
                continue
            operands = f"%{packed.name} into %{local.name} : {packed.type} into {local.type}"
            self._lines.append(f"  pad.unpack {operands}")
            self._features.add("pad.unpack")
        return found

    def _pack(self, plain: _Buffer, packed: _Buffer) -> None:
        operands = f"%{plain.name} into %{packed.name} : {plain.type} into {packed.type}"
        self._lines.append(f"  pad.pack {operands}")
        self._done.append((plain, packed))
        self._features.add("pad.pack")

    def _undef(self, target: _Buffer) -> None:
        """Cells that may hold anything, of which a stage writes some."""
        names = self._nest(target.shape)
        indent, undef = "  " * (len(names) + 1), self._name()
        self._lines.append(f"{indent}{undef} = pad.undef : {self._element}")
        self._store(indent, undef, target, ", ".join(names))
        self._end(len(names))
        self._features.add("undef-store")
        if len(target.shape) == 2:
            self._rows_of(target, 0, self._choices.randrange(1, self._rows + 1))

    # --- stages

    def _map(self) -> None:
        target = self._choices.choice(self._buffers)
        same = [b for b in self._buffers if b.shape == target.shape and b is not target]
        count = self._choices.choice((1, 1, 2))
        self._element_wise(target, [self._choices.choice(same) for _ in range(count) if same])

    def _fill(self) -> None:
        self._element_wise(self._choices.choice(self._buffers), [])

    def _place(self) -> None:
        target = self._choices.choice(self._buffers)
        self._features.add("in-place")
        self._element_wise(target, [target])

    def _element_wise(self, target: _Buffer, sources: list[_Buffer]) -> None:
        names = self._nest(target.shape)
        indent = "  " * (len(names) + 1)
        index = ", ".join(names)
        values = [self._load(indent, source, index) for source in sources]
        if not values or (len(values) == 1 and self._choices.random() < 0.7):
            values.append(self._constant(indent))
        result = values[0]
        for value in values[1:]:
            result = self._operation(indent, self._any_op(), result, value)
        self._store(indent, result, target, index)
        self._end(len(names))

    def _sum(self) -> None:
        """Each row of a wide buffer, or each column, into a cell, in memory."""
        across = self._choices.random() < 0.35
        wide, column = self._of("wide"), self._of("row" if across else "column")
        op = self._sum_op()
        rows, columns = reversed(wide.shape) if across else wide.shape
        i, j = self._name(), self._name()
        self._lines.append(f"  affine.for {i} = 0 to {rows} {{")
        start = self._start("    ", op)
        self._store("    ", start, column, i)
        self._lines.append(f"    affine.for {j} = 0 to {columns} {{")
        old = self._load("      ", column, i)
        value = self._load("      ", wide, f"{j}, {i}" if across else f"{i}, {j}")
        if self._choices.random() < 0.3:
            value = self._operation("      ", self._any_op(), value, value)
        elif self._choices.random() < 0.2:
            old = self._operation("      ", self._any_op(), old, self._constant("      "))
        self._store("      ", self._operation("      ", op, old, value), column, i)
        self._end_sum(column, i)
        self._features.add("reduction")

    def _end_sum(self, column: _Buffer, i: str) -> None:
        """After the inner loop, at times, the row's sum is worked on."""
        self._lines.append("    }")
        if self._choices.random() < 0.6:
            total = self._load("    ", column, i)
            target = self._choices.choice([b for b in self._buffers if b.shape == column.shape])
            factor = self._constant("    ")
            self._store("    ", self._operation("    ", self._any_op(), total, factor), target, i)
        self._end(1)

    def _carried(self) -> None:
        """The same by a value that the loop carries; at times of a row, into one cell."""
        op, rows, columns = self._sum_op(), self._rows, self._columns
        wide, target = self._of("wide"), self._of("column")
        i, j, acc, total = (self._name() for _ in range(4))
        self._lines.append(f"  affine.for {i} = 0 to {rows} {{")
        start = self._start("    ", op)
        self._lines.append(
            f"    {total} = affine.for {j} = 0 to {columns} iter_args({acc} = {start}) -> "
            f"({self._element}) {{"
        )
        value = self._load("      ", wide, f"{i}, {j}")
        result = self._operation("      ", op, acc, value)
        self._lines.append(f"      affine.yield {result} : {self._element}")
        self._lines.append("    }")
        self._store("    ", total, target, i)
        self._end(1)
        self._features |= {"reduction", "iter_args"}

    def _scratch(self) -> None:
        """The same by a cell of the function's own, which nobody looks at after the stage."""
        wide, column, op = self._of("wide"), self._of("column"), self._sum_op()
        cell = self._allocated("cell")
        self._buffers.remove(cell)
        i, j = self._name(), self._name()
        self._lines.append(f"  affine.for {i} = 0 to {self._rows} {{")
        self._store("    ", self._start("    ", op), cell, "0")
        self._lines.append(f"    affine.for {j} = 0 to {self._columns} {{")
        old, value = self._load("      ", cell, "0"), self._load("      ", wide, f"{i}, {j}")
        self._store("      ", self._operation("      ", op, old, value), cell, "0")
        self._lines.append("    }")
        self._store("    ", self._load("    ", cell, "0"), column, i)
        self._end(1)
        self._features.add("reduction")

    def _product(self) -> None:
        """A matrix times a vector."""
        rows, columns = self._rows, self._columns
        wide, row, column = self._of("wide"), self._of("row"), self._of("column")
        i, j = self._name(), self._name()
        self._lines.append(f"  affine.for {i} = 0 to {rows} {{")
        self._store("    ", self._start("    ", self._add), column, i)
        self._lines.append(f"    affine.for {j} = 0 to {columns} {{")
        factors = self._load("      ", wide, f"{i}, {j}"), self._load("      ", row, j)
        product = self._operation("      ", "mulf" if self._is_float else "muli", *factors)
        old = self._load("      ", column, i)
        self._store("      ", self._operation("      ", self._add, old, product), column, i)
        self._end_sum(column, i)
        self._features |= {"reduction", "matmul"}

    def _shifted(self) -> None:
        """An element from that before it, under a guard; nothing elsewhere, or a constant."""
        row, other = self._of("row"), self._of("row")
        if row is other:
            self._fill()
            return
        (i,) = self._nest(row.shape)
        self._lines.append(f"    affine.if affine_set<(d0) : (d0 - 1 >= 0)>({i}) {{")
        value = self._load("      ", other, f"{i} - 1")
        result = self._operation("      ", self._any_op(), value, self._constant("      "))
        self._store("      ", result, row, i)
        if self._choices.random() < 0.5:
            self._lines.append("    } else {")
            self._store("      ", self._constant("      "), row, i)
        self._lines.append("    }")
        self._end(1)
        self._features |= {"guard", "affine.if"}

    def _triangle(self) -> None:
        """Part of a wide buffer."""
        target = self._of("wide")
        i, j = self._name(), self._name()
        self._lines.append(f"  affine.for {i} = 0 to {min(self._rows, self._columns)} {{")
        self._lines.append(f"    affine.for {j} = 0 to affine_map<(d0) -> (d0 + 1)>({i}) {{")
        value = self._load("      ", target, f"{i}, {j}")
        result = self._operation("      ", self._any_op(), value, self._constant("      "))
        self._store("      ", result, target, f"{i}, {j}")
        self._end(2)
        self._features.add("triangular")

    def _halves(self) -> None:
        """A buffer from two others, as where they are joined: a stage for the rows of each."""
        target = self._of("wide")
        middle = self._choices.randrange(1, self._rows)
        for first, end in ((0, middle), (middle, self._rows)):
            self._rows_of(target, first, end)
        self._features.add("joined")

    def _updated(self) -> None:
        """Some rows of a buffer anew, at times after all were written."""
        target = self._of("wide")
        if self._choices.random() < 0.5:
            self._element_wise(target, [])
        first = self._choices.randrange(self._rows)
        self._rows_of(target, first, self._choices.randrange(first + 1, self._rows + 1))

    def _rows_of(self, target: _Buffer, first: int, end: int) -> None:
        i, j = self._name(), self._name()
        self._lines.append(f"  affine.for {i} = {first} to {end} {{")
        self._lines.append(f"    affine.for {j} = 0 to {self._columns} {{")
        if self._choices.random() < 0.5:
            result = self._constant("      ")
        else:
            value = self._load("      ", self._of("wide"), f"{i}, {j}")
            result = self._operation("      ", self._any_op(), value, self._constant("      "))
        self._store("      ", result, target, f"{i}, {j}")
        self._end(2)

    def _edge(self) -> None:
        """Write a computation at the edge and inside, with other numbers or of other cells."""
        source, target = self._of("wide"), self._of("wide")
        i, j = names = self._nest(source.shape)
        op, condition = self._any_op(), self._choices.choice(("d0 - 1", "d1 - 1", "d0 - d1"))
        index = ", ".join(names)
        self._lines.append(f"      affine.if affine_set<(d0, d1) : ({condition} >= 0)>({index}) {{")
        for arm in range(2):
            value = self._load("        ", source, f"{i}, {j}")
            result = self._operation("        ", op, value, self._constant("        "))
            self._store("        ", result, target, index)
            self._lines.append("      }" if arm else "      } else {")
        self._end(2)
        self._features |= {"guard", "affine.if", "else"}

    def _recurrence(self) -> None:
        """Each cell from one that comes a few cells before it, or after it, in some loop."""
        choices = self._choices
        target = self._of(choices.choice(("wide", "wide", "row")))
        axis = choices.randrange(len(target.shape))
        distance = min(choices.choice((1, 1, 2, 3, 4)), target.shape[axis] - 1)
        names, back = [self._name() for _ in target.shape], choices.random() < 0.7
        order = list(enumerate(names))
        if choices.random() < 0.4:
            order.reverse()
        for depth, (k, name) in enumerate(order):
            first, end = 0, target.shape[k]
            if k == axis:
                first, end = (distance, end) if back else (0, end - distance)
            self._lines.append(f"{'  ' * (depth + 1)}affine.for {name} = {first} to {end} {{")
        indent = "  " * (len(names) + 1)
        there = [*names]
        there[axis] += f" {'-' if back else '+'} {distance}"
        value = self._load(indent, target, ", ".join(there))
        same = [b for b in self._buffers if b.shape == target.shape]
        other = choices.choice([*same, None])
        right = self._constant(indent) if other is None else None
        right = right or self._load(indent, other or target, ", ".join(names))
        result = self._operation(indent, self._any_op(), value, right)
        self._store(indent, result, target, ", ".join(names))
        self._end(len(names))
        self._features.add("recurrence")

    def _between(self) -> None:
        """Cells of a column, written before and after a loop that reads them, and one between."""
        source, target, column = self._of("wide"), self._of("wide"), self._of("column")
        i, j = self._name(), self._name()
        self._lines.append(f"  affine.for {i} = 0 to {self._rows} {{")
        form = self._choices.choice(("before", "before", "after", "both"))
        if form != "after":
            old = self._load("    ", column, i)
            value = self._operation("    ", self._any_op(), old, self._constant("    "))
            self._store("    ", value, column, i)
        self._lines.append(f"    affine.for {j} = 0 to {self._columns} {{")
        values = self._load("      ", source, f"{i}, {j}"), self._load("      ", column, i)
        result = self._operation("      ", self._any_op(), *values)
        self._store("      ", result, target, f"{i}, {j}")
        self._lines.append("    }")
        if form != "before":
            old = self._load("    ", column, i)
            last = self._load("    ", target, f"{i}, {self._columns - 1}")
            self._store("    ", self._operation("    ", self._any_op(), old, last), column, i)
        self._end(1)
        self._features.add("imperfect")

    def _until(self) -> None:
        """A sum that goes on while its cell, which the loop changes, is small."""
        if "undef-store" in self._features:  # on which nothing may branch
            self._fill()
            return
        wide, column = self._of("wide"), self._of("column")
        i, j = self._nest(wide.shape)
        old, limit = self._load("      ", column, i), self._constant("      ", "3")
        name, type = self._name(), self._element
        predicate = "cmpf olt" if self._is_float else "cmpi slt"
        self._lines.append(f"      {name} = arith.{predicate}, {old}, {limit} : {type}")
        self._lines.append(f"      scf.if {name} {{")
        value = self._load("        ", wide, f"{i}, {j}")
        again = self._load("        ", column, i)
        result = self._operation("        ", self._any_op(), again, value)
        self._store("        ", result, column, i)
        self._lines.append("      }")
        self._end(2)
        self._features |= {"guard", "data-dependent"}

    def _masked(self) -> None:
        """A constant on one side of a diagonal, or at an edge."""
        target = self._of("wide")
        names = self._nest(target.shape)
        condition = self._choices.choice(("d1 - d0", "d0 - d1", "d0 - 1", "d1 - 2", "3 - d1"))
        index = ", ".join(names)
        self._lines.append(f"      affine.if affine_set<(d0, d1) : ({condition} >= 0)>({index}) {{")
        self._store("        ", self._constant("        "), target, index)
        self._lines.append("      }")
        self._end(2)
        self._features |= {"guard", "affine.if", "masked"}

    # --- parts of stages

    @property
    def _add(self) -> str:
        return "addf" if self._is_float else "addi"

    def _of(self, kind: str) -> _Buffer:
        """A buffer of this shape; a new local one, written at once, where there is none."""
        found = [b for b in self._buffers if b.shape == self._shapes[kind]]
        if found:
            return self._choices.choice(found)
        buffer = self._allocated(kind)
        self._element_wise(buffer, [])
        return buffer

    def _name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _nest(self, shape: tuple[int, ...]) -> list[str]:
        names = [self._name() for _ in shape]
        for depth, (name, size) in enumerate(zip(names, shape, strict=True)):
            self._lines.append(f"{'  ' * (depth + 1)}affine.for {name} = 0 to {size} {{")
        return names

    def _end(self, depth: int) -> None:
        self._lines += ["  " * (k + 1) + "}" for k in reversed(range(1, depth))]
        self._stages += 1
        self._lines.append(f'  }} {{pad.stage = "s{self._stages}"}}')

    def _load(self, indent: str, buffer: _Buffer, index: str) -> str:
        name = self._name()
        self._lines.append(f"{indent}{name} = affine.load %{buffer.name}[{index}] : {buffer.type}")
        return name

    def _store(self, indent: str, value: str, buffer: _Buffer, index: str) -> None:
        where = f"%{buffer.name}[{index}] : {buffer.type}"
        self._lines.append(f"{indent}affine.store {value}, {where}")

    def _operation(self, indent: str, op: str, first: str, second: str) -> str:
        name = self._name()
        self._lines.append(
            f"{indent}{name} = arith.{op} {first}, {second}{self._flags} : {self._element}"
        )
        return name

    def _constant(self, indent: str, text: str | None = None) -> str:
        name = self._name()
        if text is None:
            text = self._choices.choice(("0", "1", "2", "-1", "3"))
        if self._is_float and "." not in text and not text.startswith("0x"):
            text += ".0"
        self._lines.append(f"{indent}{name} = arith.constant {text} : {self._element}")
        return name

    def _start(self, indent: str, op: str) -> str:
        """The start value of a sum: mostly one that leaves the first element as it is."""
        return self._constant(indent, _SUMS.get(op) if self._choices.random() < 0.8 else None)

    def _any_op(self) -> str:
        return self._choices.choice(_FLOAT_OPS if self._is_float else _INTEGER_OPS)

    def _sum_op(self) -> str:
        return self._choices.choice([op for op in _SUMS if op.endswith("f") == self._is_float])
