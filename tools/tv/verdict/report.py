"""Findings in words."""

from __future__ import annotations

from collections.abc import Sequence

from ..machine.state import Demand
from ..memory.buffers import UNINIT
from ..refinement.evaluation import Open
from ..refinement.witness import Witness, WitnessSearch
from ..terms.term import reachable
from ..values.errors import Stopped, Undefined
from ..values.operators import Cells, Special
from ..values.scalars import BOOL, Scalar
from .comparison import Difference
from .findings import Finding, Status
from .show import described, show, shown_number

_MOST_INPUTS = 6


def original_undefined(stop: Undefined) -> Finding:
    """There is nothing to compare with."""
    text = f"the original is undefined: {stopped(stop)}"
    return Finding(Status.NOT_VALIDATED, text, original_undefined=True)


def new_undefined(stop: Undefined) -> Finding:
    """`after` has undefined behaviour."""
    text = f"undefined behaviour that the original doesn't have: {stopped(stop)}"
    return Finding(Status.REFUTED, text)


def stopped(stop: Stopped) -> str:
    """Why and where an execution ended."""
    place = described(stop.op, stop.loops)
    return f"{stop.reason}, in {place}" if place else stop.reason


def unfounded(demand: Demand, search: WitnessSearch) -> Finding:
    """A demand of `after` that doesn't follow from `before`."""
    place = described(demand.op, demand.loops)
    if demand.is_assume:
        text = (
            f"the assume {place} doesn't follow from the original: {show(demand.condition, BOOL)}"
        )
    else:
        text = f"{demand.reason}, in {place}, unless {show(demand.condition, BOOL)}"
    for name in _unpromised(demand):
        text += f"\n  nothing is promised of the padding of {name} at entry"
    witness = search.violation(demand)
    if witness is None:
        text += "\n  (no input was found on which it fails)"
        return Finding(Status.NOT_VALIDATED, text)
    return Finding(Status.REFUTED, f"{text}\n  it fails for {_inputs(witness)}")


def _unpromised(demand: Demand) -> list[str]:
    """The arguments whose padding at entry a demand is about."""
    leaves = [term.operator.detail for term in reachable([demand.condition])]
    padding = [cells for cells in leaves if isinstance(cells, Cells) and cells.padding_of]
    return list(dict.fromkeys(cells.name for cells in padding))


def judged(found: Sequence[Difference], search: WitnessSearch) -> Finding:
    """The first difference that is one for some input, else the first that may be one."""
    for difference in found:
        if difference.may_be_right:
            continue
        if difference.before is None or difference.after is UNINIT:
            return Finding(Status.REFUTED, difference_text(difference))
        assert difference.scalar is not None
        witness = search.difference(difference.scalar, difference.before, difference.after)
        if witness is not None:
            text = f"{difference_text(difference)}\n  {_example(difference, witness)}"
            return Finding(Status.REFUTED, text)
    first = found[0]
    if first.may_be_right:
        return Finding(Status.NOT_VALIDATED, difference_text(first))
    text = f"could not show that {difference_text(first)}"
    return Finding(Status.NOT_VALIDATED, f"{text}\n  (no input was found on which they differ)")


def difference_text(difference: Difference) -> str:
    """Where, what it was and what it is."""
    lines = [f"{difference.place}: {difference.rule or 'another value'}"]
    if difference.before is not None:
        lines.append(f"  before: {show(difference.before, difference.scalar)}")
    if difference.before is not None or not difference.rule:
        lines.append(f"  after:  {show(difference.after, difference.scalar)}")
    if difference.op is not None:
        lines.append(f"  made by {described(difference.op)}")
    return "\n".join(lines)


def _example(difference: Difference, witness: Witness) -> str:
    old, new = (_number(v, difference) for v in (witness.before, witness.after))
    inputs = _inputs(witness)
    return f"for {inputs}: {old} before, {new} after" if inputs else f"{old} before, {new} after"


def _inputs(witness: Witness) -> str:
    shown = [
        f"{show(leaf)} = {_plain(value, leaf.operator.result)}"
        for leaf, value in witness.inputs.items()
        if not isinstance(value, Open)
    ]
    more = ", ..." if len(shown) > _MOST_INPUTS else ""
    return ", ".join(shown[:_MOST_INPUTS]) + more


def _number(value: object, difference: Difference) -> str:
    return _plain(value, difference.scalar)


def _plain(value: object, scalar: Scalar | None) -> str:
    if isinstance(value, Special | Open):
        return str(value.value)
    return shown_number(value, scalar)
