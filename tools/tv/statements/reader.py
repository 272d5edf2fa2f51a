"""Functions read into statements; what is not understood has no proof."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import cast

from xdsl.dialects import affine, arith, func, scf, vector
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IndexType
from xdsl.ir import Block, Operation, Region, SSAValue

from ....dialect.ops import AssumeOp, UndefOp
from ..ops.arithmetic import check_computation, operator_of
from ..ops.operation_flags import flags_of
from ..values.errors import NotValidated
from ..values.scalars import (
    BOOL,
    constant_of,
    element_of,
    elements_of,
    lanes_of,
    scalar_of,
)
from .arguments import Argument
from .expressions import compare, greatest, minus, negated, of_map, of_set
from .index_values import (
    AFFINE,
    Affine,
    Condition,
    chosen,
    compared,
    constant_index,
    of_conditions,
    of_indices,
)
from .leaves import Leaves
from .memory import Memory, Place
from .nodes import (
    Array,
    Assume,
    Bad,
    Chosen,
    Copied,
    Domain,
    Index,
    Made,
    Node,
    Program,
    Undef,
    tuple_of,
)
from .reasons import NoProof
from .views import Collapsed


@dataclass(frozen=True)
class Opaque:
    """A value that may not be used."""

    reason: str
    op: Operation


Value = Affine | Condition | Node | Array | Argument | Collapsed | Opaque

_UNDEFINED = (
    *("arith.divui", "arith.remui", "arith.ceildivui", "arith.divsi", "arith.remsi"),
    *("arith.floordivsi", "arith.ceildivsi", "math.ipowi"),
)
"""Operations on data that may be undefined."""
_PLAIN = {
    "affine.for": {"lowerBoundMap", "upperBoundMap", "step"},
    "affine.if": {"condition"},
    "scf.for": set[str](),
    "scf.if": set[str](),
    "affine.load": {"map"},
    "affine.store": {"map"},
    "vector.broadcast": set[str](),
    "affine.apply": {"map"},
    "affine.min": {"map"},
    "affine.max": {"map"},
}
"""Operations, and the properties of theirs that are read."""
_ACCESSES = ("affine.load", "affine.store", "vector.load", "vector.store")
_SEGMENTS = {"operandSegmentSizes", "resultSegmentSizes"}


@dataclass
class Reader:
    """Reads one function of one side."""

    side: str
    leaves: Leaves
    program: Program = field(default_factory=Program)
    values: dict[SSAValue, Value] = field(default_factory=dict[SSAValue, Value])
    numbers: count[int] = field(default_factory=count)

    def read(
        self, function: func.FuncOp, arguments: Mapping[int, Argument], sizes: Mapping[int, str]
    ) -> Program:
        """The statements of a function; `sizes` names its index arguments by position."""
        if len(function.body.blocks) != 1:
            raise NoProof("control flow between blocks is not understood", function)
        for position, value in enumerate(function.args):
            if position in arguments:
                self.values[value] = arguments[position]
            elif position in sizes:
                self.values[value] = Affine(sizes[position])
            else:
                scalar_of(value.type)
                self.values[value] = self.leaves.argument(position)
        place = Place()
        results = self._block(function.body.block, place)
        if any(lanes_of(type) is not None for type in function.function_type.outputs.data):
            raise NoProof("results that are vectors are not understood", function)
        self.program.results = [self._as_data(value, place) for value in results]
        self.program.end = place.next_time()
        return self.program

    def name(self, kind: str) -> str:
        """A new name."""
        return f"{self.side}_{kind}{next(self.numbers)}"

    def _block(self, block: Block, place: Place) -> list[Value]:
        """The operands of the terminator."""
        for op in block.ops:
            try:
                if op.name in ("affine.yield", "scf.yield", "func.return"):
                    return [self.values[value] for value in op.operands]
                self._operation(op, place)
            except NoProof as reason:
                reason.op = reason.op or op
                raise
            except NotValidated as stop:
                raise NoProof(stop.reason, op) from stop
        return []

    def _operation(self, op: Operation, place: Place) -> None:
        if op.name in _PLAIN:
            _check_attributes(op)
        match op:
            case affine.ForOp():
                self._affine_for(op, place)
            case scf.ForOp():
                self._scf_for(op, place)
            case affine.IfOp():
                condition = of_set(op.condition.data, self.indices(op.args))
                self._if(op, condition, (op.then_region, op.else_region), place)
            case scf.IfOp():
                condition = self._condition(op.cond)
                self._if(op, condition, (op.true_region, op.false_region), place)
            case AssumeOp():
                self._assume(op, place)
            case UndefOp():
                stored = all(use.operation.name.endswith(".store") for use in op.result.uses)
                uses = [use.operation.parent for use in op.result.uses]
                domain = place.domain.of_type(op.result.type)
                undef = Undef(self.name("u"), domain, op, stored, uses == [op.parent])
                self.values[op.result] = self._add(undef)
            case vector.BroadcastOp():
                _check_attributes(op)
                if lanes_of(op.source.type) is not None:
                    raise NoProof("a vector of vectors is not understood")
                domain, value = place.domain.of_type(op.vector.type), self.data(op.source, place)
                self.values[op.vector] = self._add(Copied(self.name("d"), domain, op, value))
            case _ if op.dialect_name() == "memref" or op.name in _ACCESSES:
                Memory(self, place).operation(op)
            case _ if op.dialect_name() in ("arith", "math", "affine"):
                self._computation(op, place)
            case _:
                raise NoProof(f"the operation {op.name} is not understood")

    def index(self, value: SSAValue) -> str:
        """The expression of an index; raises NoProof if it is not affine."""
        found = self.values[value]
        if isinstance(found, Affine):
            return found.text
        if isinstance(found, Opaque):
            raise NoProof(found.reason, found.op)
        raise NoProof("an index comes from the data")

    def indices(self, values: Sequence[SSAValue]) -> list[str]:
        """The expressions of indices."""
        return [self.index(value) for value in values]

    def _condition(self, value: SSAValue) -> str:
        found = self.values[value]
        if isinstance(found, Condition):
            return found.text
        if isinstance(found, Opaque):
            raise NoProof(found.reason, found.op)
        raise NoProof("what runs depends on the data")

    def data(self, value: SSAValue, place: Place) -> Node:
        """The node of a value."""
        return self._as_data(self.values[value], place)

    def _as_data(self, found: Value, place: Place) -> Node:
        match found:
            case Condition():
                yes, no = (self.leaves.constant(BOOL, bit) for bit in (1, 0))
                name = self.name("c")
                return self._add(Chosen(name, place.domain, None, found.text, yes, no))
            case Node():
                return found
            case Opaque():
                raise NoProof(found.reason, found.op)
            case Affine():
                return self._add(Index(self.name("n"), place.domain, None, found.text))
            case _:
                raise NoProof("a buffer is used as data")

    def _add(self, node: Node) -> Node:
        self.program.nodes.append(node)
        return node

    def require(self, condition: str, op: Operation, place: Place) -> None:
        """The text is what the operation computes only where the condition holds."""
        reason = "index arithmetic on what may be negative is not understood"
        self.program.unread.append(self._where_not(condition, reason, op, place.domain))

    def undefined(self, unless: str, reason: str, op: Operation, domain: Domain) -> None:
        """An operation is undefined in iterations in which a condition does not hold."""
        self.program.undefined.append(self._where_not(unless, reason, op, domain))

    def _where_not(self, condition: str, reason: str, op: Operation, domain: Domain) -> Bad:
        point = tuple_of(self.name("b"), domain.dims)
        false, true = (
            f"{{ {point} : {domain.under(holds).condition} }}"
            for holds in (negated(condition), condition)
        )
        return Bad(false, true, reason, op)

    # Loops and ifs

    def _affine_for(self, op: affine.ForOp, place: Place) -> None:
        lower, upper = op.lowerBoundMap.data, op.upperBoundMap.data
        starts = self.indices(op.lowerBoundOperands)
        ends = self.indices(op.upperBoundOperands)
        self._for(
            op,
            [of_map(result, lower.num_dims, starts) for result in lower.results],
            [of_map(result, upper.num_dims, ends) for result in upper.results],
            op.step.value.data,
            (op.body.block, op.inits),
            place,
        )

    def _scf_for(self, op: scf.ForOp, place: Place) -> None:
        if not isinstance(op.lb.type, IndexType):
            raise NoProof("the iterator is no index")
        step = self.values[op.step]
        if not isinstance(step, Affine) or step.constant is None:
            raise NoProof("the step is no constant")
        bounds = [self.index(op.lb)], [self.index(op.ub)]
        self._for(op, *bounds, step.constant, (op.body.block, op.iter_args), place)

    def _for(
        self,
        op: Operation,
        lower: Sequence[str],
        upper: Sequence[str],
        step: int,
        body: tuple[Block, Sequence[SSAValue]],
        place: Place,
    ) -> None:
        if step <= 0:
            raise NoProof("the step is not positive")
        block, inits = body
        memory = Memory(self, place)
        types = [init.type for init in inits]
        carried = [memory.carried(self.data(init, place), init.type, op) for init in inits]
        iterator = self.name("i")
        conditions = [compare(iterator, ">=", start) for start in lower]
        conditions += [compare(iterator, "<", end) for end in upper]
        if step != 1:
            conditions.append(f"(({minus(iterator, greatest(lower))}) mod {step} = 0)")
        inside = place.inside(iterator, *conditions)
        self.values[block.args[0]] = Affine(iterator)
        within = Memory(self, inside)
        for argument, cell in zip(block.args[1:], carried, strict=True):
            self.values[argument] = within.load_carried(cell, argument.type, op)
        yielded = [self._as_data(value, inside) for value in self._block(block, inside)]
        if len(yielded) > 1:
            # All are read before one is changed.
            pairs = list(zip(yielded, types, strict=True))
            cells = [(within.carried(value, type, op), type) for value, type in pairs]
            yielded = [within.load_carried(cell, type, op) for cell, type in cells]
        for cell, value, type in zip(carried, yielded, types, strict=True):
            within.carry(cell, value, type, op)
        for result, cell in zip(op.results, carried, strict=True):
            self.values[result] = memory.load_carried(cell, result.type, op)

    def _if(self, op: Operation, condition: str, regions: Sequence[Region], place: Place) -> None:
        yielded: list[list[Value]] = []
        for region, holds in zip(regions, (condition, negated(condition)), strict=True):
            if len(region.blocks) > 1:
                raise NoProof("control flow between blocks is not understood")
            arm = place.under(holds)
            yielded.append(self._block(region.block, arm) if region.blocks else [])
        for number, result in enumerate(op.results):
            then, other = (values[number] for values in yielded)
            domain = place.domain.of_type(result.type)
            self.values[result] = self._joined(op, condition, (then, other), place, domain)

    def _joined(
        self,
        op: Operation,
        condition: str,
        values: tuple[Value, Value],
        place: Place,
        domain: Domain,
    ) -> Value:
        then, other = values
        if isinstance(then, Condition) and isinstance(other, Condition):
            return Condition(chosen(condition, then.text, other.text))
        if isinstance(then, Affine) or isinstance(other, Affine):
            return Opaque("an index that a condition chooses is not understood", op)
        arms = [
            self._as_data(value, place.under(holds))
            for value, holds in ((then, condition), (other, negated(condition)))
        ]
        return self._add(Chosen(self.name("c"), domain, op, condition, *arms))

    # Values

    def _assume(self, op: AssumeOp, place: Place) -> None:
        condition = self.values[op.condition]
        if isinstance(condition, Condition):
            reason = "an assume that is false"
            self.undefined(condition.text, reason, op, place.domain)
            return
        node = self.data(op.condition, place)
        self.program.assumes.append(Assume(op, place.domain, node))

    def _computation(self, op: Operation, place: Place) -> None:
        if op.regions or len(op.results) != 1:
            raise NoProof(f"the operation {op.name} is not understood")
        (result,) = op.results
        if isinstance(op, arith.ConstantOp):
            self.values[result] = constant_index(op) or self._constant(op)
            return
        operands = [self.values[operand] for operand in op.operands]
        if op.name.startswith("affine."):
            if op.name not in AFFINE:
                raise NoProof(f"the operation {op.name} is not understood")
        else:
            check_computation(op)
        indices = [operand for operand in operands if isinstance(operand, Affine)]
        if isinstance(result.type, IndexType):
            self.values[result] = self._index_result(op, operands, indices, place)
        elif isinstance(op, arith.CmpiOp) and len(indices) == 2:
            left, right = indices
            require = self._requirement(op, place)
            self.values[result] = compared(op, left, right, require)
        elif operands and all(isinstance(operand, Condition) for operand in operands):
            if flags_of(op):
                raise NoProof("a condition that may be poison is not understood")
            self.values[result] = of_conditions(op, cast("list[Condition]", operands))
        else:
            self.values[result] = self._made(op, operands, place)

    def _requirement(self, op: Operation, place: Place) -> Callable[[str], None]:
        return lambda condition: self.require(condition, op, place)

    def _constant(self, op: arith.ConstantOp) -> Value:
        if isinstance(op.value, DenseIntOrFPElementsAttr):
            scalar = element_of(op.result.type)
            lanes = elements_of(op.value, scalar)
            leaves = {self.leaves.constant(scalar, lane) for lane in lanes}
            if lanes_of(op.result.type) is None or len(leaves) != 1:
                raise NoProof("a constant of several values is not understood")
            return leaves.pop()
        return self.leaves.constant(scalar_of(op.result.type), constant_of(op.value))

    def _index_result(
        self, op: Operation, operands: Sequence[Value], indices: Sequence[Affine], place: Place
    ) -> Value:
        if len(indices) == len(operands):
            found = of_indices(op, indices, self._requirement(op, place))
            if found is not None:
                return found
        if op.name in _UNDEFINED:
            raise NoProof(f"{op.name} may be undefined")
        return Opaque(f"{op.name} gives an index that is not affine in sizes and iterators", op)

    def _made(self, op: Operation, operands: Sequence[Value], place: Place) -> Node:
        if op.name in _UNDEFINED:
            raise NoProof(f"{op.name} of data may be undefined")
        domain = place.domain.of_type(op.results[0].type)
        if isinstance(op, arith.SelectOp) and isinstance(operands[0], Condition):
            condition = operands[0].text
            arms = [self._as_data(operand, place) for operand in operands[1:]]
            return self._add(Chosen(self.name("c"), domain, op, condition, *arms))
        nodes = tuple(self._as_data(operand, place) for operand in operands)
        made = Made(self.name("v"), domain, op, operator_of(op, op.results[0]), nodes)
        return self._add(made)


def _check_attributes(op: Operation) -> None:
    properties = op.properties.keys() - _PLAIN[op.name] - _SEGMENTS
    unknown = [name for name in (*op.attributes, *properties) if not name.startswith("pad.")]
    if unknown:
        raise NoProof(f"{op.name} with {', '.join(unknown)} is not understood")
