"""The output of `pad-opt --emit`: code, or a C header."""

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
    Return the public functions of a module as `kind`: text, or the bytes of an object file.

    Raises PadError if the module cannot be emitted as that kind, and the errors of the verifiers.
    """
    try:
        made = make(module, kind, target_cpu, check_assumes)
    except (KernelError, LLVMError) as error:
        raise PadError(str(error), module) from error
    return made if kind in ("obj", "shared") else made.decode()
