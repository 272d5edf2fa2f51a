"""`pad-to-host`: the lowering of a physical module to the CPU, which upstream MLIR does below affine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from xdsl.context import Context
from xdsl.dialects import func, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    Builtin,
    DictionaryAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass

if TYPE_CHECKING:
    from ..runtime.bridge import UpstreamModule

Stop: TypeAlias = Literal["affine", "scf", "cf", "llvm"]

_ALIGNMENT = 64

_TO_SCF = ("lower-affine",)
_TO_CF = (*_TO_SCF, "convert-scf-to-cf")
_TO_LLVM = (
    *_TO_CF,
    "convert-vector-to-llvm",
    "expand-strided-metadata",
    "lower-affine",
    "convert-math-to-llvm{approximate-log1p=0}",
    "convert-math-to-libm",
    "finalize-memref-to-llvm{use-aligned-alloc=1}",
    "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1}",
    "convert-index-to-llvm",
    "convert-arith-to-llvm",
    "convert-cf-to-llvm",
    "convert-ub-to-llvm",
    "reconcile-unrealized-casts",
)
_UPSTREAM_PASSES: dict[Stop, tuple[str, ...]] = {"scf": _TO_SCF, "cf": _TO_CF, "llvm": _TO_LLVM}


@dataclass(frozen=True)
class PadToHost(ModulePass):
    name = "pad-to-host"
    stop: Stop = "llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        prepare(ctx, op)
        if self.stop == "affine":
            return
        upstream = lower(op, self.stop)
        # xDSL's own `llvm` operations lose attributes when they are printed; unknown ones print exactly.
        opaque = Context(allow_unregistered=True)
        opaque.load_dialect(Builtin)
        lowered = upstream.take_back(opaque if self.stop == "llvm" else ctx)
        op.detach_region(op.body)
        op.add_region(lowered.detach_region(lowered.body))


def prepare(ctx: Context, module: ModuleOp) -> None:
    """The part of the lowering that is ours: leaves nothing that stock MLIR does not know."""
    for op in module.walk():
        _strip(op)
        if isinstance(op, memref.AllocOp | memref.AllocaOp) and op.alignment is None:
            op.alignment = IntegerAttr(_ALIGNMENT, i64)


def lower(module: ModuleOp, stop: Stop) -> UpstreamModule:
    """The prepared module after upstream's part of the lowering."""
    from ..runtime.bridge import UpstreamModule

    upstream = UpstreamModule(module)
    upstream.run(f"builtin.module({','.join(_UPSTREAM_PASSES[stop])})")
    return upstream


def _strip(op: Operation) -> None:
    """Drops the `pad.*` attributes; memref arguments of a function become distinct buffers to LLVM."""
    may_alias = "pad.may_alias" in op.attributes
    op.attributes = _without_pad(op.attributes)
    if not isinstance(op, func.FuncOp):
        return
    distinct = not op.is_declaration and not may_alias
    types = op.function_type.inputs.data
    given = op.arg_attrs.data if op.arg_attrs else [DictionaryAttr({})] * len(types)
    op.arg_attrs = ArrayAttr(
        DictionaryAttr(
            _without_pad(attrs.data)
            | ({"llvm.noalias": UnitAttr()} if distinct and isinstance(type, MemRefType) else {})
        )
        for type, attrs in zip(types, given, strict=True)
    )
    if op.res_attrs:
        op.res_attrs = ArrayAttr(DictionaryAttr(_without_pad(a.data)) for a in op.res_attrs)


def _without_pad(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    return {name: value for name, value in attributes.items() if not name.startswith("pad.")}
