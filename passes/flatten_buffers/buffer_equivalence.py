"""Buffers that have one type: those that calls, results, copies and reshapes tie together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from xdsl.dialects import affine, arith, func, memref, scf
from xdsl.dialects.builtin import IntegerAttr, MemRefType, ModuleOp, NoneAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.annotations import LOGICAL, argument_attributes
from ...dialect.attributes import LaidOutType
from ...dialect.ir.loop_like import inits_of
from ...dialect.ir.operations import operation_name
from ...dialect.ir.reasons import Reason, because
from ...dialect.ir.symbols import lookup_symbol
from ...index.expr import Expr, lift
from ..layout.accesses.root_accesses import root_of_window, why_not_rewritten, window_of
from ..layout.accesses.view_cells import Read, size_of, why_not_seen_through

Result: TypeAlias = tuple[func.FuncOp, int]
"""A result of a function, by number."""
Node: TypeAlias = SSAValue | Result | memref.GlobalOp


@dataclass
class Web:
    """Values, results of functions and globals that are one buffer, or are copied as a whole."""

    nodes: list[Node] = field(default_factory=list[Node])
    obstacle: tuple[Operation, Reason] | None = None
    """Why they cannot become flat, and the operation that says so."""

    @property
    def values(self) -> list[SSAValue]:
        """The memrefs."""
        return [node for node in self.nodes if isinstance(node, SSAValue)]

    @property
    def results(self) -> list[Result]:
        """The results of functions."""
        return [node for node in self.nodes if isinstance(node, tuple)]

    @property
    def globals(self) -> list[memref.GlobalOp]:
        """The globals."""
        return [node for node in self.nodes if isinstance(node, memref.GlobalOp)]


def webs_of(module: ModuleOp) -> list[Web]:
    """All webs of a module, in its order; a window belongs to none, but to what it is one of."""
    builder = _Builder()
    for op in module.walk():
        builder.visit(op)
    return builder.webs()


def type_of(node: Node) -> Attribute:
    """The type of a value, result or global."""
    if isinstance(node, SSAValue):
        return node.type
    if isinstance(node, memref.GlobalOp):
        return node.type
    function, number = node
    return function.function_type.outputs.data[number]


def contract_of(node: Node) -> LaidOutType | None:
    """The `pad.logical` of an argument, result, allocation or global."""
    if isinstance(node, memref.GlobalOp):
        return cast("LaidOutType | None", node.attributes.get(LOGICAL))
    if isinstance(node, SSAValue):
        owner = node.owner
        attributes = owner.attributes if isinstance(owner, Operation) else argument_attributes(node)
        return cast("LaidOutType | None", attributes.get(LOGICAL))
    function, number = node
    attrs = function.res_attrs
    return cast("LaidOutType | None", attrs.data[number].data.get(LOGICAL)) if attrs else None


def carries_contract(node: Node) -> bool:
    """
    Whether `pad.logical` belongs there: on an argument, a result or an allocation, and on a global
    that was laid out.
    """
    if isinstance(node, memref.GlobalOp):
        return contract_of(node) is not None
    if not isinstance(node, SSAValue):
        return True
    if isinstance(node.owner, Operation):
        return isinstance(node.owner, memref.AllocOp | memref.AllocaOp)
    return isinstance(node.owner.parent_op(), func.FuncOp)


class _Builder:
    """Gathers the webs operation by operation."""

    def __init__(self) -> None:
        self._webs: dict[Node, Web] = {}

    def webs(self) -> list[Web]:
        """The gathered webs, without repetitions."""
        return list({id(web): web for web in self._webs.values()}.values())

    def visit(self, op: Operation) -> None:
        """Ties what an operation has to be of one type, and notes what it does not let change."""
        match op:
            case func.FuncOp():
                self._function(op)
            case func.CallOp():
                self._call(op)
            case func.ReturnOp():
                function = cast("func.FuncOp", op.parent_op())
                for number, value in enumerate(op.operands):
                    self._join(op, value, (function, number))
            case arith.SelectOp():
                self._join(op, op.result, op.lhs)
                self._join(op, op.result, op.rhs)
            case affine.YieldOp() | scf.YieldOp():
                self._yield(op, op.parent_op())
            case affine.ForOp() | scf.ForOp():
                for value, inside in zip(inits_of(op), op.body.block.args[1:], strict=True):
                    self._join(op, value, inside)
            case memref.CopyOp():
                self._join(op, op.source, op.destination)
            case memref.AllocOp() | memref.AllocaOp():
                self._add(op.memref, op)
            case memref.GetGlobalOp():
                origin = lookup_symbol(op, op.name_)
                if isinstance(origin, memref.GlobalOp):
                    self._join(op, op.memref, origin)
            case memref.CollapseShapeOp() | memref.ExpandShapeOp() if (
                window_of(op.results[0]) is None
            ):
                self._join(op, op.src, op.results[0])
            case (
                memref.SubviewOp()
                | memref.ReinterpretCastOp()
                | memref.CastOp()
                | memref.CollapseShapeOp()
                | memref.ExpandShapeOp()
            ):
                if (reason := why_not_seen_through(op)) is not None:
                    text = f"'{operation_name(op)}' is not supported: {reason}"
                    self._refuse(op, op.operands, because(text, "view"))
            case affine.IfOp() | scf.IfOp():
                pass
            case memref.DeallocOp() if _root(op.memref) is op.memref:
                pass
            case memref.DimOp():
                if extent_of(op, lambda value: lift(0)) is None and not asks_for_own_size(op):
                    text = "what 'memref.dim' asks for is the size of no constant axis"
                    self._refuse(op, [op.source], because(text, "size"))
            case _:
                self._other(op)

    def _function(self, function: func.FuncOp) -> None:
        for position, type in enumerate(function.function_type.inputs):
            if isinstance(type, MemRefType) and not function.is_declaration:
                self._add(function.args[position], function)
        for number, type in enumerate(function.function_type.outputs):
            if isinstance(type, MemRefType) and not function.is_declaration:
                self._add((function, number), function)

    def _call(self, op: func.CallOp) -> None:
        callee = lookup_symbol(op, op.callee)
        if not isinstance(callee, func.FuncOp) or callee.is_declaration:
            name = op.callee.root_reference.data
            buffers = [*op.arguments, *op.results]
            text = f"@{name}, which takes or returns it, has no body here"
            self._refuse(op, buffers, because(text, "declaration", callee=name))
            return
        for value, parameter in zip(op.arguments, callee.args, strict=True):
            self._join(op, value, parameter)
        for number, value in enumerate(op.results):
            self._join(op, value, (callee, number))

    def _yield(self, op: Operation, parent: Operation | None) -> None:
        if not isinstance(parent, affine.ForOp | affine.IfOp | scf.ForOp | scf.IfOp):
            self._refuse(op, op.operands, _passed_on(op))
            return
        for value, result in zip(op.operands, parent.results, strict=True):
            self._join(op, value, result)
        if isinstance(parent, affine.ForOp | scf.ForOp):
            for value, inside in zip(op.operands, parent.body.block.args[1:], strict=True):
                self._join(op, value, inside)

    def _other(self, op: Operation) -> None:
        """An access, or what is not understood."""
        if isinstance(op, memref.GlobalOp):
            self._add(op, op)
        elif (reason := why_not_rewritten(op)) is not None:
            self._refuse(op, op.operands, reason)
            given = [value for value in op.operands if isinstance(value.type, MemRefType)]
            for result in op.results:
                if given and isinstance(result.type, MemRefType):  # a view of it, perhaps
                    self._join(op, _root(given[0]), result)
            self._refuse(op, op.results, reason)
        for attribute in op.properties.values():
            if isinstance(attribute, SymbolRefAttr):
                callee = lookup_symbol(op, attribute)
                if isinstance(callee, func.FuncOp) and not callee.is_declaration:
                    name = callee.sym_name.data
                    text = f"'{operation_name(op)}' names @{name}"
                    self._refuse(op, callee.args, because(text, "unknown-use", callee=name))

    def _join(self, op: Operation, first: Node, second: Node) -> None:
        if not isinstance(type_of(first), MemRefType):
            return
        if _root(first) is not first or _root(second) is not second:
            self._refuse(op, [first, second], _passed_on(op))
            return
        one, other = self._add(first, op), self._add(second, op)
        if one is other:
            return
        one.nodes += other.nodes
        one.obstacle = one.obstacle or other.obstacle
        self._webs |= dict.fromkeys(other.nodes, one)

    def _refuse(self, op: Operation, nodes: Sequence[Node], reason: Reason) -> None:
        for node in map(_root, nodes):
            if isinstance(type_of(node), MemRefType):
                web = self._add(node, op)
                web.obstacle = web.obstacle or (op, reason)

    def _add(self, node: Node, op: Operation) -> Web:
        if node not in self._webs:
            web = self._webs[node] = Web([node])
            type = cast("LaidOutType", type_of(node))
            if not isinstance(type.layout, NoneAttr):
                web.obstacle = op, because(f"{type} is not row-major", "strides")
        return self._webs[node]


def extent_of(op: memref.DimOp, read: Read) -> Expr | None:
    """The extent asked for, where it is known, or the operand of a view."""
    axis = axis_asked_for(op)
    return None if axis is None else size_of(op.source, axis, read)


def asks_for_own_size(op: memref.DimOp) -> bool:
    """Whether a constant axis of a buffer that is no window is asked for."""
    return axis_asked_for(op) is not None and _root(op.source) is op.source


def axis_asked_for(op: memref.DimOp) -> int | None:
    """The axis, where it is a constant and one of the buffer's."""
    axis = op.index.owner.value if isinstance(op.index.owner, arith.ConstantOp) else None
    if not isinstance(axis, IntegerAttr) or not isinstance(type_of(op.source), MemRefType):
        return None
    rank = len(cast("LaidOutType", op.source.type).get_shape())
    return axis.value.data if 0 <= axis.value.data < rank else None


def _root(node: Node) -> Node:
    """Return the buffer of which a value is a window; the value itself if it is not a window."""
    return root_of_window(node) if isinstance(node, SSAValue) else node


def _passed_on(op: Operation) -> Reason:
    text = f"'{operation_name(op)}' takes a view of a part of it, or is not understood"
    return because(text, "unknown-use")
