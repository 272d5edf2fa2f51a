"""
Stores a single lane without a mask, where that is what LLVM's own passes leave of a masked store.

Of a narrowed vector, LLVM 22 makes a store of the wide element for processors with AVX-512, which
overwrites what comes after it. Constant masks are gone before, but others may become constant when
a call is inlined.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import CDLL, c_void_p

from .llvm_library import library

_MASKED_STORE = b"llvm.masked.store"
_VALUE, _PLACE, _MASK = 0, 1, -1  # operands; the last one of all is the function
_INDEX_BITS = 64


def store_single_lanes(module: c_void_p, context: int) -> None:
    """Replace each masked store of a module of which a constant mask leaves one lane on."""
    lib = library()
    for store in list(_masked_stores(lib, module)):
        operands = [lib.LLVMGetOperand(store, k) for k in range(lib.LLVMGetNumOperands(store) - 1)]
        lanes = _lanes_on(lib, operands[_MASK])
        if lanes is not None and len(lanes) == 1:
            _store_lane(lib, context, store, (operands[_VALUE], operands[_PLACE]), lanes[0])


def _masked_stores(lib: CDLL, module: c_void_p) -> Iterator[int]:
    kind = lib.LLVMLookupIntrinsicID(_MASKED_STORE, len(_MASKED_STORE))
    function = lib.LLVMGetFirstFunction(module)
    while function:
        if lib.LLVMGetIntrinsicID(function) == kind:
            use = lib.LLVMGetFirstUse(function)
            while use:
                yield lib.LLVMGetUser(use)
                use = lib.LLVMGetNextUse(use)
        function = lib.LLVMGetNextFunction(function)


def _lanes_on(lib: CDLL, mask: int) -> list[int] | None:
    """
    The lanes that a constant mask leaves on; None for all others.

    One that is undefined may be off, and LLVM takes it for that.
    """
    if not lib.LLVMIsAConstant(mask):
        return None
    lanes = range(lib.LLVMGetVectorSize(lib.LLVMTypeOf(mask)))
    elements = [lib.LLVMGetAggregateElement(mask, lane) for lane in lanes]
    defined = {lane: e for lane, e in enumerate(elements) if not lib.LLVMIsUndef(e)}
    if None in map(lib.LLVMIsAConstantInt, defined.values()):
        return None
    return [lane for lane, element in defined.items() if lib.LLVMConstIntGetZExtValue(element)]


def _store_lane(
    lib: CDLL, context: int, store: int, value_and_place: tuple[int, int], lane: int
) -> None:
    value, place = value_and_place
    builder = lib.LLVMCreateBuilderInContext(context)
    lib.LLVMPositionBuilderBefore(builder, store)
    number = lib.LLVMConstInt(lib.LLVMIntTypeInContext(context, _INDEX_BITS), lane, 0)
    element = lib.LLVMBuildExtractElement(builder, value, number, b"")
    type = lib.LLVMTypeOf(element)
    numbers = (c_void_p * 1)(number)
    at = lib.LLVMBuildInBoundsGEP2(builder, type, place, numbers, 1, b"")
    lib.LLVMSetAlignment(lib.LLVMBuildStore(builder, element, at), 1)
    lib.LLVMInstructionEraseFromParent(store)
    lib.LLVMDisposeBuilder(builder)
