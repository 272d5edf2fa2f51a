"""Makes layouts of types of those that wait on functions as `pad.layouts`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import BlockArgument

from ....dialect.annotations import LAYOUTS, attached_global_layouts, attached_layouts, buffer_name
from ....dialect.attributes import LaidOutType, place
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operations_of
from .global_layouts import lay_out_globals
from .interface_change import change_layouts


def take_attached_layouts(module: ModuleOp) -> None:
    """
    Gives the buffers of each function with `pad.layouts` these layouts, and drops the attribute.

    Callees and callers follow as with pad-transform-layout. Raises PadError if a caller passes a
    buffer in another layout than the attribute of the callee gives it.
    """
    functions = [f for f in operations_of(module, func.FuncOp) if LAYOUTS in f.attributes]
    if not functions:
        return
    types = [attached_layouts(function) for function in functions]
    of_globals = _layouts_of_globals(functions)
    arguments = [
        (function, buffer.index, type)
        for function, of_function in zip(functions, types, strict=True)
        for buffer, type in of_function.items()
        if isinstance(buffer, BlockArgument)
    ]
    for function in functions:
        del function.attributes[LAYOUTS]
    new_types = {b: type for of_function in types for b, type in of_function.items()}
    change_layouts(module, new_types | lay_out_globals(module, of_globals))
    for function, position, type in arguments:
        argument = function.args[position]
        if argument.type != type:
            given = place(cast("LaidOutType", argument.type))
            raise PadError(
                f"'{LAYOUTS}' gives {buffer_name(argument)} of @{function.sym_name.data} the "
                f"layout {place(type)}, but a caller passes a buffer that has {given}; "
                "give both the same layout, or copy with pad.pack before the call",
                function,
            )


def _layouts_of_globals(
    functions: Sequence[func.FuncOp],
) -> dict[memref.GlobalOp, LaidOutType]:
    """
    The layouts that `pad.layouts` gives globals; raises PadError if two functions give a global
    different layouts.
    """
    types: dict[memref.GlobalOp, LaidOutType] = {}
    for function in functions:
        for op, type in attached_global_layouts(function).items():
            if types.setdefault(op, type) != type:
                raise PadError(
                    f"'{LAYOUTS}' gives @{op.sym_name.data} the layout {place(type)}, but that of "
                    f"another function gives it {place(types[op])}; give it one of them",
                    function,
                )
    return types
