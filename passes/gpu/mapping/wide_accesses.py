"""Accesses of 16 bytes: consecutive iterations in one thread, where memory is aligned for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects import affine, func, vector
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, MemRefType, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ....analysis.accesses.views import root_of
from ....dialect.annotations import argument_attributes
from ....dialect.ir.reasons import Declined
from ...common.for_loops import extent_of
from ...lanes.legality.carried_reductions import is_vector
from ...lanes.legality.iteration_groups import Group, Piece
from ...lanes.legality.neighbours import alignment_of, bits_of
from ...lanes.rewrite_on_copy import attempt
from ...lanes.side_by_side import side_by_side
from ..kernels.kernel_builder import ALIGNMENT

_ALIGN = "llvm.align"


def widen(loop: affine.ForOp) -> affine.ForOp:
    """
    A loop whose iterations do as many of this one's as 16 bytes hold; the loop itself where some
    access would not be aligned, or iterations would be left over.
    """
    lanes, extent = _lanes(loop), extent_of(loop)
    if lanes < 2 or extent is None or extent % lanes:
        return loop
    group = Group(0, extent // lanes, (Piece(0, lanes, lanes),))
    try:
        return attempt(loop, lambda copy: _aligned(side_by_side(copy, [group])))[0]
    except Declined:
        return loop


def _lanes(loop: affine.ForOp) -> int:
    """How many of the widest number in a loop 16 bytes hold; 0 where there are vectors already."""
    types = {value.type for op in loop.body.walk() for value in (*op.results, *op.operands)}
    if any(map(is_vector, types)):
        return 0
    widest = max((bits_of(type) or 0 for type in types if type != i1), default=0)
    return ALIGNMENT * 8 // widest if widest else 0


def _aligned(loops: list[affine.ForOp]) -> list[affine.ForOp]:
    """The loops; raises Declined if a vector in them is not known to be aligned."""
    for op in (op for loop in loops for op in loop.walk()):
        if isinstance(op, vector.MaskedLoadOp | vector.MaskedStoreOp):
            raise Declined("some lanes of an access would be masked off", op, reason="masked")
        if isinstance(op, vector.LoadOp | vector.StoreOp) and "alignment" not in op.attributes:
            raise Declined("a vector is not known to be aligned", op, reason="alignment")
    return loops


def wide_buffers(root: Operation) -> set[SSAValue]:
    """Return the buffers that a vector load or store with a stated `alignment` accesses."""
    accesses = [op for op in root.walk() if isinstance(op, vector.LoadOp | vector.StoreOp)]
    return {root_of(op.base) for op in accesses if "alignment" in op.attributes}


class AlignedArguments:
    """
    Has the buffers that a function is given begin where wide accesses may.

    A launcher aligns what it gives; a call in the module gives what it has.
    """

    def __init__(self, function: func.FuncOp, calls: Sequence[func.CallOp]):
        self._function = function
        self._before = [dict(argument_attributes(argument)) for argument in function.args]
        wanted: dict[str, Attribute] = {_ALIGN: IntegerAttr(ALIGNMENT, i64)}
        own = [op for op in calls if op.callee.root_reference.data == function.sym_name.data]
        asked = [
            isinstance(argument.type, MemRefType)
            and all(_is_aligned(call.arguments[argument.index]) for call in own)
            for argument in function.args
        ]
        self._set(
            wanted | given if is_asked else given
            for given, is_asked in zip(self._before, asked, strict=True)
        )

    def keep_for(self, buffers: set[SSAValue]) -> None:
        """
        Ask for alignment of these arguments only, and of arguments for which it was asked before.
        """
        now = [dict(argument_attributes(argument)) for argument in self._function.args]
        self._set(
            after if argument in buffers else before
            for argument, before, after in zip(self._function.args, self._before, now, strict=True)
        )

    def _set(self, attributes: Iterable[dict[str, Attribute]]) -> None:
        given = list(map(DictionaryAttr, attributes))
        self._function.arg_attrs = ArrayAttr(given) if any(a.data for a in given) else None


def _is_aligned(buffer: SSAValue) -> bool:
    """Whether a buffer by itself, no view of one, is known to begin where wide accesses may."""
    alignment = alignment_of(buffer)
    return alignment is not None and alignment % ALIGNMENT == 0
