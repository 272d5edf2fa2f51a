"""pad-raise-loops: makes affine loops of counted loops, with their accesses and conditions."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import affine, func, scf
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass

from ...dialect.annotations import LOOP, buffer_name
from ...dialect.ir.memory_access import access_of
from ...dialect.ir.operations import is_a, operations_in
from ...dialect.ir.reasons import Declined
from ...index.expr import Expr
from ...index.sets.engine import own_engine
from ..common.dead_code import erase_unused_value
from ..common.diagnostics import RemarkForm, remark
from ..common.for_loops import UNNAMED
from ..common.stages import find_functions
from .affine_values import AffineValues
from .counted_while import raise_while
from .raised_accesses import ACCESSES, Access, raise_access, raise_if, takes_no_map
from .raised_loops import raise_for, raise_parallel

_LOOPS = (scf.ForOp, scf.ParallelOp, scf.WhileOp)
_AROUND = (*_LOOPS, affine.ForOp, affine.ParallelOp)
_NOT_RAISED = RemarkForm("loop-not-raised", "loop '{loop}' stays {what}: {reason}")
_ACCESS_NOT_RAISED = RemarkForm("access-not-raised", "access to {buffer} stays {what}: {reason}")


@dataclass(frozen=True)
class PadRaiseLoops(ModulePass):
    """
    Makes affine loops of `scf.for`, `scf.parallel` and of `scf.while` that counts.

    This is for programs from other compilers, and for those that upstream's `lower-affine` has
    lowered: what passes do with a loop, such as to give it another order or make vectors of it,
    they do with affine ones. A loop is raised where its bounds are affine in the loops around it
    and in values from outside of all loops, and its step is constant; a minimum is several upper
    bounds. What a loop computes of outer values only, such as a size, moves out of it.

    Inside, ifs on affine conditions and loads and stores at affine indices are raised too, also
    where divisions and integers with a width are shown to be what maps can say. An iterator of iN
    becomes an index where it does not wrap around. `scf.while` counts where its condition compares
    a value that each round advances by a constant, up or down, with a bound that stays; what else
    it carries, the affine loop carries. `scf.parallel` becomes `affine.parallel`, and loops in
    order where it reduces. Names, stages and locations are kept.

    Before:

    ```mlir
    func.func @scale(%A: memref<?x64xf32>, %c: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %n = memref.dim %A, %c0 : memref<?x64xf32>
      scf.for %i = %c0 to %n step %c1 {
        scf.for %jo = %c0 to %c8 step %c1 {
          %first = arith.muli %jo, %c8 : index
          scf.for %ji = %c0 to %c8 step %c1 {
            %j = arith.addi %first, %ji : index
            %a = memref.load %A[%i, %j] : memref<?x64xf32>
            %b = arith.mulf %a, %c : f32
            memref.store %b, %A[%i, %j] : memref<?x64xf32>
          }
        }
      } {pad.stage = "scale"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @scale(%A: memref<?x64xf32>, %c: f32) {
      %c0 = arith.constant 0 : index
      %n = memref.dim %A, %c0 : memref<?x64xf32>
      affine.for %i = 0 to affine_map<(d0) -> (d0)>(%n) {
        affine.for %jo = 0 to 8 {
          affine.for %ji = 0 to 8 {
            %a = affine.load %A[%i, %jo * 8 + %ji] : memref<?x64xf32>
            %b = arith.mulf %a, %c : f32
            affine.store %b, %A[%i, %jo * 8 + %ji] : memref<?x64xf32>
          }
        }
      } {pad.stage = "scale"}
      func.return
    }
    ```

    Options: `function` (all when unset).

    Declines, with a remark: a loop whose bound comes from memory, from a product or from another
    loop that stays, whose step is not constant, or whose iterator may wrap around; `scf.while`
    whose condition compares no counter, or that does more before it; in a loop that was raised, an
    access at an index that is not affine.
    """

    name = "pad-raise-loops"

    function: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in find_functions(op, self.function, _has_loops):
            raise_loops(function, self.name)


def _has_loops(function: func.FuncOp) -> bool:
    return any(is_a(op, _LOOPS) for op in operations_in(function))


def raise_loops(function: func.FuncOp, pass_name: str) -> None:
    """Raise what a function has of loops, and say why another stays."""
    if not _has_loops(function):
        return
    for block in function.body.blocks:
        _Raising(block, pass_name).run()


class _Raising:
    """The loops of one block of a function, from the outermost to the innermost."""

    def __init__(self, block: Block, pass_name: str):
        self._block, self._pass_name = block, pass_name
        self._values = AffineValues(block)
        self._raised: set[Operation] = set()
        self._unused: dict[Operation, None] = {}

    def run(self) -> None:
        """Raise the loops, then what is in them, and erase what only computed their indices."""
        for op in operations_in(self._block):
            if is_a(op, _LOOPS):
                self._raise_loop(op)
        for op in operations_in(self._block):
            if isinstance(op, scf.IfOp):
                producers = _producers(op)
                if raise_if(op, self._values) is not op:
                    self._unused |= producers
        # What stands in the way is named as it is in the source: first read all, then raise.
        found = [op for op in operations_in(self._block) if is_a(op, ACCESSES)]
        indices = [(op, self._index(op)) for op in found if not takes_no_map(op)]
        for op, index in indices:
            if index is not None:
                self._unused |= _producers(op)
                raise_access(op, index, self._values)
        for op in reversed(self._unused):
            erase_unused_value(op)
        self._values.erase_unused()

    def _raise_loop(self, loop: scf.ForOp | scf.ParallelOp | scf.WhileOp) -> None:
        producers = _producers(loop)
        try:
            match loop:
                case scf.ForOp():
                    made: Operation = raise_for(loop, self._values)
                case scf.ParallelOp():
                    made = raise_parallel(loop, self._values)
                case scf.WhileOp():
                    producers |= _producers(loop.after_region.block.last_op)
                    made = raise_while(loop, self._values)
        except Declined as why:
            name = _name_of(loop) or UNNAMED
            remark(self._pass_name, loop, _NOT_RAISED, reason=why, loop=name, what=loop.name)
            return
        self._raised.add(made)
        self._unused |= producers
        # The number of a type with a width, which nothing may need any more.
        self._unused |= dict.fromkeys(use.operation for use in made.regions[0].block.args[0].uses)

    def _index(self, op: Access) -> list[Expr] | None:
        """The index of an access; None where it is not affine."""
        access = access_of(op)
        try:
            return self._values.indices(access.index_operands(op), op)
        except Declined as why:
            if self._is_in_raised(op):
                name = buffer_name(access.buffer(op)) or "a buffer"
                form = _ACCESS_NOT_RAISED
                remark(self._pass_name, op, form, reason=why, what=op.name, buffer=name)
            return None

    def _is_in_raised(self, op: Operation) -> bool:
        """Whether the innermost loop around an operation has been raised."""
        around = op.parent_op()
        while around is not None and not is_a(around, _AROUND):
            around = around.parent_op()
        return around in self._raised


def _producers(op: Operation | None) -> dict[Operation, None]:
    """What computes the operands of an operation."""
    owners = () if op is None else (operand.owner for operand in op.operands)
    return dict.fromkeys(owner for owner in owners if isinstance(owner, Operation))


def _name_of(loop: Operation) -> str | None:
    """The `pad.loop` of a loop, else the names of its iterators in the source."""
    given = loop.attributes.get(LOOP)
    if isinstance(given, StringAttr):
        return given.data
    names = [argument.name_hint for argument in loop.regions[0].block.args]
    names = names[: len(names) if isinstance(loop, scf.ParallelOp) else 1]
    return ", ".join(name for name in names if name) or None
