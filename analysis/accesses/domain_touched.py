"""
Which cells of a buffer a stage touches, and under which condition (RFC 77, "Predicate for
DomainTouched").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.ir.memory_access import is_dynamic
from ...index.expr import TRUE, Expr, all_of, var, within
from ...index.queries.conditions import bounds
from ...index.sets.cells import cell_names, union
from ...index.sets.engine import GaveUp, NotAffine, engine
from ...index.simplify.forms import readable, simplify_condition
from ..instances.reader import InstanceReader
from .accesses import Access, touched
from .block_accesses import BlockAccesses

_Ifs = affine.IfOp | scf.IfOp


@dataclass(frozen=True)
class TouchedAt:
    """
    The cells that one access touches: `index` for each value of `iterators` in `domain`, the bounds
    of the loops, for which `condition` holds.

    An `index` of None is any cell. Where not `sure`, an access may also not happen.
    """

    index: tuple[Expr, ...] | None
    iterators: tuple[str, ...]
    domain: Expr
    condition: Expr
    sure: bool


@dataclass(frozen=True)
class DomainTouched:
    """
    All that a stage reads, or writes, of a buffer, in the names of the source.

    `cells` are the names of a cell's indices; `may` and `must` the conditions on them, within the
    shape, that the cell may be touched and that it certainly is; `box` the first and last index of
    each axis, None if no number bounds it.
    """

    cells: tuple[str, ...]
    accesses: tuple[TouchedAt, ...]
    may: Expr
    must: Expr
    box: tuple[tuple[int | None, int | None], ...]


def domain_touched(stage: Operation, buffer: SSAValue, writes: bool) -> DomainTouched:
    """
    Return the cells of a buffer that an operation touches; the operation is in the block that the
    buffer lives in, or in a block inside.

    `writes` chooses between writes and reads; a load that feeds only assumes is none. Raises
    GaveUp where a set is too large to compute.
    """
    scope = stage.parent
    assert scope is not None, "a stage that is in no block"
    block = BlockAccesses(scope)
    place = {op: k for k, op in enumerate(stage.walk())}
    found = sorted(
        (
            a.access
            for a in block.accesses(buffer)
            if a.access.writes == writes and a.access.op in place
        ),
        key=lambda access: place[access.op],
    )
    sure = [access for access in found if access.must]
    cells = cell_names(len(_shape(buffer)))
    names = _Names()
    try:
        with engine().budget():
            inside = _inside(buffer, cells)
            may, must = (_cells(accesses, inside) for accesses in (found, sure))
            described = tuple(_described(access, stage, block.reader, names) for access in found)
    except NotAffine as error:
        raise GaveUp(str(error)) from error
    return DomainTouched(
        cells,
        described,
        names.in_source(may, block.reader),
        names.in_source(must, block.reader),
        tuple(bounds(var(cell), may & inside) for cell in cells),
    )


def _cells(accesses: Iterable[Access], inside: Expr) -> Expr:
    return readable(union(map(touched, accesses)), engine().set(inside), ())


def _inside(buffer: SSAValue, cells: tuple[str, ...]) -> Expr:
    sized = zip(cells, _shape(buffer), strict=True)
    return all_of([var(c) >= 0 if is_dynamic(size) else within(var(c), size) for c, size in sized])


def _shape(buffer: SSAValue) -> tuple[int, ...]:
    return cast("MemRefType[Attribute]", buffer.type).get_shape()


def _described(
    access: Access, stage: Operation, reader: InstanceReader, names: _Names
) -> TouchedAt:
    instances, scope = access.instances, stage.parent
    domain = TRUE
    if scope is not None and instances.iterators:
        unguarded = InstanceReader(scope, [op for op in stage.walk() if isinstance(op, _Ifs)])
        loops = unguarded.instances(access.op)
        domain = TRUE if loops is None else names.in_source(loops.condition, unguarded)
    condition = names.in_source(instances.condition, reader)
    index = access.index
    return TouchedAt(
        None if index is None else tuple(names.in_source(i, reader) for i in index),
        tuple(str(names.in_source(var(name), reader)) for name in instances.iterators),
        domain,
        simplify_condition(condition, domain),
        access.must,
    )


class _Names:
    """The names of values in the source, made different where they are not."""

    def __init__(self) -> None:
        self._names: dict[SSAValue, str] = {}

    def in_source(self, expr: Expr, reader: InstanceReader) -> Expr:
        """The expression of a reader in these names."""
        return expr.substitute({n: var(self._name(n, reader)) for n in expr.variables()})

    def _name(self, name: str, reader: InstanceReader) -> str:
        try:
            value = reader.value(name)
        except KeyError:
            return name  # an extent, or a cell of what is touched as a whole
        if value not in self._names:
            own = value.name_hint or name
            taken = set(self._names.values())
            while own in taken:
                own += "'"
            self._names[value] = own
        return self._names[value]
