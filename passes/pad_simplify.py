"""pad-simplify: indices, conditions and loads in the simplest form that holds at their place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import affine, arith, func, memref, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp, i1
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.assumptions import Exactly
from ..analysis.cells import cells_at
from ..analysis.expr import Expr
from ..analysis.facts import BlockFacts
from ..analysis.instances import InstanceReader
from ..analysis.islctx import GaveUp, NotAffine, engine
from ..analysis.normal import cost
from ..analysis.queries import Proven, implies
from ..analysis.simplify import simplify_condition
from ..dialect.affine_conversion import from_affine_map, from_affine_set
from ..dialect.pad_values import ValueAttr
from .access_simplification import simplify_accesses
from .assume_checks import check_assumes
from .dead_code import erase_if_dead
from .index_codegen import Emitter
from .inlining import inline_arm
from .stages import find_functions, find_stages, stages_of


@dataclass(frozen=True)
class PadSimplify(ModulePass):
    """
    Simplifies in context (RFC 77, "Enhancement - Simplify").

    Index expressions get the simplest form that the loops and conditions around allow. An if on
    indices whose condition always holds, or never, becomes the arm that runs; another gets the
    simplest condition. A comparison of indices that is decided becomes a constant. A load of cells
    that are known to hold one constant, from stores and assumes in front of its stage, becomes it.

    Before:

    ```mlir
    func.func @f(%A: memref<4x4xf32>, %x: f32) {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * 4 + d1 >= 0)>(%i, %j) {
            affine.store %x, %A[(%i * 4 + %j) floordiv 4, (%i * 4 + %j) mod 4] : memref<4x4xf32>
          }
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @f(%A: memref<4x4xf32>, %x: f32) {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 4 {
          affine.store %x, %A[%i, %j] : memref<4x4xf32>
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    Options: `function`, `stage` (all when unset; without stages, every operation of the function).

    Errors: an assume of indices that is false. Declines, silently: what no simpler form is found or
    shown for stays as it is; so do conditions on data.
    """

    name = "pad-simplify"

    function: str | None = None
    stage: str | None = None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        check_assumes(op)
        for function in find_functions(op, self.function, self._concerns):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            for root in roots:
                if root.parent is not None:
                    simplify(root)

    def _concerns(self, function: func.FuncOp) -> bool:
        return self.stage is None or any(stages_of(function, self.stage))


def simplify(root: Operation) -> None:
    """Simplifies what is inside one operation of a block."""
    scope = root.parent
    assert scope is not None
    _replace_known_loads(root, scope)
    for op in list(root.walk()):
        if op.parent is None:
            continue
        # A fresh reader each time: what was simplified before may be what is read now.
        if isinstance(op, affine.IfOp | scf.IfOp):
            _simplify_if(op, InstanceReader(scope))
        elif isinstance(op, arith.CmpiOp) and isinstance(op.lhs.type, IndexType):
            _decide_comparison(op, InstanceReader(scope))
    if root.parent is not None:
        simplify_accesses(root, scope)


def _simplify_if(op: affine.IfOp | scf.IfOp, reader: InstanceReader) -> None:
    instances = reader.instances(op)
    condition = _condition(op, reader)
    if instances is None or condition is None:
        return
    around = instances.condition
    if isinstance(implies(around, condition), Proven):
        _inline(op, 0)
    elif isinstance(implies(around, ~condition), Proven):
        _inline(op, 1)
    elif isinstance(op, affine.IfOp):
        simpler = simplify_condition(condition, around)
        if cost(simpler) < cost(condition):
            _set_condition(op, simpler, reader)


def _condition(op: affine.IfOp | scf.IfOp, reader: InstanceReader) -> Expr | None:
    if isinstance(op, scf.IfOp):
        return reader.condition(op.cond)
    operands = reader.indices(list(op.args))
    return None if operands is None else from_affine_set(op.condition.data, operands)


def _inline(op: affine.IfOp | scf.IfOp, arm: int) -> None:
    """Replace an if by one of its arms, and drop what only computed its condition."""
    operands = [operand.owner for operand in op.operands]
    inline_arm(op, arm)
    for owner in dict.fromkeys(operands):
        if isinstance(owner, Operation):
            erase_if_dead(owner)


def _set_condition(op: affine.IfOp, condition: Expr, reader: InstanceReader) -> None:
    """The same if on a cheaper condition, where that is still an affine set."""
    values = {name: reader.value(name) for name in condition.variables()}
    emitter = Emitter(InsertPoint.before(op), op)
    operands = list(op.args)
    made = emitter.affine_set(condition, values)
    if made is None:
        return
    op.operands = made[1]
    op.properties["condition"] = made[0]
    for operand in operands:
        if isinstance(operand.owner, Operation):
            erase_if_dead(operand.owner)


def _decide_comparison(op: arith.CmpiOp, reader: InstanceReader) -> None:
    instances, condition = reader.instances(op), reader.condition(op.result)
    if instances is None or condition is None:
        return
    for value, goal in ((1, condition), (0, ~condition)):
        if isinstance(implies(instances.condition, goal), Proven):
            constant = arith.ConstantOp(IntegerAttr(value, i1))
            constant.location = op.location
            Rewriter.replace_op(op, constant)
            return


def _replace_known_loads(root: Operation, scope: Block) -> None:
    facts = BlockFacts(scope)
    for load in [op for op in root.walk() if isinstance(op, affine.LoadOp | memref.LoadOp)]:
        try:
            with engine().budget():
                value = _known_value(load, root, facts)
        except (GaveUp, NotAffine):
            continue
        if value is not None:
            constant = arith.ConstantOp(cast("ValueAttr", value.value))
            constant.location = load.location
            Rewriter.replace_op(load, constant)


def _known_value(
    load: affine.LoadOp | memref.LoadOp, root: Operation, facts: BlockFacts
) -> Exactly | None:
    """The one constant that all cells hold which the load may read."""
    if _feeds_an_assume(load.results[0]):
        return None  # it states the fact
    instances, operands = facts.reader.instances(load), facts.reader.indices(list(load.indices))
    if instances is None or operands is None or not _is_argument_or_local(load.memref):
        return None
    index = (
        from_affine_map(load.map.data, operands) if isinstance(load, affine.LoadOp) else operands
    )
    cells = cells_at(index, instances.condition, instances.iterators)
    for fact in facts.known(load.memref, root):
        if isinstance(fact.value, Exactly) and cells.is_subset(fact.cells):
            return fact.value
    return None


def _feeds_an_assume(value: SSAValue) -> bool:
    pending = [value]
    while pending:
        for use in pending.pop().uses:
            if use.operation.name == "pad.assume":
                return True
            if use.operation.dialect_name() == "arith":
                pending += use.operation.results
    return False


def _is_argument_or_local(buffer: SSAValue) -> bool:
    owner = buffer.owner
    if isinstance(owner, Block):
        return isinstance(owner.parent_op(), func.FuncOp)
    return isinstance(owner, memref.AllocOp | memref.AllocaOp)
