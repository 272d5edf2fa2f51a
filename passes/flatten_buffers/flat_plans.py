"""Plans for one web of buffers: its flat shape and contracts, with or without padding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Block, Operation, SSAValue

from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import known_sizes
from ...dialect.annotations import MAY_ALIAS, buffer_name
from ...dialect.attributes import LaidOutType, layout_of, place
from ...dialect.ir.memory_access import has_dynamic_size, is_dynamic
from ...dialect.ir.reasons import Reason, because
from ...index.expr import Expr, all_of, within
from ...index.queries.conditions import is_implied
from ..common.buffer_sizes import tied_argument
from ..layout.accesses.root_accesses import lanes_of, root_index
from ..simplify.decided_conditions import outermost_block
from .buffer_equivalence import Node, Web, carries_contract, contract_of, type_of
from .flat_shapes import (
    Groups,
    Shape,
    dynamic_inner_axis,
    elided_contract,
    flat_contract,
    flat_index,
    flat_shape,
    groups_of,
    separated,
    shown_shape,
)


@dataclass
class Plan:
    """The shape that all buffers of a web get, and where their axes go."""

    web: Web
    shape: Shape
    groups: dict[Node, Groups]
    contracts: dict[Node, LaidOutType]
    """`pad.logical` afterwards, of those that carry it."""

    def changes(self) -> bool:
        """Whether some buffer gets another shape."""
        return any(_shape(node) != self.shape for node in self.web.nodes)

    def flat(self, root: SSAValue, index: Sequence[Expr]) -> tuple[Expr, ...]:
        """Where a cell of a buffer of the web is."""
        return flat_index(index, _shape(root), self.groups[root])


def name_of(web: Web) -> str:
    """The name of a buffer of the web, or its type."""
    names = (buffer_name(value) for value in web.values)
    return next((name for name in names if name), f"<unnamed> : {type_of(web.nodes[0])}")


def separators_of(web: Web) -> set[tuple[int, ...]]:
    """Return the separators of a web's layouts; the empty ones if it has no layout."""
    found = [contract_of(node) for node in web.nodes]
    layouts = [layout_of(contract) for contract in found if contract is not None]
    return {layout.layout.separators for layout in layouts if layout is not None} or {()}


def is_padded(web: Web) -> bool:
    """Whether one of its layouts has padding."""
    contracts = [contract_of(node) for node in web.nodes]
    return any(contract is not None and place(contract).is_padded() for contract in contracts)


def plan_of(web: Web) -> Plan | Reason:
    """The plan with all padding, or why there is none."""
    own: dict[Node, Groups] = {}
    for node in web.nodes:
        contract = contract_of(node)
        layout = None if contract is None else layout_of(contract)
        if layout is not None:
            own[node] = separated(len(_shape(node)), layout.layout.separators)
    shapes = {flat_shape(_shape(node), groups) for node, groups in own.items()}
    first = _shape(web.nodes[0])
    if len(shapes) > 1:
        wanted = " and ".join(map(shown_shape, sorted(shapes)))
        return because(f"its layouts separate axes so that they are {wanted}", "separators")
    flat = shapes.pop() if shapes else flat_shape(first, separated(len(first), ()))
    groups: dict[Node, Groups] = {}
    for node in web.nodes:
        found = own.get(node) or groups_of(_shape(node), flat)
        if found is None:
            text = f"{type_of(node)} has axes across the separators of {shown_shape(flat)}"
            return because(text, "separators")
        reason = _why_not_of_these_sizes(node, found)
        if _shape(node) != flat and reason is not None:
            return reason
        groups[node] = found
    contracts = {
        node: flat_contract(cast("LaidOutType", type_of(node)), contract_of(node), groups[node])
        for node in web.nodes
        if carries_contract(node)
    }
    return Plan(web, flat, groups, contracts)


def _why_not_of_these_sizes(node: Node, groups: Groups) -> Reason | None:
    """Why sizes that are known only at run time are in the way; None if they are not."""
    if not has_dynamic_size(_shape(node)):
        return None
    axis = dynamic_inner_axis(_shape(node), groups)
    if axis is not None:
        remedy = "give its layout a separator before that axis"
        text = (
            f"the size of axis {axis} of {type_of(node)} is known only at run time, and would be a "
            f"factor of the index, where a layout has constants; {remedy}"
        )
        return because(text, "size", remedy=remedy)
    if 0 in _shape(node):
        text = f"a flat {type_of(node)} does not tell its sizes that are known only at run time"
        return because(text, "size")
    if isinstance(node, tuple):
        text = "a result does not tell its logical sizes, which are known only at run time"
        return because(text, "size")
    if isinstance(node, SSAValue) and isinstance(block := node.owner, Block):
        function, contract = block.parent_op(), contract_of(node)
        shape = _shape(node) if contract is None else contract.get_shape()
        for k, size in enumerate(shape):
            if not isinstance(function, func.FuncOp):
                break
            if is_dynamic(size) and tied_argument(function, buffer_name(node), k) is None:
                remedy = "tie one to it by pad.size"
                name = buffer_name(node) or "the argument"
                text = f"no argument is the logical size of axis {k} of {name}; {remedy}"
                return because(text, "size", remedy=remedy)
    return None


def elided_plan(plan: Plan, accesses: Mapping[SSAValue, Sequence[Operation]]) -> Plan | Reason:
    """
    Return the plan without forbidden padding, or the reason why it stays; `accesses` has the
    accesses of each root.
    """
    contracts: dict[Node, LaidOutType] = {}
    for node in plan.web.nodes:
        contract = contract_of(node)
        if contract is None:
            if carries_contract(node) or isinstance(node, memref.GlobalOp):
                text = f"{type_of(node)} is the same buffer without a layout, and has all cells"
                return because(text, "no-layout")
            continue
        if _may_alias(node):
            return because(f"{MAY_ALIAS} is on the function", "alias")
        is_local = isinstance(node, SSAValue) and isinstance(node.owner, Operation)
        if is_local and has_dynamic_size(contract.get_shape()):
            text = "the logical size of the allocation is known only at run time, and no value"
            return because(text, "size")
        elided = elided_contract(contract, plan.groups[node])
        if isinstance(elided, Reason):
            return elided
        contracts[node] = elided
    shapes = {tuple(place(contract).physical_shape) for contract in contracts.values()}
    if len(shapes) > 1:
        return because("its layouts leave it different shapes", "other-layout")
    extents = shapes.pop()
    for root in plan.web.values:
        for op in accesses.get(root, ()):
            if not _stays_inside(plan, op, root, extents, contracts.get(root)):
                shown = f"[{', '.join(map(str, extents))}]"
                text = f"'{op.name}' is not shown to stay in its first {shown} cells"
                return because(text, "out-of-bounds")
    shape = tuple(size if isinstance(size, int) else DYNAMIC_INDEX for size in extents)
    return Plan(plan.web, shape, plan.groups, contracts)


def _stays_inside(
    plan: Plan,
    op: Operation,
    root: SSAValue,
    extents: tuple[int | Expr, ...],
    contract: LaidOutType | None,
) -> bool:
    """Whether an access stays in these extents, over the logical sizes of the contract."""
    reader = InstanceReader(outermost_block(op))
    index, instances = root_index(op, reader.index), reader.instances(op)
    if index is None or instances is None:
        return False
    known = instances.condition
    if any(isinstance(extent, Expr) for extent in extents):
        sizes = None if contract is None else reader.logical_sizes(root, contract)
        stage = reader.stage(op)
        if sizes is None or stage is None:
            return False
        known = known & known_sizes(stage, reader)
        extents = tuple(n.substitute(sizes) if isinstance(n, Expr) else n for n in extents)
    flat = plan.flat(root, index)
    last = (*flat[:-1], flat[-1] + (lanes_of(op) - 1))
    inside = [within(i, n) for cell in (flat, last) for i, n in zip(cell, extents, strict=True)]
    return is_implied(known, all_of(inside))


def _may_alias(node: Node) -> bool:
    if not isinstance(node, SSAValue) or isinstance(node.owner, Operation):
        return False
    function = node.owner.parent_op()
    return isinstance(function, func.FuncOp) and MAY_ALIAS in function.attributes


def _shape(node: Node) -> Shape:
    return tuple(cast("LaidOutType", type_of(node)).get_shape())
