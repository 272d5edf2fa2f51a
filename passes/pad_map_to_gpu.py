"""pad-map-to-gpu: spreads stages over the blocks and threads of a GPU, a kernel each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, count
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import affine, func, gpu
from xdsl.dialects.builtin import ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.surroundings import nothing_new
from ..dialect.annotations import STAGE
from .diagnostics import remark
from .gpu_mapping.choice import Hints
from .gpu_mapping.nests import map_nest, widened
from .gpu_mapping.units import units_in, wrapped
from .gpu_mapping.wide_accesses import AlignedArguments, wide_buffers
from .lanes.attempts import attempt
from .lanes.lockstep import NotInLockstep
from .stages import find_functions, find_stages, loop_name, stages_of

CONTAINER = "gpu.container_module"


@dataclass(frozen=True)
class PadMapToGpu(ModulePass):
    """
    Makes kernels of stages.
    """

    name = "pad-map-to-gpu"

    function: str | None = None
    stage: str | None = None
    blocks: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    reduce: Literal["tree", "shuffle"] = "tree"

    @nothing_new()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        hints = Hints(self.blocks, self.threads, self.sizes, self.reduce)
        for function in find_functions(op, self.function, self._concerns):
            if self.stage is not None:
                find_stages(function, self.stage)
            kernels, aligned = _Kernels(op, function), AlignedArguments(function)
            for unit in list(units_in(function.body.blocks[0])):
                if self.stage in (None, _stage_of(unit)):
                    self._map(unit, kernels, hints)
            aligned.keep_for(kernels.wide)

    def _map(self, unit: affine.ForOp | list[Operation], kernels: _Kernels, hints: Hints) -> None:
        first = unit if isinstance(unit, affine.ForOp) else unit[0]
        name = _stage_of(unit) or (loop_name(first) if isinstance(first, affine.ForOp) else None)
        try:
            root = unit if isinstance(unit, affine.ForOp) else wrapped(unit)
            attempt(root, lambda copy: kernels.add(copy, name or "kernel", hints))
        except NotInLockstep as reason:
            text = f"{name or 'it'} stays on the host: {reason}"
            remark(self.name, reason.op or first, text)

    def _concerns(self, function: func.FuncOp) -> bool:
        return self.stage is None or any(stages_of(function, self.stage))


class _Kernels:
    """The kernels of a function, in a gpu.module of their own."""

    def __init__(self, module: ModuleOp, function: func.FuncOp):
        self._function, self._module = function, module
        self._name = f"{function.sym_name.data}_kernels"
        self.wide = set[SSAValue]()
        """The buffers that they access in vectors."""

    def add(self, root: affine.ForOp, name: str, hints: Hints) -> list[affine.ForOp]:
        """Makes a kernel of a nest, in the place of which it is launched."""
        place = self._place()
        taken = {op.sym_name.data for op in place.ops if isinstance(op, gpu.FuncOp)}
        names = chain([name], (f"{name}_{k}" for k in count(2)))
        free = next(n for n in names if n not in taken)
        root = widened(root, hints)
        kernel = map_nest(root, self._name, free, hints)
        self.wide |= wide_buffers(root)
        place.add_op(kernel)
        if place.parent_op() is None:
            made = gpu.ModuleOp.create(
                properties={"sym_name": StringAttr(self._name)}, regions=[Region(place)]
            )
            Rewriter.insert_op(made, InsertPoint.after(self._function))
            self._module.attributes[CONTAINER] = UnitAttr()
        Rewriter.erase_op(root)
        return []

    def _place(self) -> Block:
        """The body of the gpu.module, a new block where there is none yet."""
        for op in self._module.body.block.ops:
            if isinstance(op, gpu.ModuleOp) and op.sym_name.data == self._name:
                return op.body.block
        return Block()


def _stage_of(unit: affine.ForOp | list[Operation]) -> str | None:
    """The stage that a unit is, or the first that is in it."""
    for op in [unit] if isinstance(unit, affine.ForOp) else unit:
        if isinstance(name := op.attributes.get(STAGE), StringAttr):
            return name.data
    return None
