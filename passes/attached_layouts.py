"""Makes layouts of types of those that wait on functions as `pad.layouts`."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import BlockArgument

from ..dialect.annotations import LAYOUTS, attached_layouts, buffer_name
from ..dialect.attributes import LaidOutType, place
from .boundary import change_layouts
from .diagnostics import PadError


def take_attached_layouts(module: ModuleOp) -> None:
    """
    Gives the buffers of each function with `pad.layouts` these layouts, and drops the attribute.

    Callees and callers follow as with pad-transform-layout. Raises PadError where a caller passes a
    buffer in another layout than the attribute of the callee gives it.
    """
    functions = [f for f in module.walk() if isinstance(f, func.FuncOp) and LAYOUTS in f.attributes]
    types = [attached_layouts(function) for function in functions]
    arguments = [
        (function, buffer.index, type)
        for function, of_function in zip(functions, types, strict=True)
        for buffer, type in of_function.items()
        if isinstance(buffer, BlockArgument)
    ]
    for function in functions:
        del function.attributes[LAYOUTS]
    change_layouts(module, {b: type for of_function in types for b, type in of_function.items()})
    for function, position, type in arguments:
        argument = function.args[position]
        if argument.type != type:
            given = place(cast("LaidOutType", argument.type))
            raise PadError(
                f"'{LAYOUTS}' gives {buffer_name(argument)} of @{function.sym_name.data} the "
                f"layout {place(type)}, but a caller passes a buffer that has {given}; "
                "give both the same layout, or copy with pad.pack in front of the call",
                function,
            )
