"""The names in a module that options of passes may use: functions, stages, loops and buffers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from xdsl.dialects import affine, func, memref, scf
from xdsl.dialects.builtin import MemRefType, ModuleOp, StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from pad_mlir.dialect.attributes import layout_of

_MemRef: TypeAlias = "MemRefType[Attribute]"
LOOPS = (affine.ForOp, affine.ParallelOp, scf.ForOp, scf.ParallelOp, scf.WhileOp)


@dataclass(frozen=True)
class Buffer:
    """A memref by a name that passes know it by."""

    name: str
    function: str
    """Empty for a global."""
    type: MemRefType[Attribute]
    is_laid_out: bool = False
    """Whether it is physical, by a layout that was applied."""

    @property
    def shape(self) -> tuple[int, ...] | None:
        """
        The box that a further map is of: the physical one of a layout. None if it is not static.
        """
        layout = layout_of(self.type)
        shape = self.type.get_shape()
        if any(size < 0 for size in shape):
            return None
        if layout is None:
            return shape
        physical = layout.layout.place(shape).physical_shape
        return tuple(size for size in physical if isinstance(size, int))


@dataclass(frozen=True)
class Loop:
    """A loop by its name, with the one that is alone in it, if there is such a one."""

    name: str
    function: str
    stage: str
    child: Loop | None
    inside: tuple[Loop, ...] = ()
    """The loops directly in it, alone or not."""
    is_innermost: bool = True

    def band(self) -> list[Loop]:
        """The loop, and those perfectly nested in it."""
        return [self, *(self.child.band() if self.child is not None else [])]


@dataclass
class Names:
    """All that a module names."""

    functions: list[str] = field(default_factory=list[str])
    stages: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """With the function of each."""
    touched: dict[tuple[str, str], list[str]] = field(
        default_factory=dict[tuple[str, str], list[str]]
    )
    """The buffers that a stage accesses."""
    loops: list[Loop] = field(default_factory=list[Loop])
    siblings: list[list[Loop]] = field(default_factory=list[list[Loop]])
    """Loops of one block, where there are several."""
    buffers: list[Buffer] = field(default_factory=list[Buffer])
    pure: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    """Functions of indices only, and of how many: what padding may be computed by."""
    operations: set[str] = field(default_factory=set[str])
    """The names of operations of `arith`, without it."""
    kinds: set[str] = field(default_factory=set[str])
    """The names of all operations."""
    done: list[str] = field(default_factory=list[str])
    """The passes that made the module what it is."""
    has_layouts: bool = False
    has_kernels: bool = False


def names_of(module: ModuleOp) -> Names:
    """The names in the module."""
    names = Names()
    for op in module.walk():
        _note(op, names)
    return names


def _note(op: Operation, names: Names) -> None:
    match op:
        case func.FuncOp():
            name = op.sym_name.data
            names.functions.append(name)
            inputs = op.function_type.inputs.data
            if inputs and all(str(type) == "index" for type in inputs):
                names.pure.append((name, len(inputs)))
        case memref.GlobalOp():
            names.buffers.append(Buffer(f"@{op.sym_name.data}", "", op.type))
        case _:
            names.has_kernels |= op.name == "gpu.module"
    names.kinds.add(op.name)
    if op.name.startswith("arith."):
        names.operations.add(op.name.removeprefix("arith."))
    function = _function(op)
    for value in _memrefs(op):
        type = cast("_MemRef", value.type)
        names.has_layouts |= layout_of(type) is not None
        if (name := buffer_name(value)) is not None and function:
            names.buffers.append(Buffer(name, function, type, _is_physical(value)))
    if (stage := op.attributes.get("pad.stage")) is not None and isinstance(stage, StringAttr):
        key = stage.data, function
        names.stages.append(key)
        names.touched[key] = sorted(set(_touched(op)))
    for region in op.regions:
        for block in region.blocks:
            loops = [_loop(each) for each in block.ops if isinstance(each, LOOPS)]
            if len(loops) > 1:
                names.siblings.append(loops)
            names.loops += loops


def _memrefs(op: Operation) -> Iterator[SSAValue]:
    if isinstance(op, func.FuncOp) and not op.is_declaration:
        yield from (value for value in op.args if isinstance(value.type, MemRefType))
    yield from (result for result in op.results if isinstance(result.type, MemRefType))


def buffer_name(value: SSAValue) -> str | None:
    """The name that passes know a memref by, where it has one."""
    given = _attributes(value).get("pad.name")
    return given.data if isinstance(given, StringAttr) else value.name_hint


def _is_physical(value: SSAValue) -> bool:
    return "pad.logical" in _attributes(value)


def _attributes(value: SSAValue) -> Mapping[str, Attribute]:
    """The attributes of an argument, or of the operation that makes a memref."""
    owner = value.owner
    if not isinstance(owner, Block):
        return owner.attributes
    function = owner.parent_op()
    if not isinstance(function, func.FuncOp) or function.arg_attrs is None:
        return {}
    return function.arg_attrs.data[next(k for k, a in enumerate(owner.args) if a is value)].data


def _touched(stage: Operation) -> Iterator[str]:
    for op in stage.walk():
        for operand in op.operands:
            if isinstance(operand.type, MemRefType) and (name := buffer_name(operand)):
                yield name


def _loop(op: Operation) -> Loop:
    named = op.attributes.get("pad.loop")
    stage = op.attributes.get("pad.stage")
    block = op.regions[0].blocks.first
    hint = block.args[0].name_hint if block is not None and block.args else None
    name = named.data if isinstance(named, StringAttr) else (hint or "i")
    inside = [] if block is None else list(block.ops)
    # A guard in between is what `pad-split` leaves.
    while len(inside) == 2 and isinstance(inside[0], affine.IfOp | scf.IfOp):
        arm: Operation = inside[0]
        first = arm.regions[0].blocks.first
        inside = [] if first is None else list(first.ops)
    nested = tuple(_loop(each) for each in inside if isinstance(each, LOOPS))
    return Loop(
        name,
        _function(op),
        stage.data if isinstance(stage, StringAttr) else "",
        nested[0] if nested and len(inside) == 2 else None,
        nested,
        not any(isinstance(inner, LOOPS) for inner in op.walk() if inner is not op),
    )


def _function(op: Operation) -> str:
    at: Operation | None = op
    while at is not None and not isinstance(at, func.FuncOp):
        at = at.parent_op()
    return "" if at is None else at.sym_name.data
