"""Where padding that copies cells of its own buffer has to be written again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import arith, func, memref
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from ....analysis.accesses.accesses import Access, accesses, scope_of
from ....analysis.contracts.either_arm import of_either_arm
from ....analysis.contracts.roles import RolesAtCall, calls_followed
from ....analysis.instances.reader import InstanceReader
from ....analysis.instances.sizes import extents
from ....dialect.annotations import MAY_ALIAS, buffer_name
from ....dialect.attributes import layout_of
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operation_name
from ....dialect.layout.layout import Layout, LayoutError, PlacedLayout
from ....dialect.layout.pad_kinds import simple_kinds, sources
from ....dialect.layout.self_padding import Copies, copies_of
from ....dialect.ops import CastOp
from ....index.expr import FALSE, TRUE, Expr, all_of, eq, lift, var
from ....index.maps.box_map import box
from ....index.queries.conditions import Piece, Proven, Refuted, covers, is_implied


def has_copies(layout: Layout) -> bool:
    """Whether some padding of the layout takes its value from cells of the buffer."""
    return any(sources(k) for step in layout.steps for k in simple_kinds(step.pad))


def check_has_one_name(buffer: SSAValue, origin: Operation) -> None:
    """
    Raises PadError for a buffer with copies in its padding that may be written under another name.
    """
    layout = layout_of(buffer.type)
    if layout is None or not has_copies(layout.layout):
        return
    name, owner = buffer_name(buffer) or "the buffer", buffer.owner
    what = "its padding copies cells of its own, and has to be written again after each change"
    if isinstance(owner, memref.GetGlobalOp):
        return  # only constant ones may have such padding
    if isinstance(owner, Operation) and not isinstance(
        owner, memref.AllocOp | memref.AllocaOp | CastOp
    ):
        raise PadError(
            f"{name} comes out of '{operation_name(owner)}', but {what}; only arguments and "
            "allocations may have such padding",
            owner,
        )
    function = owner.parent_op() if isinstance(owner, Block) else None
    if isinstance(owner, Block) and not (
        isinstance(function, func.FuncOp) and owner is function.body.first_block
    ):
        raise PadError(f"{name} is passed from block to block, but {what}", origin)
    if function is not None and MAY_ALIAS in function.attributes:
        raise PadError(f"another argument may be {name} ({MAY_ALIAS}), but {what}", origin)
    for use in buffer.uses:
        op = use.operation
        passes_on = isinstance(op, arith.SelectOp) or op.has_trait(IsTerminator)
        if passes_on and not isinstance(op, func.ReturnOp):
            raise PadError(
                f"'{operation_name(op)}' passes {name} on under another name, but {what}", op
            )


def stages_to_follow(
    buffer: SSAValue, placed: PlacedLayout, at_calls: RolesAtCall
) -> list[Operation]:
    """
    The stages that may write a cell that the padding copies, in order; callees write it themselves.

    Of a local buffer only those by whose end all such cells are written. Raises PadError where
    there are stages, but none such.
    """
    copies = [c for c in copies_of(placed) if _may_copy_logical(placed, c)]
    if not copies:
        return []
    name = buffer_name(buffer) or "the buffer"
    reader, scope = InstanceReader(scope_of(buffer)), scope_of(buffer)
    order = {op: number for number, op in enumerate(scope.ops)}
    by_stage: dict[Operation, list[Access]] = {}
    relying: dict[Operation, func.CallOp] = {}
    shape = extents(buffer, reader)

    def read(reader: InstanceReader) -> Iterator[Access]:
        return calls_followed(buffer, accesses(buffer, reader), TRUE, at_calls, shape)

    found = list(read(reader))
    for access in found:
        stage = reader.stage(access.op)
        if stage is None:
            raise PadError(
                f"'{operation_name(access.op)}' uses {name} in another block, "
                "where its padding, which copies its own cells, cannot be written again",
                access.op,
            )
        if access.writes and not isinstance(access.op, func.ReturnOp):  # whose caller may write
            by_stage.setdefault(stage, []).append(access)
        elif isinstance(access.op, func.CallOp) and buffer in access.op.arguments:
            relying[stage] = access.op  # reads, so that it takes the copies to be there on entry
    stages = sorted(by_stage, key=order.__getitem__)
    writing = [
        stage
        for stage in stages
        if any(
            _may_write(placed, access, c)
            for access in by_stage[stage]
            for c in copies
            if not isinstance(access.op, func.CallOp)
        )
    ]
    for stage in writing:
        if stage in relying:
            raise PadError(
                f"{_call(relying[stage])} takes the padding of {name} to copy its cells, but they "
                "are written in the same stage, and the padding only after it; make the call a "
                "stage of its own, or give a pad kind that is a value",
                relying[stage],
            )
    if isinstance(buffer.owner, Block) or not (writing or relying):
        return writing
    for access in of_either_arm(found, reader, read):
        if (stage := reader.stage(access.op)) is not None:
            by_stage[stage].append(access)
    first = _initialised(stages, by_stage, placed, copies, name, (*writing, *relying.values()))
    for stage, call in relying.items():
        if order[stage] <= order[stages[first]]:
            raise PadError(
                f"{_call(call)} takes the padding of {name} to copy its cells, which may not all "
                "be written by then; write all of them before the call, or give a pad kind "
                "that is a value",
                call,
            )
    return [stage for stage in writing if stage in stages[first:]]


def _call(op: func.CallOp) -> str:
    return f"@{op.callee.root_reference.data}"


def copies_of_padding(placed: PlacedLayout) -> list[Expr]:
    """The conditions of those copies that are of padding only."""
    return [c.condition for c in copies_of(placed) if not _may_copy_logical(placed, c)]


def _initialised(
    stages: list[Operation],
    writes: dict[Operation, list[Access]],
    placed: PlacedLayout,
    copies: Sequence[Copies],
    name: str,
    users: Sequence[Operation],
) -> int:
    """The number of the first stage by whose end all copied cells are written."""
    done: list[Access] = []
    missing = ""
    for number, stage in enumerate(stages):
        done += writes[stage]
        missing = next((m for c in copies if (m := _not_written(placed, c, done))), "")
        if not missing:
            return number
    raise PadError(
        f"the padding of {name} copies cells that no stage is sure to have written{missing}; "
        "write all of them, or give a pad kind that is a value",
        users[-1],
    )


def _not_written(placed: PlacedLayout, copies: Copies, writes: Sequence[Access]) -> str:
    """
    Names a copied cell that may not be written by these accesses; empty if all certainly are.
    """
    names = placed.physical_names
    cells = tuple(map(var, names))
    pieces = [
        Piece(w.instances.iterators, w.instances.condition & _same(placed, w, copies), cells)
        for w in writes
        if w.must
    ]
    verdict = covers(_logical_copies(placed, copies), pieces, names)
    if isinstance(verdict, Proven):
        return ""
    if not isinstance(verdict, Refuted):
        return f": {verdict.reason}"
    cell = [verdict.witness.get(name, 0) for name in names]
    source = [int(index.evaluate(verdict.witness)) for index in copies.source]
    return f": {cell} copies {source}"


def _may_write(placed: PlacedLayout, access: Access, copies: Copies) -> bool:
    if access.index is None:
        return True
    both = [access.instances.condition, _logical_copies(placed, copies)]
    try:
        both.append(_same(placed, access, copies))
    except LayoutError:
        return True
    return not is_implied(all_of(both), FALSE)


def _same(placed: PlacedLayout, access: Access, copies: Copies) -> Expr:
    """The condition that the access is of the logical cell that is copied."""
    values = dict(zip(placed.physical_names, copies.source, strict=True))
    assert access.index is not None
    logical = [index.substitute(values) for index in placed.inverse]
    return all_of(eq(a, b) for a, b in zip(access.index, logical, strict=True))


def _logical_copies(placed: PlacedLayout, copies: Copies) -> Expr:
    """The copies of logical cells."""
    whole = box(placed.physical_names, [lift(extent) for extent in placed.physical_shape])
    return whole & copies.condition & copies.at_source(placed.valid, placed.physical_names)


def _may_copy_logical(placed: PlacedLayout, copies: Copies) -> bool:
    return not is_implied(_logical_copies(placed, copies), FALSE)
