"""What `pad-opt --emit` writes: code, or a C header."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from ...dialect.ir.located_errors import PadError
from ...runtime.ahead_of_time.emission import Kind, make
from ...runtime.errors import KernelError
from ...upstream.llvm_library import LLVMError


def emitted(
    module: ModuleOp, kind: Kind, target_cpu: str | None, check_assumes: bool
) -> str | bytes:
    """
    The public functions of a module as a file of that kind: text, or bytes of an object.

    Raises PadError, and what verifiers raise, where there is no such file.
    """
    try:
        made = make(module, kind, target_cpu, check_assumes)
    except (KernelError, LLVMError) as error:
        raise PadError(str(error), module) from error
    return made if kind in ("obj", "shared") else made.decode()
