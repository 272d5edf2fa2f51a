"""Targets for xDSL tools, beside xDSL's own ones: `xdsl-opt -t pad-llvm-ir`."""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from ...dialect.text import print_module
from ..errors import KernelError
from .emission import Kind, emit

_GENERIC = (
    "; xDSL reads the indices of a pretty affine.load as symbols: give it the generic form, which "
    "pad-opt --mlir-print-op-generic writes"
)


@dataclass(frozen=True)
class PadMLIR(Target):
    """MLIR text as upstream writes it; `pad_mlir.dialect.irdl` tells upstream of `pad`."""

    name = "pad-mlir"

    generic: bool = False
    debuginfo: bool = False

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """Writes the module; any operation can be."""
        output.write(print_module(module, generic=self.generic, debuginfo=self.debuginfo))


@dataclass(frozen=True)
class _AheadOfTime(Target, ABC):
    """The public functions of a module, lowered by `runtime.ahead_of_time.emit`; KernelError."""

    kind: ClassVar[Kind]

    target_cpu: str | None = None

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """Writes text; the module itself stays as it is."""
        try:
            made = emit(module, self.kind, target_cpu=self.target_cpu)
        except KernelError as error:
            # xDSL's driver shows a traceback: only that of what was wrong.
            remedy = _GENERIC if "cannot be a symbol" in str(error) else ""
            raise KernelError(f"{error}{remedy}") from None
        output.write(made.decode())


@dataclass(frozen=True)
class PadLLVMIR(_AheadOfTime):
    """LLVM IR, before LLVM's own passes."""

    name = "pad-llvm-ir"
    kind = "llvm-ir"


@dataclass(frozen=True)
class PadAssembly(_AheadOfTime):
    """Assembly for the processor `target-cpu`, by LLVM's name, by default this machine."""

    name = "pad-asm"
    kind = "asm"


@dataclass(frozen=True)
class PadHeader(_AheadOfTime):
    """A header for C and C++ with the shapes and the contract of each buffer."""

    name = "pad-header"
    kind = "header"
