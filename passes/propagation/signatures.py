"""Callees with other buffer types: private copies, one for each signature that calls ask for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import FunctionType, ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation, SSAValue, Use
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.contracts.applied_layouts import applied_contract
from ...dialect.annotations import MAY_ALIAS
from ...dialect.attributes import layout_of
from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.ops import CastOp, PackOp, UnpackOp
from ..common.index_codegen import Emitter
from ..layout.interface.interface_change import copy_buffer
from .buffer_effects import Obstacle, body_of, has_pending_layouts, is_recursive, named, shown

_KEEPS_TYPE = (
    affine.LoadOp,
    affine.StoreOp,
    memref.LoadOp,
    memref.StoreOp,
    memref.DimOp,
    memref.DeallocOp,
    memref.CopyOp,
    PackOp,
    UnpackOp,
)


def obstacle_to_retyping(buffer: SSAValue, uses: Sequence[Use] | None = None) -> Obstacle | None:
    """The obstacle to giving a buffer, or some uses of it, another layout."""
    if applied_contract(buffer) is not None:
        return Obstacle(f"a layout of {shown(buffer)} was applied already", reason="layout-applied")
    for use in tuple(buffer.uses) if uses is None else uses:
        op = use.operation
        if isinstance(op, func.CallOp):
            obstacle = _obstacle_in_callee(op, use.index)
        elif isinstance(op, _KEEPS_TYPE):
            obstacle = None
        else:
            obstacle = Obstacle(
                f"{named(op)} uses {shown(buffer)}, and needs its type", reason="unknown-use"
            )
        if obstacle is not None:
            return obstacle
    return None


def _obstacle_in_callee(call: func.CallOp, position: int) -> Obstacle | None:
    name, callee = call.callee.root_reference.data, body_of(call)
    if callee is None:
        return Obstacle(
            f"@{name} has no body here, so its signature cannot change", reason="declaration"
        )
    if is_recursive(callee):
        return Obstacle(f"@{name} calls itself, so its signature cannot change", reason="recursion")
    if MAY_ALIAS in callee.attributes:
        return Obstacle(f"{MAY_ALIAS} is on @{name}", reason="alias")
    if has_pending_layouts(callee):
        return Obstacle(f"pad.layouts of @{name} are not applied yet", reason="layout-not-applied")
    return obstacle_to_retyping(callee.args[position])


class Signatures:
    """The copies made for the calls of a module."""

    def __init__(self, module: ModuleOp, functions: dict[str, func.FuncOp]):
        """`functions` has the functions of the module by name; copies are added."""
        self._module = module
        self._functions = functions
        self._origin: dict[str, str] = {}
        self._copies: dict[tuple[str, tuple[Attribute, ...]], str] = {}
        names = (op.properties.get("sym_name") for op in module.ops)
        self._others = {name.data for name in names if isinstance(name, StringAttr)} - {*functions}
        self.has_casts = bool(operations_of(module, CastOp))

    def is_copy(self, function: func.FuncOp) -> bool:
        """Whether a function was made here."""
        return function.sym_name.data in self._origin

    def fit(self, call: func.CallOp) -> None:
        """Makes the callee one that takes what the call passes."""
        callee, types = body_of(call), tuple(operand.type for operand in call.arguments)
        if callee is None or callee.function_type.inputs.data == types:
            return
        name = callee.sym_name.data
        origin = self._origin.get(name, name)
        original = self._functions[origin]
        if original.function_type.inputs.data == types:
            copy = origin
        elif (origin, types) in self._copies:
            copy = self._copies[origin, types]
        else:
            copy = self._copy(callee, origin, types)
        call.properties["callee"] = SymbolRefAttr(copy)

    def _copy(self, callee: func.FuncOp, origin: str, types: tuple[Attribute, ...]) -> str:
        name = _new_name(origin, self._symbols())
        copy = callee.clone()
        copy.properties["sym_name"] = StringAttr(name)
        copy.properties["sym_visibility"] = StringAttr("private")
        block = callee.parent
        assert block is not None
        block.insert_op_after(copy, callee)
        self._functions[name] = copy
        self._origin[name] = origin
        self._copies[origin, types] = name
        copy.properties["function_type"] = FunctionType.from_lists(
            types, copy.function_type.outputs.data
        )
        for argument, type in zip(copy.args, types, strict=True):
            if argument.type != type:
                self.retype(argument, type)
        return name

    def retype(self, buffer: SSAValue, type: Attribute) -> SSAValue:
        """Gives a buffer another type, and its calls callees for it."""
        buffer = Rewriter.replace_value_with_new_type(buffer, type)
        for user in list(dict.fromkeys(use.operation for use in buffer.uses)):
            self.adapt_user(user)
        return buffer

    def adapt_user(self, user: Operation) -> None:
        """Update a user of a buffer after the layouts of its operands have changed."""
        if isinstance(user, func.CallOp):
            self.fit(user)
        elif isinstance(user, PackOp | UnpackOp) and all(map(layout_of, user.operand_types)):
            copy_buffer(Emitter(InsertPoint.before(user), user), *user.operands)
            Rewriter.erase_op(user)

    def finish(self) -> None:
        """
        Erases copies, and private functions that were copied, where nobody calls them any more; an
        only copy takes the place of its private original.
        """
        while unused := self._unused():
            for function in unused:
                del self._functions[function.sym_name.data]
                Rewriter.erase_op(function)
        names = self._symbols()
        copies = {name: origin for name, origin in self._origin.items() if name in names}
        new_names = dict[str, str]()
        for name, origin in copies.items():
            names.remove(name)
            only = origin not in names and list(copies.values()).count(origin) == 1
            new_names[name] = origin if only else _new_name(origin, names)
            names.add(new_names[name])
        self._rename(new_names)

    def _rename(self, names: Mapping[str, str]) -> None:
        for function in self._functions.values():
            name = function.sym_name.data
            function.properties["sym_name"] = StringAttr(names.get(name, name))
        for call in operations_of(self._module, func.CallOp):
            name = call.callee.root_reference.data
            if name in names:
                call.properties["callee"] = SymbolRefAttr(names[name])

    def _unused(self) -> list[func.FuncOp]:
        ours, named = {*self._origin, *self._origin.values()}, _named(self._module)
        private = [f for f in self._functions.values() if f.sym_visibility == StringAttr("private")]
        return [f for f in private if f.sym_name.data in ours - named]

    def _symbols(self) -> set[str]:
        return {*self._functions, *self._others}


def _new_name(origin: str, taken: Collection[str]) -> str:
    number, name = 0, f"{origin}_packed"
    while name in taken:
        number, name = number + 1, f"{origin}_packed_{number}"
    return name


def _named(module: ModuleOp) -> set[str]:
    """The functions that operations of a module name, to call them for one."""
    return {
        attribute.root_reference.data
        for op in operations_in(module)
        for attribute in (*op.properties.values(), *op.attributes.values())
        if isinstance(attribute, SymbolRefAttr)
    }
