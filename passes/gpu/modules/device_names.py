"""Names in kernel modules: what a device's code may be called, and what its libraries have."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import count

from xdsl.dialects import func, gpu, memref
from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Operation

from ....dialect.ir.located_errors import PadError
from ...lowering.library_names import is_of_compilers, is_taken
from .gpu_targets import Target
from .kernel_form import gpu_modules

_OF_CUDA = ("free", "malloc", "printf", "vprintf")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def check_names(module: ModuleOp, target: Target) -> None:
    """
    Raise PadError if the name of a kernel or function is not legal in device code, or is that of a
    library function.

    Kernels are not renamed, because they are launched by name.
    """
    for place in gpu_modules(module):
        for op in place.body.block.ops:
            if isinstance(op, gpu.FuncOp | func.FuncOp):
                _check(op.sym_name.data, op, target)


def free_name(wanted: str, taken: Collection[str]) -> str:
    """The name, or one like it, that code of a device can have and that is not taken."""
    name = re.sub(r"\W", "_", wanted, flags=re.ASCII)
    if not _is_plain(name):
        name = f"kernel_{name}" if name else "kernel"
    numbered = (f"{name}_{k}" for k in count(2))
    return name if name not in taken else next(n for n in numbered if n not in taken)


def symbols_of(place: gpu.ModuleOp) -> set[str]:
    """The names of what is in a kernel module."""
    names = (op.properties.get("sym_name") for op in place.body.block.ops)
    return {name.data for name in names if isinstance(name, StringAttr)}


def rename_globals(module: ModuleOp) -> None:
    """Gives each global of a kernel module, which nothing outside sees, a name that it can have."""
    for place in gpu_modules(module):
        odd = [
            op
            for op in place.body.block.ops
            if isinstance(op, memref.GlobalOp) and not _is_plain(op.sym_name.data)
        ]
        names: dict[str, str] = {}
        for op in odd:
            name = free_name(f"global_{op.sym_name.data}", symbols_of(place))
            names[op.sym_name.data] = name
            op.properties["sym_name"] = StringAttr(name)
        for op in place.body.walk():
            if (
                isinstance(op, memref.GetGlobalOp)
                and (old := op.name_.root_reference.data) in names
            ):
                op.properties["name"] = SymbolRefAttr(names[old])


def _is_plain(name: str) -> bool:
    return _IDENTIFIER.fullmatch(name) is not None and not is_taken(name)


def _check(name: str, op: Operation, target: Target) -> None:
    if _IDENTIFIER.fullmatch(name) is None:
        shown = "".join(c if c.isprintable() else f"\\{ord(c):02X}" for c in name)
        raise PadError(
            f'"{shown}" cannot be the name of a device function; use only letters, digits and _', op
        )
    if isinstance(op, func.FuncOp) and op.is_declaration:
        return
    # Of the host's names PTX has those below; a device for OpenCL may be a host.
    of_ptx = is_of_compilers(name) or name in _OF_CUDA
    if is_taken(name) if target == "opencl" else of_ptx:
        raise PadError(
            f"@{name} is reserved by libraries and compilers of devices; rename it",
            op,
        )
