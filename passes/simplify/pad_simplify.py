"""pad-simplify: indices, conditions and loads in the simplest form that holds at their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import affine, arith, func, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, ModuleOp, i1
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.escape import preserved
from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import assumed
from ...analysis.memory.facts import BlockFacts
from ...analysis.values.known_quotients import Division, known_quotient
from ...index.expr import Expr, all_of
from ...index.normal import cost
from ...index.queries.conditions import is_implied
from ...index.sets.engine import GaveUp, NotAffine, engine, own_engine
from ...index.simplify.conjunctions import conjunction
from ...index.simplify.forms import simplify_condition, simplify_index
from ..assumes.assume_checks import check_assumes
from ..common.dead_code import erase_if_dead
from ..common.index_codegen import Emitter
from ..common.stages import find_functions, find_stages, stages_of
from .access_simplification import simplify_accesses
from .branch_merging import (
    index_condition,
    inline,
    is_only_otherwise,
    merge_equal_arms,
    merge_neighbours,
    move_second_arm,
)
from .known_loads import replace_known_loads


@dataclass(frozen=True)
class PadSimplify(ModulePass):
    """
    Simplifies in context (RFC 77, "Enhancement - Simplify").

    Index expressions get the simplest form that the loops, conditions and assumes around allow. An
    if on indices whose condition always holds, or never, becomes the arm that runs; another gets
    the simplest condition, or the opposite one where only its second arm does something. A
    comparison of indices that is decided becomes a constant. A load becomes the value that its cell
    is known to hold, from stores, undef apart, and assumes before it, up to the next write or
    call that may change it; a quotient of integers, the constant that assumes say. Arms that do the
    same become one; so do neighbouring ifs on equal or complementary conditions of indices.

    Before:

    ```mlir
    func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %x: f32, %y: f32) {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * 4 + d1 >= 0)>(%i, %j) {
            affine.store %x, %A[(%i * 4 + %j) floordiv 4, (%i * 4 + %j) mod 4] : memref<4x4xf32>
          }
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%i, %j) {
            affine.store %x, %B[%i, %j] : memref<4x4xf32>
          }
          affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%i, %j) {
            affine.store %y, %B[%i, %j] : memref<4x4xf32>
          }
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %x: f32, %y: f32) {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 4 {
          affine.store %x, %A[%i, %j] : memref<4x4xf32>
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%i, %j) {
            affine.store %x, %B[%i, %j] : memref<4x4xf32>
          } else {
            affine.store %y, %B[%i, %j] : memref<4x4xf32>
          }
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

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        check_assumes(op)
        for function in find_functions(op, self.function, self._concerns):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            known: _Known | None = None
            for root in roots:
                if root.parent is not None:
                    if known is None or known.scope is not root.parent:
                        known = _Known(root.parent)
                    _simplify(root, known)

    def _concerns(self, function: func.FuncOp) -> bool:
        return self.stage is None or any(stages_of(function, self.stage))


def simplify(root: Operation) -> None:
    """Simplifies what is inside one operation of a block."""
    assert root.parent is not None
    _simplify(root, _Known(root.parent))


class _Known:
    """What was read of a block, up to the next change of what is in it."""

    def __init__(self, scope: Block):
        self.scope = scope
        self.forget()

    def forget(self) -> None:
        """What was simplified may be what is read next."""
        self.reader = InstanceReader(self.scope)
        self._facts: BlockFacts | None = None

    def facts(self) -> BlockFacts:
        """The facts of the block as it is."""
        if self._facts is None:
            self._facts = BlockFacts(self.scope)
        return self._facts


def _simplify(root: Operation, known: _Known) -> None:
    while root.parent is not None and _simplify_once(root, known):
        pass


def _simplify_once(root: Operation, known: _Known) -> bool:
    """Whether it merged something or replaced a load, so that more may be found."""
    changed = replace_known_loads(root, known.facts)
    if changed:
        known.forget()
    for op in list(root.walk()):
        if op.parent is not None and _simplify_operation(op, known.reader):
            known.forget()
    if simplify_accesses(root, known.scope):
        known.forget()
    # What is inside is not to be looked at, once nothing is left that root is for.
    merged = root.parent is not None and merge_equal_arms(root)
    if root.parent is not None:
        regions = [region for op in root.walk() for region in op.regions]
        for block in [block for region in regions for block in region.blocks]:
            merged = merge_neighbours(block, known.scope) or merged
    if merged:
        known.forget()
    return root.parent is not None and (changed or merged)


def _simplify_operation(op: Operation, reader: InstanceReader) -> bool:
    """Whether anything was changed."""
    if isinstance(op, affine.IfOp | scf.IfOp):
        return _simplify_if(op, reader)
    if isinstance(op, arith.CmpiOp) and isinstance(op.lhs.type, IndexType):
        return _decide_comparison(op, reader)
    if len(op.results) == 1 and isinstance(op.results[0].type, IndexType):
        return _simplify_index(op, reader)
    if isinstance(op, Division) and isinstance(op.result.type, IntegerType):
        return _simplify_division(op, op.result.type)
    return False


def _simplify_if(op: affine.IfOp | scf.IfOp, reader: InstanceReader) -> bool:
    instances = reader.surroundings(op)
    condition = index_condition(op, reader)
    if instances is None or condition is None:
        return False
    around = instances.condition & all_of(assumed(op, reader))
    if is_implied(around, condition):
        inline(op, 0)
        return True
    if is_implied(around, ~condition):
        inline(op, 1)
        return True
    if not isinstance(op, affine.IfOp):
        return False
    simpler = simplify_condition(condition, around)
    changed = cost(simpler) < cost(condition) and _set_condition(op, simpler, reader)
    return _turn(op, around, instances.iterators, reader) or changed


def _turn(op: affine.IfOp, around: Expr, names: Sequence[str], reader: InstanceReader) -> bool:
    """The opposite condition in place of an empty first arm, where one affine set says it."""
    condition = index_condition(op, reader) if is_only_otherwise(op) else None
    if condition is None:
        return False
    try:
        with engine().budget():
            context = engine().set(around)
            opposite = conjunction(engine().part(context, ~condition), context, names)
    except (GaveUp, NotAffine):
        return False
    if opposite is None or not _set_condition(op, opposite, reader):
        return False
    move_second_arm(op)
    return True


def _set_condition(op: affine.IfOp, condition: Expr, reader: InstanceReader) -> bool:
    """Gives the if another condition; False where that is no affine set."""
    values = {name: reader.value(name) for name in condition.variables()}
    emitter = Emitter(InsertPoint.before(op), op)
    operands = list(op.args)
    made = emitter.affine_set(condition, values)
    if made is None:
        return False
    op.operands = made[1]
    op.properties["condition"] = made[0]
    for operand in operands:
        if isinstance(operand.owner, Operation):
            erase_if_dead(operand.owner)
    return True


def _decide_comparison(op: arith.CmpiOp, reader: InstanceReader) -> bool:
    instances, condition = reader.surroundings(op), reader.condition(op.result)
    if instances is None or condition is None:
        return False
    around = instances.condition & all_of(assumed(op, reader))
    for value, goal in ((1, condition), (0, ~condition)):
        if is_implied(around, goal):
            _replace(op, IntegerAttr(value, i1))
            return True
    return False


def _simplify_index(op: Operation, reader: InstanceReader) -> bool:
    """Replaces a computed index that is a constant, or another index, by that."""
    instances, index = reader.surroundings(op), reader.index(op.results[0])
    if instances is None or index is None or not index.operands:
        return False
    simpler = simplify_index(index, instances.condition & all_of(assumed(op, reader)))
    if simpler.constant is not None:
        _replace(op, IntegerAttr(simpler.constant, IndexType()))
    elif simpler.op == "var":
        Rewriter.replace_op(op, [], [reader.value(str(simpler))])
    else:
        return False
    return True


def _simplify_division(op: Division, type: IntegerType) -> bool:
    known = known_quotient(op)
    if isinstance(known, int):
        _replace(op, IntegerAttr(known, type))
    elif known is not None:
        Rewriter.replace_op(op, [], [known])
    return known is not None


def _replace(op: Operation, value: IntegerAttr) -> None:
    operands = [operand.owner for operand in op.operands]
    constant = arith.ConstantOp(value)
    constant.location = op.location
    Rewriter.replace_op(op, constant)
    for owner in dict.fromkeys(operands):
        if isinstance(owner, Operation):
            erase_if_dead(owner)
