"""The sizes of tensors as expressions, and expressions as values of a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, TypeAlias

from ...index.expr import FALSE, TRUE, Expr, all_of, any_of, eq, lift, ne, rebuild, select, var
from ...index.nonlinear.polynomials import Polynomial, plus, times, written
from ...index.simplify.forms import simplify_condition, simplify_index
from ..bridge import bindings
from .building import element, index, index_type, to_index, value_of
from .shapes_of_results import shape_of_result

Shape: TypeAlias = tuple[Expr, ...]

_COMPARISONS: Mapping[str, Callable[[Expr, Expr], Expr]] = {
    "EQ": eq,
    "NE": ne,
    "LT": lambda a, b: a < b,
    "LE": lambda a, b: a <= b,
    "GT": lambda a, b: a > b,
    "GE": lambda a, b: a >= b,
}
_MOST_NUMBERS = 64


@dataclass(frozen=True)
class _Atom:
    """What a name stands for: the size of a tensor's axis, or a number, of a tensor or not."""

    value: Any
    axis: int | None = None
    position: tuple[int, ...] = ()

    def write(self) -> Any:
        ir = bindings("ir")
        if self.axis is not None:
            return value_of("tensor.dim", index_type(), self.value, index(self.axis))
        number, is_bit = self.value, False
        if isinstance(number.type, ir.RankedTensorType):
            is_bit = number.type.element_type.width == 1
            number = element(number, *map(index, self.position))
        return to_index(number, signed=not is_bit)


def is_open(type: Any) -> bool:
    """Whether a type has sizes that are known at run time only."""
    ir = bindings("ir")
    return isinstance(type, ir.RankedTensorType) and not type.has_static_shape


def truncated_quotient(dividend: Expr, divisor: Expr) -> Expr:
    """The quotient rounded towards 0, of a positive divisor."""
    return select(dividend >= 0, dividend // divisor, -((-dividend) // divisor))


def canonical(expr: Expr) -> Expr:
    """One form for all sums of products that are equal."""
    return written(dict(sorted(_polynomial(expr).items(), key=str)))


def product(shape: Sequence[Expr]) -> Expr:
    """The number of elements."""
    return canonical(prod(shape, start=lift(1)))


def _polynomial(expr: Expr) -> Polynomial:
    if expr.constant is not None:
        return {(): expr.constant} if expr.constant else {}
    if expr.op in ("+", "*"):
        one, other = map(_polynomial, expr.operands)
        return plus(one, other) if expr.op == "+" else times(one, other)
    return {(expr,): 1}


class Sizes:
    """
    What is known of the sizes of a function's values.

    Names in expressions are sizes of values that nothing says more about, and numbers that the
    program computes. Sizes do not wrap, whatever the width that the program computes them in.
    """

    def __init__(self) -> None:
        self._shapes: dict[Any, Shape] = {}
        self._atoms: dict[str, _Atom] = {}
        self._known: dict[Any, Expr] = {}
        self._facts: list[Expr] = []
        self._same: dict[str, Expr] = {}
        self._kept: dict[tuple[Any, int], bool] = {}

    def assume(self, condition: Expr) -> None:
        """What the program asserts of its sizes holds."""
        for part in condition.operands if condition.op == "and" else (condition,):
            if part.op == "==" and part.operands[0].op == part.operands[1].op == "var":
                kept, other = sorted(part.operands, key=str)
                self._same[str(other.args[0])] = kept
            else:
                self._facts.append(part)
        same = self._same
        self._shapes = {
            value: tuple(size.substitute(same) for size in shape)
            for value, shape in self._shapes.items()
        }

    def is_proven(self, condition: Expr) -> bool:
        """Whether a condition holds, by what the program asserts of its sizes."""
        return simplify_condition(condition, all_of(self._facts)) == TRUE

    def is_of_arguments(self, expr: Expr) -> bool:
        """Whether an expression is of nothing but the sizes of a function's arguments."""
        atoms = [self._atoms[str(p.args[0])] for p in _parts(expr) if p.op == "var"]
        return all(atom.axis is not None and _is_argument(atom.value) for atom in atoms)

    def set_shape(self, value: Any, shape: Sequence[Expr]) -> None:
        """Note what a rewriting knows of the value that it makes."""
        self._shapes[value] = tuple(shape)

    def replace(self, old: Any, new: Any) -> None:
        """Note that a value stands for another one from here on."""
        self._shapes[new] = self.of(old)
        for name, atom in self._atoms.items():
            if atom.value == old:
                self._atoms[name] = replace(atom, value=new)

    def of(self, value: Any) -> Shape:
        """The sizes of a tensor."""
        shape = self._shapes.get(value)
        if shape is None:
            found = None
            if is_open(value.type):
                found = shape_of_result(self, value)
            shape = tuple(
                lift(size) if size >= 0 else self._size(value, axis, found)
                for axis, size in enumerate(_sizes(value.type))
            )
            self._shapes[value] = shape
        return shape

    def is_kept(self, loop: Any, number: int) -> bool:
        """Whether a carried tensor has in each iteration the sizes that it begins with."""
        key = (loop, number)
        if key not in self._kept:
            argument = loop.regions[0].blocks[0].arguments[1 + number]
            body = loop.regions[0].blocks[0]
            yielded = list(body.operations)[-1].operands[number]
            start = self.of(loop.operands[3 + number])
            shapes, kept = dict(self._shapes), dict(self._kept)
            self._shapes[argument], self._kept[key] = start, True
            if self.of(yielded) != start:  # what was found meanwhile may rest on it
                self._shapes, self._kept = shapes, {**kept, key: False}
        return self._kept[key]

    def _size(self, value: Any, axis: int, found: Shape | None) -> Expr:
        if found is not None:
            return self._simple(found[axis])
        return self._atom(_Atom(value, axis))

    def _simple(self, expr: Expr) -> Expr:
        expr = canonical(expr.substitute(self._same))
        if all(part.op in ("+", "*", "var", "int") for part in _parts(expr)):
            return expr
        return canonical(simplify_index(expr, all_of(self._facts)))

    def _atom(self, atom: _Atom) -> Expr:
        name = f"d{len(self._atoms)}"
        self._atoms[name] = atom
        if atom.axis is not None:
            self._facts.append(var(name) >= 0)
        return var(name)

    def numbers(self, value: Any) -> Shape:
        """The elements of a small tensor of integers or truth values, in order."""
        count = prod(_sizes(value.type))
        assert 0 <= count <= _MOST_NUMBERS
        found = self._computed(value)
        if found is None or len(found) != count:
            shape = _sizes(value.type)
            found = tuple(self._element(value, shape, k) for k in range(count))
        return found

    def number(self, value: Any) -> Expr:
        """A number that is no tensor, or one of a tensor without axes."""
        ir = bindings("ir")
        if isinstance(value.type, ir.RankedTensorType):
            return self.numbers(value)[0]
        known = self._known.get(value)
        if known is None:
            owner = owner_of(value)
            name = str(getattr(owner, "name", ""))
            if name == "tensor.extract" and len(owner.operands) == 1:
                known = self.number(owner.operands[0])
            elif name == "arith.constant" and isinstance(owner.attributes["value"], ir.IntegerAttr):
                known = lift(ir.IntegerAttr(owner.attributes["value"]).value)
            else:
                known = self._atom(_Atom(value))
            self._known[value] = known
        return known

    def _element(self, value: Any, shape: Sequence[int], number: int) -> Expr:
        position = list[int]()
        for size in reversed(shape):
            number, rest = divmod(number, size)
            position.insert(0, rest)
        key = (value, *position)
        if key not in self._known:
            found = self._atom(_Atom(value, position=tuple(position)))
            self._known[key] = ne(found, 0) if value.type.element_type.width == 1 else found
        return self._known[key]

    def _computed(self, value: Any) -> Shape | None:
        op = owner_of(value)
        if op is None:
            return None
        attributes, name = op.attributes, op.name.removeprefix("stablehlo.")
        match name:
            case "constant" | "arith.constant":
                numbers = _integers(attributes["value"])
                if value.type.element_type.width == 1:
                    return tuple(TRUE if number else FALSE for number in numbers)
                return tuple(map(lift, numbers))
            case "get_dimension_size":
                axis: int = bindings("ir").IntegerAttr(attributes["dimension"]).value
                return (self.of(op.operands[0])[axis],)
            case "reshape" | "convert":
                return self.numbers(op.operands[0]) if _is_integer(op.operands[0].type) else None
            case "tensor.from_elements":
                return tuple(map(self.number, op.operands))
            case "broadcast_in_dim" if prod(_sizes(op.operands[0].type)) == 1:
                return self.numbers(op.operands[0]) * prod(_sizes(value.type))
            case "concatenate" if bindings("ir").IntegerAttr(attributes["dimension"]).value == 0:
                return tuple(n for operand in op.operands for n in self.numbers(operand))
            case "slice" if len(_sizes(value.type)) == 1:
                ends = (attributes[k] for k in ("start_indices", "limit_indices", "strides"))
                ((start,), (stop,), (step,)) = map(tuple, ends)
                return self.numbers(op.operands[0])[start:stop:step]
            case _:
                return self._elementwise(op, name)

    def _elementwise(self, op: Any, name: str) -> Shape | None:
        if not op.operands or not all(_is_integer(operand.type) for operand in op.operands):
            return None
        if any(prod(_sizes(operand.type)) > _MOST_NUMBERS for operand in op.operands):
            return None
        given = [self.numbers(operand) for operand in op.operands]
        made = list[Expr]()
        for numbers in zip(*given, strict=True):
            number = _combined(op, name, numbers)
            if number is None:
                return None
            made.append(number)
        return tuple(made)

    def write(self, expr: Expr) -> Any:
        """The value of an expression, computed here."""
        write, type = self.write, index_type()
        if expr.constant is not None:
            return index(expr.constant)
        match expr.op, expr.operands:
            case "var", _:
                return self._atoms[str(expr.args[0])].write()
            case "+", (one, other) if other.op == "*" and other.operands[1].constant == -1:
                return value_of("arith.subi", type, write(one), write(other.operands[0]))
            case "+" | "*" | "min" | "max" as kind, (one, other):
                name = {"+": "addi", "*": "muli", "min": "minsi", "max": "maxsi"}[kind]
                return value_of(f"arith.{name}", type, write(one), write(other))
            case "//" | "%" as kind, (one, other) if other.constant is not None:
                name = "floordiv" if kind == "//" else "mod"
                text = f"affine_map<()[s0] -> (s0 {name} {other.constant})>"
                return value_of("affine.apply", type, write(one), map=text)
            case "//", (one, other):
                return value_of("arith.floordivsi", type, write(one), write(other))
            case "%", (one, other):
                return write(one - (one // other) * other)
            case "select", (condition, yes, no):
                operands = self.write_condition(condition), write(yes), write(no)
                return value_of("arith.select", type, *operands)
            case _:
                raise AssertionError(f"no value for {expr}")

    def write_condition(self, expr: Expr) -> Any:
        """The truth value of a condition, computed here."""
        ir = bindings("ir")
        bit = ir.IntegerType.get_signless(1)
        if expr.op in ("and", "or"):
            first, *others = map(self.write_condition, expr.operands)
            for other in others:
                first = value_of(f"arith.{expr.op}i", bit, first, other)
            return first
        if expr.op == "not":
            true = value_of("arith.constant", bit, value="true")
            return value_of("arith.xori", bit, self.write_condition(expr.operands[0]), true)
        if expr.op in ("true", "false"):
            return value_of("arith.constant", bit, value=expr.op)
        kinds = {"==": 0, "!=": 1, "<": 2, "<=": 3, ">": 4, ">=": 5}
        operands = map(self.write, expr.operands)
        return value_of("arith.cmpi", bit, *operands, predicate=f"{kinds[expr.op]} : i64")


def _parts(expr: Expr) -> list[Expr]:
    return [expr, *(part for operand in expr.operands for part in _parts(operand))]


def _sizes(type: Any) -> list[int]:
    """The constant sizes, -1 where they are open; of a number none."""
    if not isinstance(type, bindings("ir").RankedTensorType):
        return []
    return [-1 if type.is_dynamic_dim(axis) else size for axis, size in enumerate(type.shape)]


def _is_integer(type: Any) -> bool:
    ir = bindings("ir")
    is_tensor = isinstance(type, ir.RankedTensorType) and type.has_static_shape
    return is_tensor and isinstance(type.element_type, ir.IntegerType)


def _is_argument(value: Any) -> bool:
    owner = value.owner
    return isinstance(owner, bindings("ir").Block) and owner.owner.operation.name == "func.func"


def owner_of(value: Any) -> Any:
    """The operation that makes a value, None for an argument of a block."""
    owner = value.owner
    return None if isinstance(owner, bindings("ir").Block) else owner.operation


def _integers(attribute: Any) -> list[int]:
    return [int(number) for number in bindings("ir").DenseIntElementsAttr(attribute)]


def _combined(op: Any, name: str, numbers: Sequence[Expr]) -> Expr | None:
    """An element of a result; truth values are conditions."""
    is_condition = [_is_condition(number) for number in numbers]
    match name, numbers:
        case "compare", (a, b) if not any(is_condition):
            direction = str(op.attributes["comparison_direction"]).split()[-1].rstrip(">")
            return _COMPARISONS[direction](a, b)
        case "compare", (a, b) if all(is_condition):
            differ = any_of((all_of((a, ~b)), all_of((~a, b))))
            direction = str(op.attributes["comparison_direction"]).split()[-1].rstrip(">")
            return {"NE": differ, "EQ": ~differ}.get(direction)
        case "and" | "or", _ if all(is_condition):
            return all_of(numbers) if name == "and" else any_of(numbers)
        case "not", (a,) if is_condition[0]:
            return ~a
        case "select", (condition, a, b) if is_condition == [True, False, False]:
            return select(condition, a, b)
        case "sign", (a,) if not is_condition[0]:
            return select(a > 0, 1, select(a < 0, -1, 0))
        case "negate", (a,) if not is_condition[0]:
            return -a
        case _ if any(is_condition):
            return None
        case "add" | "subtract" | "multiply", (a, b):
            return a + b if name == "add" else a - b if name == "subtract" else a * b
        case "maximum" | "minimum", (a, b):
            return rebuild(name[:3], (a, b))
        case "divide" | "remainder", (a, b) if b.constant is not None and b.constant > 0:
            whole = truncated_quotient(a, b)
            return whole if name == "divide" else a - whole * b
        case _:
            return None


def _is_condition(expr: Expr) -> bool:
    return expr.op in ("true", "false", "and", "or", "not", *("==", "!=", "<", "<=", ">", ">="))
