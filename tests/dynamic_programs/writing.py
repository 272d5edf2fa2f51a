"""Writes a program line by line, in MLIR and in Python."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

FLOATS = ("f32", "f64")
Linear = Mapping[str, int]
"""Coefficients by name, those of the constant by an empty one."""


@dataclass(frozen=True)
class Buffer:
    """A buffer; a dimension is the name of a size, or a number."""

    name: str
    element: str
    dims: tuple[str, ...]

    @property
    def type(self) -> str:
        """Its type before any layout."""
        dims = "".join(f"{dim if dim.isdigit() else '?'}x" for dim in self.dims)
        return f"memref<{dims}{self.element}>"


def plus(name: str | None = None, constant: int = 0, times: int = 1) -> dict[str, int]:
    """`times * name + constant`."""
    return ({name: times} if name else {}) | ({"": constant} if constant else {})


def linear(dim: str) -> dict[str, int]:
    """A size, or a number."""
    return plus(constant=int(dim)) if dim.isdigit() else plus(dim)


def python(expression: Linear) -> str:
    """An expression as Python."""
    parts = [f"{times} * {name}" if name else str(times) for name, times in expression.items()]
    return " + ".join(parts) or "0"


class Writer:
    """
    The lines of both.

    In `affine` mode loops, guards and accesses are affine; else they are of scf and memref, with
    indices computed by arith.
    """

    def __init__(self, random: Random, sizes: Mapping[str, str]):
        self.random = random
        self.mlir: list[str] = []
        self.python: list[str] = []
        self.affine = True
        self.sizes = dict(sizes)
        """The SSA value of each size."""
        self._depth = [1, 1]
        self._count = 0

    def fresh(self, prefix: str) -> str:
        """A name that nothing has."""
        self._count += 1
        return f"{prefix}{self._count}"

    def both(self, mlir: str = "", python: str = "") -> None:
        """A line of each, where given."""
        for depth, lines, text in zip(
            self._depth, (self.mlir, self.python), (mlir, python), strict=True
        ):
            if text:
                lines.append("  " * depth + text)

    @contextmanager
    def inside(self) -> Generator[None]:
        """One level deeper."""
        self._depth = [depth + 1 for depth in self._depth]
        self.both(python="pass")
        yield
        self._depth = [depth - 1 for depth in self._depth]

    def constant(self, number: int) -> str:
        """An index constant."""
        name = f"%{self.fresh('c')}"
        self.both(f"{name} = arith.constant {number} : index")
        return name

    def value(self, name: str) -> str:
        """The SSA value of a loop's iterator or of a size."""
        return self.sizes.get(name, f"%{name}")

    def index(self, expression: Linear) -> str:
        """The value of an expression, by arith."""
        found: str | None = None
        for name, times in expression.items():
            part = self.value(name) if name else self.constant(times)
            if name and times != 1:
                factor, product = self.constant(times), f"%{self.fresh('x')}"
                self.both(f"{product} = arith.muli {part}, {factor} : index")
                part = product
            if found is None:
                found = part
                continue
            total = f"%{self.fresh('x')}"
            self.both(f"{total} = arith.addi {found}, {part} : index")
            found = total
        return found or self.constant(0)

    def subscript(self, indices: Sequence[Linear]) -> str:
        """Indices in brackets."""
        if not self.affine:
            return ", ".join([self.index(each) for each in indices])
        return ", ".join(self._affine(each) for each in indices)

    def _affine(self, expression: Linear) -> str:
        names = {name: self._symbol(name) for name in expression if name}
        parts = [
            f"{names[name]} * {times}"
            if name and times != 1
            else names[name]
            if name
            else f"{times}"
            for name, times in expression.items()
        ]
        return " + ".join(parts) or "0"

    def _symbol(self, name: str) -> str:
        return f"symbol({self.sizes[name]})" if name in self.sizes else f"%{name}"

    @contextmanager
    def loop(
        self, name: str, bound: str | Linear, step: int = 1, stage: str = ""
    ) -> Generator[None]:
        """A loop from 0 to a size, a number or an expression."""
        expression = linear(bound) if isinstance(bound, str) else bound
        last = f' {{pad.stage = "{stage}"}}' if stage else ""
        if self.affine:
            only = next(iter(expression), "")
            if len(expression) <= 1 and expression.get(only, 1) == 1 and only:
                top = self.value(only)
            elif set(expression) <= {""}:
                top = str(expression.get("", 0))
            else:
                names = [each for each in expression if each]
                body = " + ".join(
                    f"{each} * {times}" if each else f"{times}"
                    for each, times in expression.items()
                )
                values = ", ".join(self.value(each) for each in names)
                top = f"affine_map<({', '.join(names)}) -> ({body})>({values})"
            self.both(
                f"affine.for %{name} = 0 to {top}" + (f" step {step}" if step > 1 else "") + " {"
            )
        else:
            zero, top, by = self.constant(0), self.index(expression), self.constant(step)
            self.both(f"scf.for %{name} = {zero} to {top} step {by} {{")
        self.both(python=f"for {name} in range(0, {python(expression)}, {step}):")
        with self.inside():
            yield
        self.both("}" + last)

    def condition(self, conditions: Sequence[Linear]) -> str:
        """The i1 that all expressions are at least 0."""
        found: str | None = None
        zero = self.constant(0)
        for each in conditions:
            name, index = f"%{self.fresh('g')}", self.index(each)
            self.both(f"{name} = arith.cmpi sge, {index}, {zero} : index")
            if found is not None:
                total = f"%{self.fresh('g')}"
                self.both(f"{total} = arith.andi {found}, {name} : i1")
                name = total
            found = name
        assert found is not None
        return found

    def guard(self, conditions: Sequence[Linear]) -> str:
        """The head of an if, without its brace."""
        test = " and ".join(f"{python(each)} >= 0" for each in conditions)
        if not self.affine:
            head = f"scf.if {self.condition(conditions)}"
        else:
            names = list(dict.fromkeys(name for each in conditions for name in each if name))
            dims = [name for name in names if name not in self.sizes]
            symbols = [name for name in names if name in self.sizes]
            texts = [
                " + ".join(f"{n} * {t}" if n else f"{t}" for n, t in each.items()) + " >= 0"
                for each in conditions
            ]
            given = ", ".join(f"%{name}" for name in dims)
            set = f"affine_set<({', '.join(dims)})[{', '.join(symbols)}] : ({', '.join(texts)})>"
            head = f"affine.if {set}({given})[{', '.join(self.sizes[s] for s in symbols)}]"
        self.both(python=f"if {test}:")
        return head

    def load(self, buffer: Buffer, indices: Sequence[Linear]) -> str:
        """The value of a cell."""
        name = self.fresh("v")
        subscript = self.subscript(indices)
        op = "affine" if self.affine else "memref"
        self.both(f"%{name} = {op}.load %{buffer.name}[{subscript}] : {buffer.type}")
        self.both(python=f"{name} = {buffer.name}[{_key(indices)}]")
        return name

    def store(self, value: str, buffer: Buffer, indices: Sequence[Linear]) -> None:
        """A store."""
        subscript = self.subscript(indices)
        op = "affine" if self.affine else "memref"
        self.both(f"{op}.store %{value}, %{buffer.name}[{subscript}] : {buffer.type}")
        self.both(python=f"{buffer.name}[{_key(indices)}] = {value}")

    def number(self, element: str, number: float) -> str:
        """A constant of an element type."""
        name = self.fresh("k")
        text = float_text(number) if element in FLOATS else str(int(number))
        shown = text
        if element in FLOATS and number in (float("inf"), float("-inf")):
            bits = {("f32", True): "0x7F800000", ("f32", False): "0xFF800000"}
            wide = {True: "0x7FF0000000000000", False: "0xFFF0000000000000"}
            shown = bits.get((element, number > 0), wide[number > 0])
        self.both(
            f"%{name} = arith.constant {shown} : {element}", f"{name} = {_literal(element, number)}"
        )
        return name

    def operation(self, element: str, operation: str, *operands: str) -> str:
        """An operation of arith by its name without the letter of the type: add, max."""
        name = self.fresh("v")
        op = (FLOAT_OPS if element in FLOATS else INTEGER_OPS)[operation]
        given = ", ".join(f"%{operand}" for operand in operands)
        self.both(f"%{name} = arith.{op} {given} : {element}")
        self.both(python=f"{name} = {operation}_{element}({', '.join(operands)})")
        return name


FLOAT_OPS = {
    "add": "addf", "sub": "subf", "mul": "mulf",
    "max": "maximumf", "min": "minimumf", "neg": "negf",
}  # fmt: skip
INTEGER_OPS = {
    "add": "addi", "sub": "subi", "mul": "muli", "max": "maxsi", "min": "minsi",
    "and": "andi", "or": "ori", "xor": "xori",
}  # fmt: skip


def float_text(number: float) -> str:
    """MLIR's text of a small float."""
    return f"{number:.1f}"


def _literal(element: str, number: float) -> str:
    return f"float('{number}')" if element in FLOATS else str(int(number))


def _key(indices: Sequence[Linear]) -> str:
    return "".join(f"{python(each)}, " for each in indices) if indices else "()"
