"""Pad kinds that name a function: the function must be pure, and one of the physical indices."""

from __future__ import annotations

from functools import cache

from xdsl.dialects import affine, arith, func, math, scf, vector
from xdsl.dialects.builtin import FunctionType, IndexType
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from .attributes import LaidOutType, layout_of, place
from .ir.operations import operation_name
from .ir.symbols import lookup_symbol
from .layout.pad_kinds import Computed, simple_kinds

_KNOWN = (
    func.ReturnOp,
    affine.ApplyOp,
    affine.MinOp,
    affine.IfOp,
    affine.YieldOp,
    scf.IfOp,
    scf.YieldOp,
    vector.BroadcastOp,
)


def pad_function(name: str, at: Operation) -> func.FuncOp:
    """
    The function of this name, as seen from an operation.

    VerifyException where there is none, or it is not pure: a block of arithmetic on its arguments.
    """
    found = lookup_symbol(at, name)
    if not isinstance(found, func.FuncOp):
        raise VerifyException(f"the pad kind @{name} names no function of this module")
    if found.is_declaration or len(found.body.blocks) != 1:
        raise VerifyException(
            f"the pad kind @{name} needs a function whose body is one block, so that it is known "
            "to be pure"
        )
    for op in found.body.walk():
        known = isinstance(op, _KNOWN) or op.dialect_name() in (
            arith.Arith.name,
            math.Math.name,
        )
        if not known:
            raise VerifyException(
                f"the pad kind @{name} is not pure: it contains '{operation_name(op)}', and "
                "may only compute with arith, math and ifs"
            )
    return found


def verify_pad_functions(type: LaidOutType, at: Operation) -> None:
    """VerifyException unless the functions that a layout names fit their steps."""
    for name, rank, loads in named_functions(type):
        inputs = [*[IndexType()] * rank, *[type.element_type] * loads]
        wanted = FunctionType.from_lists(inputs, [type.element_type])
        given = pad_function(name, at).function_type
        if given != wanted:
            also = " and of the elements that it loads" if loads else ""
            raise VerifyException(
                f"the pad kind @{name} must be a function of the physical indices after its step"
                f"{also}, {wanted}, but is {given}"
            )


@cache
def named_functions(type: LaidOutType) -> tuple[tuple[str, int, int], ...]:
    """
    The functions that a layout names, and the numbers of indices and of elements that they must
    take.
    """
    layout = layout_of(type)
    if layout is None:
        return ()
    found = [
        (kind.function, number, len(kind.loads))
        for number, step in enumerate(layout.layout.steps)
        for kind in simple_kinds(step.pad)
        if isinstance(kind, Computed)
    ]
    boxes = place(type).boxes if found else ()
    return tuple((name, len(boxes[number]), loads) for name, number, loads in found)
