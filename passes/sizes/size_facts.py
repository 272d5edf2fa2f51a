"""Facts about sizes, as texts and as assumes at the head of a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import IntegerAttr, UnitAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.annotations import USER, buffer_name
from ...dialect.ops import AssumeOp
from ...index.expr import Expr, all_of, eq, var
from ...index.queries.conditions import is_implied
from ..common.index_codegen import Emitter

Form: TypeAlias = Literal["multiple", "least", "most", "equal", "product"]
"""`n mod c == 0`, `n >= c`, `n <= c`, `n == m` and `n * m <= c`."""


@dataclass(frozen=True)
class Size:
    """
    A size that is known at run time only: an index value, or the extent of an axis of a buffer
    that no value of the program is.
    """

    value: SSAValue
    """The index, or the buffer."""
    axis: int | None = None
    """The axis of the buffer; None for an index."""

    @property
    def is_argument(self) -> bool:
        """Whether it is an index argument, of which `pad.size` can state facts."""
        return self.axis is None and isinstance(self.value.owner, Block)

    def __str__(self) -> str:
        if self.axis is not None:
            return _extent(self.value, self.axis)
        made = self.value.owner
        if self.value.name_hint is None and isinstance(made, memref.DimOp):
            axis = made.index.owner
            if isinstance(axis, arith.ConstantOp) and isinstance(axis.value, IntegerAttr):
                return _extent(made.source, axis.value.value.data)
        return self.value.name_hint or "a size"


def _extent(buffer: SSAValue, axis: int) -> str:
    return f"dim({buffer_name(buffer) or 'a buffer'}, {axis})"


@dataclass(frozen=True)
class SizeFact:
    """A fact about one size or two, with its number."""

    form: Form
    sizes: tuple[Size, ...]
    bound: int = 0

    def __str__(self) -> str:
        first, last, bound = self.sizes[0], self.sizes[-1], self.bound
        return {
            "multiple": f"{first} mod {bound} == 0",
            "least": f"{first} >= {bound}",
            "most": f"{first} <= {bound}",
            "equal": f"{first} == {last}",
            "product": f"{first} * {last} <= {bound}",
        }[self.form]

    def about(self, values: Mapping[SSAValue, SSAValue]) -> SizeFact:
        """The same fact about other values."""
        sizes = (replace(size, value=values[size.value]) for size in self.sizes)
        return replace(self, sizes=tuple(sizes))

    def condition(self, first: Expr, last: Expr) -> Expr:
        """The fact about what the first and the last of the sizes are."""
        match self.form:
            case "multiple":
                return eq(first % self.bound, 0)
            case "least":
                return first >= self.bound
            case "most":
                return first <= self.bound
            case "equal":
                return eq(first, last)
            case "product":
                return first * last <= self.bound

    def test(self, first: Expr, last: Expr) -> Expr:
        """
        A condition, of whatever the sizes are, under which the fact holds: a product that wraps
        around is small, so its factors have to be in bounds too.
        """
        holds = self.condition(first, last)
        if self.form != "product":
            return holds
        return all_of([*(c for n in (first, last) for c in (n >= 0, n <= self.bound)), holds])


def independent(facts: Sequence[SizeFact]) -> list[SizeFact]:
    """The facts without those that follow from the others; of two that say the same, the first."""
    sizes = dict.fromkeys(size for fact in facts for size in fact.sizes)
    names = {size: var(f"size{k}") for k, size in enumerate(sizes)}
    left = [(f, f.condition(names[f.sizes[0]], names[f.sizes[-1]])) for f in facts]
    for k in reversed(range(len(left))):
        others = [*left[:k], *left[k + 1 :]]
        if is_implied(all_of([condition for _, condition in others]), left[k][1]):
            left = others
    return [fact for fact, _ in left]


def assume_sizes(
    facts: Sequence[SizeFact], function: func.FuncOp, *, of_user: bool = True
) -> Callable[[], None]:
    """
    Put a `pad.assume` of each fact where the function begins, after what its sizes are computed by,
    `{pad.user}` unless callers have tested it; return what takes them back.

    All sizes have to be of the function's first block.
    """
    inserted: list[Operation] = []
    block = function.body.blocks[0]
    for fact in facts:
        before = set(block.ops)
        emitter = Emitter(_point(fact, block), function)
        assume = emitter.insert(AssumeOp(_emitted(fact, fact.condition, emitter)))
        if of_user:
            assume.attributes[USER] = UnitAttr()
        inserted += [op for op in block.ops if op not in before]

    def undo() -> None:
        for op in reversed(inserted):
            Rewriter.erase_op(op)

    return undo


def test_of(fact: SizeFact, emitter: Emitter) -> SSAValue:
    """An i1 value with which a fact holds, whatever the sizes are."""
    return _emitted(fact, fact.test, emitter)


def _emitted(fact: SizeFact, condition: Callable[[Expr, Expr], Expr], emitter: Emitter) -> SSAValue:
    names = [f"size{k}" for k in range(len(fact.sizes))]
    values = {n: _value(s, emitter) for n, s in zip(names, fact.sizes, strict=True)}
    return emitter.condition(condition(var(names[0]), var(names[-1])), values)


def _point(fact: SizeFact, block: Block) -> InsertPoint:
    """After the last operation that makes a size, or a buffer whose extent is one."""
    last: Operation | None = None
    for size in fact.sizes:
        made = size.value.owner
        if isinstance(made, Operation) and (last is None or last.is_before_in_block(made)):
            last = made
    return InsertPoint.at_start(block) if last is None else InsertPoint.after(last)


def _value(size: Size, emitter: Emitter) -> SSAValue:
    if size.axis is None:
        return size.value
    dim = memref.DimOp(size.value, emitter.constant(size.axis))
    return emitter.insert(dim).results[0]
