"""Two versions of a function: one where facts about sizes hold, one for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from xdsl.dialects import affine, arith, cf, func, scf
from xdsl.dialects.builtin import AffineMapAttr, ModuleOp, StringAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.effects import is_pure, is_speculatable, may_allocate
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import is_a, operations_in
from ...dialect.ir.reasons import Declined
from ...dialect.ir.symbols import lookup_symbol
from ...dialect.ops import AssumeOp
from ..assumes.assume_checks import check_assumes, is_proven
from ..assumes.entry_conditions import entry_of
from ..common.diagnostics import RemarkForm, remark
from ..common.generated_stages import free_name, is_of_padding
from ..common.index_codegen import Emitter
from ..guards.guard_costs import guards_in
from ..sizes.fact_texts import WrittenFact, parse_size_facts
from ..sizes.named_facts import NEEDS
from ..sizes.size_facts import SizeFact, assume_sizes, independent, test_of
from .steps.fixpoint import Optimization

OPTION = "versions"
_CONDITIONS = (AssumeOp, cf.AssertOp)
_C_INTERFACE = "llvm.emit_c_interface"
AUTO = "auto"
"""The value of the option where the facts are those that remarks name."""

Optimize = Callable[[ModuleOp, str], None]
"""Does with a function of a module all that is done with the others, without remarks."""

_MADE = RemarkForm(
    "version-made",
    "two versions of @{of}: @{fits} where {facts}, else @{any}; decisions in their loops: {fewer} "
    "and {decisions}, operations: {left} and {operations}",
    "passed",
)
_NOT_MADE = RemarkForm("version-not-made", "no second version of @{of}: {reason}")


@dataclass(frozen=True)
class Versions:
    """The facts about sizes that are tested at entry; None stands for those that remarks name."""

    facts: tuple[WrittenFact, ...] | None


def parse_versions(texts: Sequence[str]) -> Versions | None:
    """The option `versions`, None where it is not given; raises OptionError."""
    if not texts:
        return None
    return Versions(None if tuple(texts) == (AUTO,) else parse_size_facts(OPTION, texts))


def add_versions(
    chosen: Optimization, start: ModuleOp, versions: Versions, optimize: Optimize, name: str
) -> None:
    """
    Put a second version beside each function that is better where the facts hold; a remark, of the
    pass of this name, for each function.

    `start` is the module as it was before it was optimized.
    """
    for function in chosen.functions():
        old = lookup_symbol(start, function.sym_name)
        if function.parent_op() is not chosen.module or not isinstance(old, func.FuncOp):
            continue
        written = versions.facts
        if written is not None and all(fact.of(old) is None for fact in written):
            continue  # another function has these sizes
        if written is None:
            written = parse_size_facts(OPTION, dict.fromkeys(_needs(chosen, function)))
        try:
            _add_version(function, start.clone(), written, optimize, name)
        except Declined as refused:
            remark(name, function, _NOT_MADE, reason=refused, of=function.sym_name.data)


def _needs(chosen: Optimization, function: func.FuncOp) -> Iterator[str]:
    """The facts that remarks name with which guards of a function would go."""
    for said in (*chosen.refused, *(r for each in chosen.said.values() for r in each)):
        needed = None if said.reason is None else said.reason.field(NEEDS)
        if said.function == function.sym_name.data and isinstance(needed, tuple):
            yield from map(str, needed)


def _add_version(
    function: func.FuncOp,
    other: ModuleOp,
    written: Sequence[WrittenFact],
    optimize: Optimize,
    name: str,
) -> None:
    """Raises Declined, with nothing changed, where the version is no better."""
    own = function.sym_name.data
    better = cast("func.FuncOp", lookup_symbol(other, own))
    facts = independent([fact for each in written if (fact := each.of(better)) is not None])
    if not facts:
        raise Declined("no known fact about sizes makes a guard go", reason="no-facts")
    entry, holds = _entry(better, facts)
    texts = " and ".join(map(str, facts))
    before = set(better.walk())
    assume_sizes(facts, better, of_user=False)
    assumes = [op for op in better.walk() if op not in before and isinstance(op, AssumeOp)]
    try:
        check_assumes(better)
    except PadError as false:
        text = f"{texts} is false, by what is known of the sizes"
        raise Declined(text, reason="false-fact") from false
    if all(map(is_proven, assumes)):
        raise Declined(f"{texts} holds, by what is known of the sizes", reason="known-fact")
    optimize(other, own)
    better = cast("func.FuncOp", lookup_symbol(other, own))
    was, now = _Cost.of(function), _Cost.of(better)
    if not now < was:
        text = f"where {texts}, it has as many guards, and no fewer operations"
        raise Declined(text, reason="no-better")
    fits, any = _dispatch(function, better, entry, holds)
    remark(
        name,
        entry,
        _MADE,
        of=own,
        fits=fits,
        any=any,
        facts=texts,
        fewer=now.guards + now.extremes,
        decisions=was.guards + was.extremes,
        left=now.operations,
        operations=was.operations,
    )


class _Cost(NamedTuple):
    """What takes time in a version: guards, minima and maxima in loops, operations."""

    guards: int
    extremes: int
    operations: int

    @staticmethod
    def of(function: func.FuncOp) -> _Cost:
        guards = sum(not is_of_padding(guard) for guard in guards_in(function))
        ops = operations_in(function.body)
        return _Cost(guards, sum(map(_has_extreme, ops)), len(ops))


def _has_extreme(op: Operation) -> bool:
    """Whether a loop ends at the least of several values, or begins at the greatest."""
    maps = (a.data for a in op.properties.values() if isinstance(a, AffineMapAttr))
    return isinstance(op, affine.ForOp | affine.MinOp) and any(len(m.results) > 1 for m in maps)


def _entry(function: func.FuncOp, facts: Sequence[SizeFact]) -> tuple[func.FuncOp, SSAValue]:
    """
    A function with the parameters of another, and in it whether the facts hold; raises Declined for
    a fact about what is not known where it begins.

    It states and checks first what the other one does before it writes: that is so of each call,
    and who calls it may rely on being told.
    """
    entry = function.clone_without_regions()
    sources = function.body.blocks[0].args
    block = Block(arg_types=[source.type for source in sources])
    entry.body.add_block(block)
    for source, argument in zip(sources, block.args, strict=True):
        argument.name_hint = source.name_hint
    emitter = Emitter(InsertPoint.at_end(block), function)
    copies: dict[SSAValue, SSAValue] = dict(zip(sources, block.args, strict=True))
    head = _copied_head(function, copies, emitter)
    tests: list[SSAValue] = []
    for fact in facts:
        for size in fact.sizes:
            if not _copy(size.value, copies, emitter):
                raise Declined(
                    f"{size} is not known where the function begins", reason="unknown-at-entry"
                )
        tests.append(test_of(fact.about(copies), emitter))
    holds = tests[0]
    for test in tests[1:]:
        holds = emitter.insert(arith.AndIOp(holds, test)).results[0]
    for op in reversed(head):
        is_used = any(result.first_use is not None for result in op.results)
        if not is_used and not any(is_a(inside, _CONDITIONS) for inside in operations_in(op)):
            Rewriter.erase_op(op)
    return entry, holds


def _copied_head(
    function: func.FuncOp, copies: dict[SSAValue, SSAValue], emitter: Emitter
) -> list[Operation]:
    """The operations of a function up to the first that writes, without what is allocated."""
    head, left_out = list[Operation](), set[SSAValue]()
    for op in entry_of(function):
        inside = operations_in(op)
        is_left_out = any(may_allocate(other) for other in inside)
        if is_left_out or not all(left_out.isdisjoint(other.operands) for other in inside):
            left_out |= {*op.results}
            continue
        head.append(op.clone(copies))
        emitter.move(head[-1])
    return head


def _copy(value: SSAValue, copies: dict[SSAValue, SSAValue], emitter: Emitter) -> bool:
    """
    Whether a value is computed of arguments, of whatever they are; then it is too of what these are
    copied to.
    """
    if value in copies:
        return True
    owner = value.owner
    if not isinstance(owner, Operation) or not is_pure(owner) or not is_speculatable(owner):
        return False
    if not all(_copy(operand, copies, emitter) for operand in owner.operands):
        return False
    emitter.move(owner.clone(copies))
    return True


def _dispatch(
    function: func.FuncOp, better: func.FuncOp, entry: func.FuncOp, holds: SSAValue
) -> tuple[str, str]:
    """
    Put the function that tests in the place of another, which it calls, or the better version; the
    names of these.
    """
    module = cast("ModuleOp", function.parent_op())
    own, taken = function.sym_name.data, set(_symbols(module))
    names = free_name(f"{own}_fits", taken), free_name(f"{own}_any", taken)
    block, results = entry.body.blocks[0], function.function_type.outputs.data
    emitter = Emitter(InsertPoint.at_end(block), function)
    arms: list[Region] = []
    for name in names:
        arm = Block()
        inside = emitter.at(InsertPoint.at_end(arm))
        call = inside.insert(func.CallOp(name, list(block.args), list(results)))
        inside.insert(scf.YieldOp(*call.results))
        arms.append(Region(arm))
    chosen = emitter.insert(scf.IfOp(holds, list(results), arms[0], arms[1]))
    emitter.insert(func.ReturnOp(*chosen.results))
    better.detach()
    Rewriter.insert_op((entry, better), InsertPoint.before(function))
    for version, name in zip((better, function), names, strict=True):
        version.sym_name = StringAttr(name)
        version.sym_visibility = StringAttr("private")
        version.attributes.pop(_C_INTERFACE, None)
    return names


def _symbols(module: ModuleOp) -> Iterator[str]:
    for op in module.body.block.ops:
        name = op.properties.get("sym_name") or op.attributes.get("sym_name")
        if isinstance(name, StringAttr):
            yield name.data
