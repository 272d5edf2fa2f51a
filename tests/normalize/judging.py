"""The results of upstream's pass and of ours on a program, and the values that the two compute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType, ModuleOp, NoneAttr
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.pad_apply_layouts import PadApplyLayouts
from pad_mlir.runtime import compile
from pad_mlir.tools.tv.execution.side import functions_of
from pad_mlir.upstream.bridge import UpstreamModule

from ..end_to_end.elements import Array
from ..lanes.child import in_child
from .programs import Program

# Lowered too, as upstream leaves affine.apply on indices that our verifier does not take.
_NORMALIZE = "builtin.module(normalize-memrefs,lower-affine)"
DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32}
_ACCEPTED = "accepted\n"


@dataclass(frozen=True)
class Judgement:
    """Of one program."""

    program: Program
    is_accepted: bool
    """Whether upstream makes all of its buffers row-major."""
    boxes: Mapping[str, tuple[int, ...]]
    """The physical shapes of A and B."""
    wrong: str | None


def judge(program: Program, seed: int) -> Judgement:
    """Runs both passes, and what they make of it."""
    module = parse_module(program.laid_out())
    upstream = normalized(module)
    try:
        PadApplyLayouts().apply(new_context(), module)
    except PadError as error:
        return Judgement(program, upstream is not None, {}, f"refused by us: {error}")
    arguments = functions_of(module)["main"].function_type.inputs
    boxes = {
        name: type.get_shape()
        for name, type in zip("AB", arguments, strict=True)
        if isa(type, MemRefType)
    }
    wrong = None
    if upstream is not None:
        theirs, ours = buffer_types(upstream), buffer_types(module)
        if theirs != ours:
            wrong = f"upstream has {theirs}, we have {ours}"
    wrong = wrong or _difference(program, boxes, module, upstream, seed)
    return Judgement(program, upstream is not None, boxes, wrong)


def normalized(module: ModuleOp) -> ModuleOp | None:
    """The module after upstream's pass, None if a buffer keeps its layout or upstream fails."""

    def run() -> str:
        upstream = UpstreamModule(module)
        upstream.run(_NORMALIZE)
        return _ACCEPTED + upstream.generic_text()

    said = in_child(run) or ""  # some of its assertions fail
    if not said.startswith(_ACCEPTED):
        return None
    after = parse_module(said.removeprefix(_ACCEPTED))
    return None if has_layouts(after) else after


def has_layouts(module: ModuleOp) -> bool:
    """Whether some memref is not row-major."""
    return any(not isinstance(type.layout, NoneAttr) for type in _memrefs(module))


def buffer_types(module: ModuleOp) -> dict[str, list[str]]:
    """The types of the arguments, results and allocations of each function."""
    found: dict[str, list[str]] = {}
    for function in module.walk():
        if isinstance(function, func.FuncOp):
            kind = function.function_type
            made = [
                op.memref.type
                for op in function.walk()
                if isinstance(op, memref.AllocOp | memref.AllocaOp)
            ]
            name = function.sym_name.data
            found[name] = [str(type) for type in (*kind.inputs, *kind.outputs, *made)]
    return found


def _difference(
    program: Program,
    boxes: Mapping[str, tuple[int, ...]],
    module: ModuleOp,
    upstream: ModuleOp | None,
    seed: int,
) -> str | None:
    rng = np.random.default_rng(seed)
    dtype = np.dtype(DTYPES[program.element])
    logical = {name: rng.integers(-9, 9, program.maps[name].shape).astype(dtype) for name in boxes}
    packed = {name: _packed(program, name, logical[name], box) for name, box in boxes.items()}
    ours = {name: array.copy() for name, array in packed.items()}
    compile(module, function="main", packed=True)(*ours.values())
    compile(program.logical(), function="main")(*logical.values())
    for name, array in logical.items():
        wanted = packed[name].copy()
        wanted.reshape(-1)[program.maps[name].cells(boxes[name])] = array.reshape(-1)
        if ours[name].tobytes() != wanted.tobytes():
            return f"{name} holds\n{ours[name]}\nnot what it does without layouts,\n{wanted}"
    if upstream is not None:
        theirs = {name: array.copy() for name, array in packed.items()}
        compile(upstream, function="main")(*theirs.values())
        for name, array in theirs.items():
            if ours[name].tobytes() != array.tobytes():
                return f"{name} holds\n{ours[name]}\nupstream's\n{array}"
    return None


def _packed(program: Program, name: str, logical: Array, box: tuple[int, ...]) -> Array:
    """With padding that shows where it is read: NaN, or a large number."""
    poison = np.nan if logical.dtype.kind == "f" else 1 << 30
    packed = np.full(box, poison, logical.dtype)
    packed.reshape(-1)[program.maps[name].cells(box)] = logical.reshape(-1)
    return packed


def _memrefs(module: ModuleOp) -> list[MemRefType[Attribute]]:
    types: list[Attribute] = []
    for op in module.walk():
        types += op.result_types
        types += [arg.type for region in op.regions for b in region.blocks for arg in b.args]
        if isinstance(op, func.FuncOp):
            types += [*op.function_type.inputs, *op.function_type.outputs]
        elif isinstance(op, memref.GlobalOp):
            types.append(op.type)
    return [type for type in types if isa(type, MemRefType)]
