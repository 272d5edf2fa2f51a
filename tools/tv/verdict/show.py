"""Values, operations and places as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc
from xdsl.ir import Attribute, Operation

from ..memory.buffers import UNINIT, unravel
from ..terms.assumed_undef import ASSUMED_UNDEF
from ..terms.symbolic import PAD, POISON, POISON_IF, UNINITIALISED
from ..terms.term import Constant, Term
from ..values.numeric import Unknown
from ..values.operators import PREDICATES_F, PREDICATES_I, Cells
from ..values.scalars import BOOL, Integer, Scalar

_INFIX = {
    **{f"arith.add{t}": "+" for t in "if"},
    **{f"arith.sub{t}": "-" for t in "if"},
    **{f"arith.mul{t}": "*" for t in "if"},
    "arith.divf": "/",
    "arith.andi": "and",
    "arith.ori": "or",
}
_ORDERS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_DEEPEST = 4


def show(value: Any, scalar: Scalar | None = None, depth: int = 0) -> str:
    """A value, of that type where it is an integer; what is deep inside is left out."""
    if value is UNINIT:
        return "uninitialised"
    if isinstance(value, Unknown):
        return value.value
    if isinstance(value, Constant):
        return str(value.value)
    if not isinstance(value, Term):
        return shown_number(value, scalar)
    return _leaf(value) or ("..." if depth >= _DEEPEST else _application(value, depth))


def shown_number(value: Any, scalar: Scalar | None) -> str:
    """A number as a constant of its type is written: integers are signed."""
    if not isinstance(value, int) or not isinstance(scalar, Integer):
        return str(value)
    return str(bool(value)).lower() if scalar is BOOL else str(scalar.signed(value))


def _leaf(term: Term) -> str:
    op, name = term.operator, term.operator.name
    if name in ("undef", ASSUMED_UNDEF):
        return f"undef #{term.args[0]}"
    if name in (POISON, UNINITIALISED):
        return name
    if name == "call result":
        return f"what call {op.detail} gives (#{term.args[0]})"
    if name == "input" and isinstance(op.detail, Cells):
        cells = op.detail
        if not cells.shape:
            return cells.name
        return f"{cells.name}{list(unravel(cast('int', term.args[0]), cells.shape))}"
    return ""


def _application(term: Term, depth: int) -> str:
    op = term.operator
    args = _shown_args(term, depth + 1)
    name = op.name.partition(".")[2] or op.name
    flags = f"<{', '.join(sorted(op.flags))}>" if op.flags else ""
    if op.name == PAD:
        return args[0]
    if op.name == POISON_IF:
        return f"{args[0]} (poison if {' or '.join(args[1:])})"
    if op.name in _INFIX:
        return f"({args[0]} {_INFIX[op.name]}{flags} {args[1]})"
    if op.name in ("arith.cmpi", "arith.cmpf"):
        predicates = PREDICATES_I if op.name == "arith.cmpi" else PREDICATES_F
        predicate = predicates[cast("int", op.detail)]
        order = _ORDERS.get(predicate) or _ORDERS.get(predicate[1:])
        exact = predicate[0] if predicate[0] == "u" else ""
        if order is not None:
            return f"({args[0]} {exact}{order} {args[1]})"
        name = predicate
    if op.name == "overflow":
        name = "{1} overflow of {0}".format(*cast("tuple[str, str]", op.detail))
    return f"{name}{flags}({', '.join(args)})"


def _shown_args(term: Term, depth: int) -> list[str]:
    """The arguments; operations on natural numbers show theirs as unsigned."""
    op, count = term.operator, len(term.args)
    is_natural = op.name.endswith("ui") or (
        op.name == "arith.cmpi" and PREDICATES_I[cast("int", op.detail)][0] == "u"
    )
    types = op.operands if len(op.operands) == count and not is_natural else (None,) * count
    return [show(arg, type, depth) for arg, type in zip(term.args, types, strict=True)]


def place_of(op: Operation | None) -> str:
    """`file:line:col` of an operation, or of the first around it that has one; else empty."""
    while op is not None:
        location = _file_location(op.location)
        if location is not None:
            file, line = location.filename.data, location.line.data
            return f"{file}:{line}:{location.column.data}"
        op = op.parent_op()
    return ""


def described(op: Operation | None, loops: Sequence[tuple[str, int]] = ()) -> str:
    """An operation by name and place, with the indices of the loops around it."""
    if op is None:
        return ""
    indices = ", ".join(f"{name} = {index}" for name, index in loops)
    place = place_of(op)
    return " ".join(
        part
        for part in (f"'{op.name}'", f"at {place}" if place else "", indices and f"for {indices}")
        if part
    )


def _file_location(location: Attribute) -> FileLineColLoc | None:
    match location:
        case FileLineColLoc():
            return location
        case NameLoc():
            return _file_location(location.location)
        case CallSiteLoc():
            return _file_location(location.callee)
        case FusedLoc():
            parts = cast("Sequence[Attribute]", getattr(location.locations, "data", ()))
            return next((found for part in parts if (found := _file_location(part))), None)
        case _:
            return None
