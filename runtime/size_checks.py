"""What the sizes of a call must be for a function to stay inside its buffers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.ir import BlockArgument, SSAValue
from xdsl.utils.hints import isa

from ..analysis.accesses import Access, accesses
from ..analysis.expr import TRUE, Expr, all_of, var, within
from ..analysis.instance_reader import InstanceReader
from ..analysis.islctx import GaveUp, NotAffine, SeveralCases, engine
from ..analysis.queries import is_implied
from ..analysis.sizes import extents, known_sizes
from ..dialect.annotations import buffer_name
from ..dialect.operations import operations_of
from ..passes.diagnostics import remark
from .errors import KernelError

_NAME = "compile"
_EXTENT = "extent"  # how a reader names the size of an axis


@dataclass(frozen=True)
class SizeCheck:
    """A condition on the sizes of a call: else an access of a buffer is outside of an axis."""

    buffer: str
    axis: int
    condition: Expr
    """Over the names of index arguments, and `dim(A, 0)` for the size of an axis."""

    def refuse_unless_met(self, function: str, sizes: Mapping[str, int]) -> None:
        """KernelError where the sizes of a call do not satisfy it."""
        if self.condition.evaluate(sizes):
            return
        names = dict.fromkeys(self.condition.variables())
        raise KernelError(
            f"@{function} would access {self.buffer} out of bounds on axis {self.axis}: wanted "
            f"{self.condition}, but {', '.join(f'{name} is {sizes[name]}' for name in names)}"
        )


def size_name(buffer: str, axis: int) -> str:
    """The name of a buffer's size in the conditions."""
    return f"dim({buffer}, {axis})"


def size_checks(function: func.FuncOp) -> tuple[SizeCheck, ...]:
    """
    The conditions on the sizes of a call that are not seen to hold at each one; none where all
    sizes are static.

    A remark tells of an access that is not shown to stay inside and depends on more than sizes.
    """
    block = function.body.blocks[0]
    if block.first_op is None or not any(_is_size(value) for value in block.args):
        return ()
    reader = InstanceReader(block)
    given = {name: shown for value in block.args for name, shown in _names(value, reader)}
    context = all_of([*(var(n) >= 0 for n in given if n.startswith("extent"))])
    context &= known_sizes(block.first_op, reader)
    made = [
        *(op.memref for op in operations_of(function, memref.AllocOp)),
        *(op.memref for op in operations_of(function, memref.AllocaOp)),
    ]
    found: dict[SizeCheck, None] = {}
    for buffer in (*(v for v in block.args if isinstance(v.type, MemRefType)), *made):
        sizes = extents(buffer, reader)
        for access in () if sizes is None else accesses(buffer, reader):
            if access.index is None:
                continue
            for axis, (index, size) in enumerate(zip(access.index, sizes or (), strict=True)):
                when = context & access.instances.condition
                if is_implied(when, within(index, size)):
                    continue
                failing = when & ~within(index, size)
                condition = _never(failing, context, access, given, reader)
                if condition is None:
                    _tell(access, buffer, axis)
                elif condition != TRUE:
                    shown = condition.substitute({n: var(s) for n, s in given.items()})
                    found.setdefault(SizeCheck(_shown(buffer), axis, shown))
    return tuple(found)


def _is_size(value: SSAValue) -> bool:
    if isa(value.type, MemRefType):
        return any(size < 0 for size in value.type.get_shape())
    return isinstance(value.type, IndexType)


def _names(value: BlockArgument, reader: InstanceReader) -> Iterator[tuple[str, str]]:
    """The names that the reader has for the sizes that a caller gives, and how they are shown."""
    if isinstance(value.type, IndexType):
        yield str(reader.index(value)), _shown(value)
    if isa(value.type, MemRefType):
        for axis, size in enumerate(value.type.get_shape()):
            if size < 0:
                yield str(reader.extent(value, axis)), size_name(_shown(value), axis)


def _never(
    failing: Expr, context: Expr, access: Access, given: Mapping[str, str], reader: InstanceReader
) -> Expr | None:
    """The condition on the given sizes that nothing fails; None where it takes more to know."""
    if not access.must:
        return None
    others = [n for n in dict.fromkeys(failing.variables()) if n not in given]
    if not all(n in access.instances.iterators or _is_dim(n, reader) for n in others):
        return None
    try:
        with engine().budget():
            known = engine().set(context)
            known = engine().project(known, [n for n in context.variables() if n not in given])
            bad = engine().project(engine().set(failing), others)
            return engine().condition(bad.complement().gist(known), known)
    except (GaveUp, NotAffine, SeveralCases):
        return None


def _is_dim(name: str, reader: InstanceReader) -> bool:
    """Whether it is a size of an argument, which the context ties to those that are given."""
    if name.startswith(_EXTENT):
        return False
    op = reader.value(name).owner
    if not isinstance(op, memref.DimOp) or not isinstance(op.source, BlockArgument):
        return False
    axis = reader.index(op.index)
    return axis is not None and axis.constant is not None


def _tell(access: Access, buffer: SSAValue, axis: int) -> None:
    remark(
        _NAME,
        access.op,
        f"calls are not tested for it: {_shown(buffer)} is not shown to be accessed inside of axis "
        f"{axis}, and that depends on more than sizes",
    )


def _shown(value: SSAValue) -> str:
    unnamed = f"arg{value.index}" if isinstance(value, BlockArgument) else "a buffer"
    return buffer_name(value) or unnamed
