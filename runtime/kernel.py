"""`compile`: a module as a callable on numpy arrays."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from ..passes.pad_to_host import lower, prepare
from .entry import ENTRY, entry_ir
from .llvm import LoadedObject, compile_object
from .signature import Buffer, Scalar, Signature, find_function, signature_of


class Kernel:
    """A compiled function, called with numpy arrays for memrefs and numbers for scalars."""

    def __init__(self, signature: Signature, code: LoadedObject):
        self._signature = signature
        self._code = code
        self._entry = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(code.address(ENTRY))
        parts = signature.parameters
        self._arguments = struct.Struct("<" + "".join(_slot(part) for part in parts))
        self._results = struct.Struct("<" + "".join(_slot(part) for part in signature.results))

    def __call__(self, *arguments: Any) -> Any:
        values = list[float | int]()
        for part, argument in zip(self._signature.parameters, arguments, strict=True):
            if isinstance(part, Scalar):
                values.append(part.element.encode(argument))
            else:
                values.append(argument.ctypes.data)
        size = self._arguments.size
        slots = ctypes.create_string_buffer(
            self._arguments.pack(*values), size + self._results.size
        )
        self._entry(slots)
        found = self._results.unpack_from(slots, size)
        return found


def compile(module_or_text: ModuleOp | str, *, function: str | None = None) -> Kernel:
    """
    Compile a function of a module for this machine.
    """
    ctx = Context()
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    if isinstance(module_or_text, str):
        module = Parser(ctx, module_or_text).parse_module()
    else:
        module = module_or_text.clone()
    signature = signature_of(find_function(module, function))
    prepare(ctx, module)
    ir = lower(module, "llvm").to_llvm_ir()
    return Kernel(signature, LoadedObject(compile_object(ir + entry_ir(signature))))


def _slot(part: Scalar | Buffer) -> str:
    return part.element.slot if isinstance(part, Scalar) else "Q"
