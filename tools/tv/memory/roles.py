"""The roles of arguments (design, "Roles"), as observed in an execution of their function."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import IndexType, IntegerType, VectorType
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.utils.hints import isa


@dataclass(frozen=True)
class RolesElsewhere:
    """
    The positions of the arguments that are *in*, and *out*, at some other choice of sizes.

    A role is the function's, so what is the case at one size counts at all.
    """

    ins: frozenset[int] = frozenset()
    outs: frozenset[int] = frozenset()
    with_cells: frozenset[int] = frozenset()
    """The arguments that have logical cells; others say nothing of the other sizes."""

    def __or__(self, other: RolesElsewhere) -> RolesElsewhere:
        with_cells = self.with_cells | other.with_cells
        return RolesElsewhere(self.ins | other.ins, self.outs | other.outs, with_cells)


class Roles:
    """Watches one argument in one execution; cells are numbers, `logical` those that count."""

    def __init__(self, logical: Collection[int]):
        self.only_loaded = False
        """No operation of the function takes the argument but loads, whatever runs."""
        self.plainly_used = False
        """Linear index arithmetic alone decides which accesses of it run."""
        self.is_stored_to = False
        """Some store of the function is to the argument itself, whether it runs or not."""
        self.is_kept = False
        """Both sides have one layout of it, so that nothing has to say where padding is written."""
        self._logical = frozenset(logical)
        self._written: set[int] = set()
        self._last_stage: dict[int, int] = {}
        self._by_stage: dict[int, int] = {}
        self._read_early = False
        self.padding_was_read = False
        self.has_write_stage = False
        """One stage certainly writes all logical cells."""

    @property
    def has_cells(self) -> bool:
        """Whether there is a logical cell at all; a buffer without passes through untouched."""
        return bool(self._logical)

    @property
    def is_in(self) -> bool:
        """
        Whether the buffer is an input: what it holds on entry may matter.

        That is so unless one stage certainly writes all its logical cells, before any of them is
        read; several stages may do so together where the layout is kept. A call that receives the
        buffer earlier counts as a read, and so does an assume on padding that the function has not
        written.
        """
        return self._read_early or not self._is_written

    @property
    def _is_written(self) -> bool:
        return self.has_write_stage or (self.is_kept and self._logical <= self._written)

    def note_given(self) -> None:
        """It is passed to a function with a body."""
        self._read_early |= not self._is_written

    def note_read(self, cell: int, *, only_assumed: bool) -> None:
        """A read; one that feeds only assumes is not an access to a logical cell."""
        if cell not in self._logical:
            self.padding_was_read = True
            self._read_early |= only_assumed and cell not in self._written
        elif cell not in self._written and not only_assumed:
            self._read_early = True

    def note_write(self, cell: int, stage: int | None) -> None:
        """A write; no stage where it may not happen, depending on the data."""
        if cell not in self._logical:
            self._written.add(cell)
        if stage is None or cell not in self._logical:
            return
        self._written.add(cell)
        if self._last_stage.get(cell) == stage:
            return
        self._last_stage[cell] = stage
        count = self._by_stage[stage] = self._by_stage.get(stage, 0) + 1
        if count == len(self._logical):
            self.has_write_stage = True


_QUOTIENTS = ("arith.divui", "arith.remui", "arith.floordivsi", "arith.ceildivsi")
_LINEAR = (
    *("arith.addi", "arith.subi", "arith.andi", "arith.ori", "arith.xori"),
    *("affine.apply", "affine.min", "affine.max"),
    *("vector.create_mask", "vector.broadcast", "vector.shuffle"),
)
_GIVEN = ("arith.constant", "memref.dim")
_MOST = 150
"""Operations, those counted twice whose result is used twice: analyses read no more of them."""
_SIGNED = range(6)
"""The predicates eq, ne, slt, sle, sgt and sge."""


def is_plainly_decided(values: Iterable[SSAValue]) -> bool:
    """
    Whether all are made of constants, iterators and sizes by linear index arithmetic, masks too.

    Where they decide what runs, each who looks at a function agrees on what certainly happens.
    Elsewhere an execution may see more than an analysis can show.
    """
    return all(map(_is_plain, values))


def _is_plain(value: SSAValue) -> bool:
    pending, count = [value], 0
    while pending and count <= _MOST:
        count += 1
        value = pending.pop()
        if not _is_linear(value):
            return False
        if isinstance(value.owner, Operation) and value.owner.name not in _GIVEN:
            pending += value.owner.operands
    return count <= _MOST


def _is_linear(value: SSAValue) -> bool:
    """Whether it is so, if the operands of what makes it are."""
    if isinstance(value, BlockArgument):
        is_carried = isinstance(value.block.parent_op(), affine.ForOp | scf.ForOp) and value.index
        return isinstance(value.type, IndexType) and not is_carried
    op = value.owner
    assert isinstance(op, Operation)
    if op.name in _GIVEN:
        return True
    if op.name in ("arith.muli", *_QUOTIENTS):
        numbers = [_name(operand) == "arith.constant" for operand in op.operands]
        return numbers[1] or (numbers[0] and op.name == "arith.muli")
    if isinstance(op, arith.CmpiOp):
        compared = op.lhs.type
        lane = compared.element_type if isa(compared, VectorType) else compared
        return isinstance(lane, IndexType) and op.predicate.value.data in _SIGNED
    return op.name in _LINEAR


def _name(value: SSAValue) -> str:
    return value.owner.name if isinstance(value.owner, Operation) else ""


_ONLY_LOAD = frozenset(
    {
        *("affine.load", "affine.vector_load", "memref.load", "memref.dim"),
        *("vector.load", "vector.maskedload", "vector.transfer_read", "vector.gather"),
    }
)


def is_only_loaded(argument: SSAValue) -> bool:
    """Whether nothing in a function may write an argument, or pass it on."""
    return all(use.operation.name in _ONLY_LOAD for use in argument.uses)


_STORES = {*("affine.store", "affine.vector_store", "memref.store", "vector.store")}
_ACCESSES = _ONLY_LOAD | _STORES
_PLAIN = frozenset({"affine.for", "affine.if", "affine.parallel", "scf.for", "scf.if"})


def is_stored_to(argument: SSAValue) -> bool:
    """Whether a store of the function is to the argument itself."""
    return any(use.operation.name in _STORES for use in argument.uses)


def is_plainly_used(argument: BlockArgument) -> bool:
    """Whether linear index arithmetic alone decides which cells of an argument are accessed."""
    function = argument.block.parent_op()
    for use in argument.uses:
        op = use.operation
        if op.name not in _ACCESSES:
            return False
        while op is not None and op is not function:
            if not is_plainly_decided(_deciding(op)):
                return False
            op = op.parent_op()
            if op is not function and (op is None or op.name not in _PLAIN):
                return False
    return True


def _deciding(op: Operation) -> Iterable[SSAValue]:
    """The indices of an access, the bounds of a loop and the condition of an if."""
    values = op.operands
    if op.name in _ACCESSES:
        return (value for value in values if isinstance(value.type, IndexType))
    return (value for value in values if isinstance(value.type, IndexType | IntegerType))
