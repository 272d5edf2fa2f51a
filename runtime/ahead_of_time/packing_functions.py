"""Additional functions of a module that bring its buffers into layouts, and out of them."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, MemRefType, ModuleOp, StringAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialect.annotations import LOGICAL, NAME, attached_layouts
from ...dialect.attributes import LaidOutType, layout_of, logical_type
from ...dialect.ops import PackOp, UnpackOp
from ..errors import KernelError

FROM, TO = "from", "to"


def add_packing_functions(module: ModuleOp, function: func.FuncOp) -> list[func.FuncOp]:
    """
    Adds `<function>_pack_<A>` and `<function>_unpack_<A>` for each laid-out buffer of a function.

    Both take what is copied from and to, the one of the logical shape, the other laid out; their
    layouts are still to be applied. Raises KernelError if the module has a symbol of that name.
    """
    taken = {op.properties["sym_name"] for op in module.body.ops if "sym_name" in op.properties}
    added: list[func.FuncOp] = []
    for name, type in _laid_out(function).items():
        logical, own = logical_type(type), function.sym_name.data
        added += [
            _copy(f"{own}_pack_{name}", logical, type, PackOp),
            _copy(f"{own}_unpack_{name}", type, logical, UnpackOp),
        ]
    for op in added:
        if op.sym_name in taken:
            raise KernelError(
                f"@{op.sym_name.data} is needed to pack a buffer of @{function.sym_name.data}, but "
                "the module has a symbol of that name; rename it"
            )
    module.body.block.add_ops(added)
    return added


def _laid_out(function: func.FuncOp) -> dict[str, LaidOutType]:
    """The types of the buffers, by name, that have a layout, whether it is applied or not."""
    found: dict[str, LaidOutType] = {}
    waiting = attached_layouts(function)
    inputs = list(function.function_type.inputs)
    for k, value in enumerate(function.args):
        inputs[k] = waiting.get(value, cast("LaidOutType", value.type))
    hints = [value.name_hint or f"arg{value.index}" for value in function.args]
    outputs = function.function_type.outputs.data
    for types, names, given in (
        (inputs, hints, function.arg_attrs),
        (outputs, [f"result{k}" for k in range(len(outputs))], function.res_attrs),
    ):
        entries = given.data if given is not None else (DictionaryAttr({}),) * len(types)
        for type, name, entry in zip(types, names, entries, strict=True):
            applied, own = entry.data.get(LOGICAL), entry.data.get(NAME)
            name = own.data if isinstance(own, StringAttr) else name
            laid_out = type if layout_of(type) is not None else applied
            if laid_out is None:
                continue
            if found.setdefault(name, cast("LaidOutType", laid_out)) != laid_out:
                raise KernelError(
                    f"@{function.sym_name.data} has two buffers {name} with different layouts, so "
                    f"what packs {name} is not known; rename one by pad.name"
                )
    return found


def _copy(
    name: str,
    source: MemRefType[Attribute],
    target: MemRefType[Attribute],
    kind: type[PackOp | UnpackOp],
) -> func.FuncOp:
    block = Block(arg_types=[source, target])
    ends: tuple[SSAValue, ...] = block.args
    copy: Operation = kind(*ends)
    block.add_ops([copy, func.ReturnOp()])
    function = func.FuncOp(name, ([source, target], []), Region(block))
    function.properties["arg_attrs"] = ArrayAttr(
        DictionaryAttr({NAME: StringAttr(end)}) for end in (FROM, TO)
    )
    return function
