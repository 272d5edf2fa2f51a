"""Upstream's passes from affine down, without those that a module gives nothing to do."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp

from ...dialect.ir.operations import operation_name, operations_in

TO_SCF = ("lower-affine",)
TO_CF = (*TO_SCF, "convert-scf-to-cf")

_VECTOR_TO_LLVM = "convert-vector-to-llvm{force-32bit-vector-indices=0}"
_VECTORS_AND_TILES = " ".join((_VECTOR_TO_LLVM.removesuffix("}"), "enable-amx=1}"))
_MEMREF_TO_LLVM = "finalize-memref-to-llvm{%s}"
_OPTIONS_OF_MEMREF = ("use-aligned-alloc=1", "use-generic-functions=%d")
_FUNC_TO_LLVM = "convert-func-to-llvm{use-bare-ptr-memref-call-conv=%d}"
# What the passes of each dialect, but those that lower it to LLVM at once, leave as it is.
_VECTORS = {"load", "store", "maskedload", "maskedstore", "broadcast", "create_mask", "reduction"}
_BUFFERS = {
    *("alloc", "alloca", "dealloc", "load", "store", "global", "get_global", "dim"),
    *("reinterpret_cast", "extract_strided_metadata", "distinct_objects"),
}
_FUNCTIONS = {"fma"}
_OF_VECTORS = {"affine.vector_load", "affine.vector_store"}
"""They become operations of another dialect, which are left as they are too."""
_LEFT_AS_THEY_ARE = {"vector": _VECTORS, "memref": _BUFFERS, "math": _FUNCTIONS}


def to_llvm(module: ModuleOp, *, bare_pointers: bool, own_allocator: bool = False) -> Iterator[str]:
    """
    The passes to the `llvm` dialect. Each takes time, also where it finds nothing.

    With `own_allocator`, buffers come from functions of upstream's names, not the C library's.
    """
    names = {operation_name(op) for op in operations_in(module)}
    split = [name.partition(".") for name in names]
    known = {dialect for dialect, _, _ in split}
    if names & _OF_VECTORS:
        known.add("vector")
    busy = {
        dialect
        for dialect, _, name in split
        if dialect in _LEFT_AS_THEY_ARE and name not in _LEFT_AS_THEY_ARE[dialect]
    }
    if "vector" in busy:
        yield "convert-vector-to-scf"
    yield from TO_CF
    if "vector" in known or "amx" in known:
        yield _VECTORS_AND_TILES if "amx" in known else _VECTOR_TO_LLVM
    if "memref" in busy:
        yield from ("expand-strided-metadata", "lower-affine")
    if "math" in busy:
        yield from ("math-expand-ops{ops=clampf}", "convert-math-to-funcs")
    if "math" in known:
        yield "convert-math-to-llvm{approximate-log1p=0}"
    if "math" in busy:
        # A call for each lane, where libm has to compute.
        yield from ("convert-math-to-libm", _VECTOR_TO_LLVM)
    yield _MEMREF_TO_LLVM % (" ".join(_OPTIONS_OF_MEMREF) % own_allocator)
    yield _FUNC_TO_LLVM % bare_pointers
    if "index" in known:
        yield "convert-index-to-llvm"
    yield from (
        "convert-arith-to-llvm",
        "convert-cf-to-llvm",
        "convert-ub-to-llvm",
        "reconcile-unrealized-casts",
    )
