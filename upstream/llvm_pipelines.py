"""Runs LLVM's passes on a module, of which some functions may have passes of their own."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from ctypes import c_uint32, c_void_p
from dataclasses import dataclass, field

from .llvm_library import check, library

OPTIMISATION = "default<O3>"
WITHOUT_COPIES = "default<O2>"
"""The same, but for copies of loops for conditions that hold through all of them, above all."""
WITHOUT_VECTORS = (
    "function(sroa,simplifycfg,early-cse,instcombine<no-verify-fixpoint>,"
    "loop-mssa(loop-rotate,licm),loop(indvars,loop-unroll-full),"
    "sroa,gvn,instcombine<no-verify-fixpoint>,loop-mssa(licm),simplifycfg)"
)
"""For vectors in loops of which the innermost ones are written out."""
WITHOUT_LOOPS = (
    "function(sroa,simplifycfg,early-cse,instcombine<no-verify-fixpoint>,"
    "loop-mssa(loop-rotate,licm),simplifycfg)"
)
"""For loops of which none is to be copied, unrolled or made into one of vectors."""
UNROLLED = WITHOUT_LOOPS.removesuffix(")") + (
    ",loop-mssa(simple-loop-unswitch<nontrivial>)"
    ",loop-unroll,instcombine<no-verify-fixpoint>,loop-mssa(licm))"
)
"""
For loops of any extent over vectors, of which some may be unrolled, and no more. Whether a short
one runs at all is asked before the loop around it, not in each iteration.
"""
FEW = (WITHOUT_VECTORS, WITHOUT_LOOPS, UNROLLED)
"""The pipelines that look at each function by itself."""
_INLINE, _TO_INLINE = "always-inline", "alwaysinline"

_FUNCTION = c_uint32(-1)  # the index of attributes that are a function's own
_SKIPPED = ("optnone", "noinline")
"""What LLVM's passes leave a function alone for; the one asks for the other."""


@dataclass(frozen=True)
class Pipelines:
    """LLVM's passes for a module: those of all of it, and of the functions that have their own."""

    of_module: str = OPTIMISATION
    of_functions: Mapping[str, str] = field(default_factory=dict[str, str])
    """By name, one of `FEW`; the passes of the module leave these functions as they are then."""

    @property
    def text(self) -> str:
        """All of it, for what is kept of code by its passes."""
        return "\0".join((self.of_module, *(f"{n}={p}" for n, p in self.of_functions.items())))

    def run(
        self, module: c_void_p, context: c_void_p, machine: int, options: c_void_p, ir: str
    ) -> None:
        """Run them on a module with this text; raises LLVMError."""
        lib = library()
        if _TO_INLINE in ir and (self.of_functions or self.of_module in FEW):
            check(lib.LLVMRunPasses(module, _INLINE.encode(), machine, options))
        for name, passes in self.of_functions.items():
            function = lib.LLVMGetNamedFunction(module, name.encode())
            check(lib.LLVMRunPassesOnFunction(function, passes.encode(), machine, options))
        with _skipping(module, context, self.of_functions):
            check(lib.LLVMRunPasses(module, self.of_module.encode(), machine, options))


ALL_PASSES = Pipelines()


@contextmanager
def _skipping(module: c_void_p, context: c_void_p, names: Mapping[str, str]) -> Generator[None]:
    """Keep passes from these functions, and what calls them from having their code in it."""
    lib = library()
    kinds = [lib.LLVMGetEnumAttributeKindForName(n.encode(), len(n)) for n in _SKIPPED]
    added = list[tuple[str, int]]()
    for name in names:
        function = lib.LLVMGetNamedFunction(module, name.encode())
        for kind in kinds:
            if not lib.LLVMGetEnumAttributeAtIndex(function, _FUNCTION, kind):
                attribute = lib.LLVMCreateEnumAttribute(context, kind, 0)
                lib.LLVMAddAttributeAtIndex(function, _FUNCTION, attribute)
                added.append((name, kind))
    yield
    for name, kind in added:
        function = lib.LLVMGetNamedFunction(module, name.encode())
        if function is not None:  # what nobody calls any more is gone
            lib.LLVMRemoveEnumAttributeAtIndex(function, _FUNCTION, kind)
