"""linalg text by upstream's own passes and its execution engine, without passes of ours."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from pad_mlir.dialect.text import new_context, parse_module
from pad_mlir.passes.math.formulas import FORMULAS
from pad_mlir.passes.math.pad_expand_math import PadExpandMath
from pad_mlir.upstream.bridge import bindings

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

_WITHOUT_BOOLEANS = ("func.func(linalg-fuse-elementwise-ops)", "canonicalize")
"""Upstream stores no i1 to memory: a comparison goes to where its result is used."""
_TO_LOOPS = (
    "one-shot-bufferize{allow-return-allocs-from-loops bufferize-function-boundaries "
    "function-boundary-type-conversion=identity-layout-map}",
    "func.func(convert-linalg-to-loops)",
)
_TO_LLVM = (
    *("expand-strided-metadata", "lower-affine", "convert-scf-to-cf", "convert-math-to-llvm"),
    *("convert-math-to-libm", "convert-to-llvm", "reconcile-unrealized-casts"),
)
_BOOLEANS = "xi1>"
_COPIES_WITH_STRIDES = "lib/libmlir_c_runner_utils.*"
_ELEMENTS = {"f32": np.float32}
_FORMULAS = {operation.name for operation in FORMULAS}


class UpstreamKernel:
    """
    The function of linalg text, as upstream compiles it: its loops in the order of the text, with
    no flag, and functions by libm.

    With `formulas`, a mathematical function for which pad-expand-math has a formula is a call of a
    function that has only this formula. All else stays as upstream has it.
    """

    def __init__(self, text: str, function: str, *, formulas: bool = False):
        ir = bindings("ir")
        with ir.Context(), ir.Location.unknown():
            module = ir.Module.parse(text)
            root = next(op for op in module.body if op.name.value == function)
            root.attributes["llvm.emit_c_interface"] = ir.UnitAttr.get()
            result = root.type.results[0]
            self._shape, self._element = result.shape, _ELEMENTS[str(result.element_type)]
            if _BOOLEANS in text:
                _run(module, _WITHOUT_BOOLEANS)
            _run(module, _TO_LOOPS)
            self.functions = _functions(module)
            if formulas:
                _call_formulas(module, self.functions)
            _run(module, _TO_LLVM)
            (library,) = Path(ir.__file__).parent.glob(_COPIES_WITH_STRIDES)
            engine = bindings("execution_engine").ExecutionEngine
            self._engine = engine(module, opt_level=0, shared_libs=[str(library)])
        self._name = function

    def __call__(self, *arrays: Array) -> Array:
        """
        Return the result for these arguments, of which upstream gets copies, as bufferization
        writes in place. What the function allocates stays.
        """
        runtime = bindings("runtime")
        copies = [array.copy() for array in arrays]
        result = runtime.get_ranked_memref_descriptor(np.empty(self._shape, self._element))
        given = [runtime.get_ranked_memref_descriptor(array) for array in copies]
        pointers = [ctypes.pointer(ctypes.pointer(each)) for each in (result, *given)]
        self._engine.invoke(self._name, *pointers)
        if self._shape:
            return runtime.ranked_memref_to_numpy(ctypes.pointer(result)).copy()
        return np.array(result.aligned[result.offset], self._element)


def same_bits(one: Array, other: Array) -> bool:
    """Whether floats are the same bit by bit, zeros with their signs; all NaNs are one value."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    a, b = np.where(np.isnan(one), np.nan, one), np.where(np.isnan(other), np.nan, other)
    return a.astype(one.dtype).tobytes() == b.astype(one.dtype).tobytes()


def _run(module: Any, passes: Sequence[str]) -> None:
    manager = bindings("passmanager").PassManager.parse(f"builtin.module({','.join(passes)})")
    manager.run(module.operation)


def _functions(module: Any) -> dict[tuple[str, str], str]:
    """Names for the mathematical functions of each type that have formulas."""
    found = dict[tuple[str, str], str]()
    for op in _walk(module):
        if op.name in _FORMULAS:
            found.setdefault((op.name, str(op.results[0].type)), f"formula_{len(found)}")
    return found


def _call_formulas(module: Any, names: Mapping[tuple[str, str], str]) -> None:
    """Makes calls of these operations, and adds the functions that are called."""
    ir, func = bindings("ir"), bindings("dialects.func")
    for op in _walk(module):
        if op.name in _FORMULAS:
            type = op.results[0].type
            with ir.InsertionPoint(op):
                call = func.CallOp([type], names[op.name, str(type)], [*op.operands])
            op.results[0].replace_all_uses_with(call.results[0])
            op.erase()
    for (operation, type), name in names.items():
        source = ir.Module.parse(_formula(operation, type, name))  # its operations live as long
        for op in source.body:
            module.body.append(op.clone())


def _formula(operation: str, type: str, name: str) -> str:
    module = parse_module(
        f"func.func private @{name}(%x: {type}) -> {type} {{\n"
        f"  %y = {operation} %x : {type}\n  func.return %y : {type}\n}}"
    )
    PadExpandMath().apply(new_context(), module)
    text = str(module)
    assert operation not in text
    return text


def _walk(module: Any) -> list[Any]:
    ir, found = bindings("ir"), list[Any]()

    def visit(each: Any) -> Any:
        found.append(each)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found
