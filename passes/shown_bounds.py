"""The bounds of a loop in words, for remarks."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine

from ..analysis.expr import Expr, var
from ..analysis.instance_reader import InstanceReader
from ..dialect.affine_conversion import from_affine_map
from .for_loops import Loop


def shown_bounds(loop: Loop, reader: InstanceReader) -> str:
    """`io = 0 to 4`, or `i = 0 to n step 4`, where the bounds can be read."""
    if isinstance(loop, affine.ForOp):
        lower = reader.indices(list(loop.lowerBoundOperands))
        upper = reader.indices(list(loop.upperBoundOperands))
        lowers = None if lower is None else from_affine_map(loop.lowerBoundMap.data, lower)
        uppers = None if upper is None else from_affine_map(loop.upperBoundMap.data, upper)
        step = loop.step.value.data
    else:
        lowers, uppers = reader.indices([loop.lb]), reader.indices([loop.ub])
        stride = reader.index(loop.step)
        step = 1 if stride is None or stride.constant is None else stride.constant
    name = loop.body.block.args[0].name_hint or "i"
    first, last = _joined("max", lowers, reader), _joined("min", uppers, reader)
    return f"{name} = {first} to {last}" + (f" step {step}" if step != 1 else "")


def _joined(join: str, bounds: Sequence[Expr] | None, reader: InstanceReader) -> str:
    shown = [] if bounds is None else [str(_named(bound, reader)) for bound in bounds]
    if not shown:
        return "?"
    return shown[0] if len(shown) == 1 else f"{join}({', '.join(shown)})"


def _named(bound: Expr, reader: InstanceReader) -> Expr:
    """The bound in the names of the source."""
    names = dict.fromkeys(bound.variables())
    return bound.substitute({name: var(reader.value(name).name_hint or name) for name in names})
