"""
A claim as IR: its variables are arguments or iterators, its facts loops, ifs and assumes, and what
is claimed is the condition of an if, which calls one function where it holds and another where not.
For branch removal it stores instead, where it holds.

It is written from the claim's text, not from its expressions, so that truncating division is
`arith.divsi`, a remainder an affine map where it can be one, and a choice `arith.select`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .reading import Claim

HOLDS, FAILS = "claim_holds", "claim_fails"
DECLARATIONS = f"func.func private @{HOLDS}()\nfunc.func private @{FAILS}()\n"
_COMPARED: dict[type[ast.AST], str] = {
    **{ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt"},
    **{ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge"},
}
_OPERATIONS: dict[type[ast.AST], str] = {ast.Add: "addi", ast.Sub: "subi", ast.Mult: "muli"}
_CALLED = {"min": "minsi", "max": "maxsi", "tdiv": "divsi", "tmod": "remsi"}
_RANGE = re.compile(r"(-?\d+) (<=?) (\w+) (<=?) (-?\d+)")


def question(claim: Claim, name: str, *, facts: str, type: str = "index") -> str:
    """
    A function that asks whether a claim holds.

    `facts` is what says the facts: `if`, `assume`, or `loop`, which has an iterator for each
    variable with a range, and ifs for the rest. With a `type` like `i32`, the variables are `i8`
    arguments that are extended to it, or `i32` loads of what is not known where it is `data`.
    """
    return _Writer(claim, facts, type).function(name)


def stage(claim: Claim, name: str) -> str:
    """A function with a stage that stores where a claim holds, in loops and ifs on its facts."""
    return _Writer(claim, "loop", "index").function(name, is_stage=True)


@dataclass
class _Writer:
    claim: Claim
    facts: str
    type: str
    lines: list[str] = field(default_factory=list[str])
    values: dict[str, str] = field(default_factory=dict[str, str])
    open: int = 0
    made: int = 0

    def function(self, name: str, *, is_stage: bool = False) -> str:
        parts = _conjuncts(ast.parse(self.claim.texts[0], mode="eval").body)
        ranges = dict(self._ranges(parts)) if self.facts == "loop" else {}
        arguments = [each for each in self.claim.names if each not in ranges]
        if self.type == "index":
            typed = [f"%{each}: index" for each in arguments]
            self.values = {each: f"%{each}" for each in self.claim.names}
        else:
            typed = [f"%{each}_given: i8" for each in arguments]
            for each in arguments:
                given = f"arith.extsi %{each}_given : i8 to {self.type}"
                self.values[each] = self._line(given)
        if is_stage:
            self.lines.append("affine.for %stage = 0 to 4 {")
        for each, (least, end) in ranges.items():
            iterator = f"%{each}" if self.type == "index" else f"%{each}_iterator"
            self.lines.append(f"affine.for {iterator} = {least} to {end} {{")
            self.open += 1
            if self.type != "index":
                self.values[each] = self._line(
                    f"arith.index_cast {iterator} : index to {self.type}"
                )
        for part in parts:
            if _name_in_range(part) not in ranges:
                self._fact(part)
        holds = self._condition(ast.parse(self.claim.texts[1], mode="eval").body)
        self.lines.append(f"scf.if {holds} {{")
        if is_stage:
            typed += ["%A: memref<4xf32>", "%x: f32"]
            self.lines += ["affine.store %x, %A[%stage] : memref<4xf32>", "}", *["}"] * self.open]
            self.lines.append('} {pad.stage = "compute"}')
        else:
            self.lines += [f"func.call @{HOLDS}() : () -> ()", "} else {"]
            self.lines += [f"func.call @{FAILS}() : () -> ()", "}", *["}"] * self.open]
        body = "\n".join(self.lines)
        return f"func.func @{name}({', '.join(typed)}) {{\n{body}\nfunc.return\n}}\n"

    def _ranges(self, parts: Sequence[ast.expr]) -> Iterator[tuple[str, tuple[int, int]]]:
        for part in parts:
            found = _RANGE.fullmatch(ast.unparse(part))
            if found is not None:
                least, end = int(found[1]) + (found[2] == "<"), int(found[5]) + (found[4] == "<=")
                yield found[3], (least, end)

    def _fact(self, part: ast.expr) -> None:
        holds = self._condition(part)
        if self.facts == "assume":
            self.lines.append(f"pad.assume {holds} : i1")
        else:
            self.lines.append(f"scf.if {holds} {{")
            self.open += 1

    def _line(self, text: str) -> str:
        self.made += 1
        self.lines.append(f"%t{self.made} = {text}")
        return f"%t{self.made}"

    def _number(self, node: ast.expr) -> str:
        if (constant := _constant(node)) is not None:
            return self._line(f"arith.constant {constant} : {self.type}")
        match node:
            case ast.Name(id=name):
                return self.values[name]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                zero = self._line(f"arith.constant 0 : {self.type}")
                return self._arith("subi", zero, self._number(operand))
            case ast.BinOp(left=left, op=ast.FloorDiv() | ast.Mod(), right=right):
                return self._floored(node, left, right)
            case ast.BinOp(left=left, op=op, right=right):
                operation = _OPERATIONS[type_of(op)]
                operands = self._number(left), self._number(right)
                return self._arith(operation, *operands)
            case ast.Call(func=ast.Name(id="select"), args=[condition, yes, no]):
                holds = self._condition(condition)
                arms = self._number(yes), self._number(no)
                return self._line(f"arith.select {holds}, {arms[0]}, {arms[1]} : {self.type}")
            case ast.Call(func=ast.Name(id=called), args=args):
                first, *others = map(self._number, args)
                for other in others:
                    first = self._arith(_CALLED[called], first, other)
                return first
            case _:
                raise ValueError(f"no index: {ast.unparse(node)}")

    def _floored(self, node: ast.BinOp, left: ast.expr, right: ast.expr) -> str:
        dividend = self._number(left)
        constant = _constant(right)
        has_map = self.type == "index" and constant is not None and constant > 0
        if has_map and isinstance(node.op, ast.Mod):
            return self._line(f"affine.apply affine_map<(d0) -> (d0 mod {constant})>({dividend})")
        divisor = self._number(right)
        quotient = self._arith("floordivsi", dividend, divisor)
        if isinstance(node.op, ast.FloorDiv):
            return quotient
        return self._arith("subi", dividend, self._arith("muli", quotient, divisor))

    def _arith(self, operation: str, left: str, right: str) -> str:
        return self._line(f"arith.{operation} {left}, {right} : {self.type}")

    def _condition(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool(value)):
                return self._line(f"arith.constant {str(value).lower()}")
            case ast.BoolOp(op=op, values=values):
                joined = "andi" if isinstance(op, ast.And) else "ori"
                first, *others = map(self._condition, values)
                for other in others:
                    first = self._line(f"arith.{joined} {first}, {other} : i1")
                return first
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                true = self._line("arith.constant true")
                return self._line(f"arith.xori {self._condition(operand)}, {true} : i1")
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                numbers = [self._number(each) for each in (left, *comparators)]
                found = [
                    self._line(f"arith.cmpi {_COMPARED[type_of(op)]}, {a}, {b} : {self.type}")
                    for op, a, b in zip(ops, numbers, numbers[1:], strict=False)
                ]
                first, *others = found
                for other in others:
                    first = self._line(f"arith.andi {first}, {other} : i1")
                return first
            case ast.Call(func=ast.Name(id="iff"), args=[one, other]):
                left, right = self._condition(one), self._condition(other)
                return self._line(f"arith.cmpi eq, {left}, {right} : i1")
            case _:
                raise ValueError(f"no condition: {ast.unparse(node)}")


def type_of(node: ast.AST) -> type[ast.AST]:
    """The class of a node (`type` is the name of a field here)."""
    return node.__class__


def _conjuncts(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Constant):
        return []
    return (
        list(node.values)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)
        else [node]
    )


def _constant(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
        case _:
            return None


def _name_in_range(part: ast.expr) -> str | None:
    found = _RANGE.fullmatch(ast.unparse(part))
    return None if found is None else found[3]
