"""What the padding of constant globals holds: data that nothing writes."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import memref
from xdsl.ir import SSAValue

from ..dialect.annotations import LOGICAL
from ..dialect.attributes import LaidOutType, place
from ..dialect.pad_values import pad_value_attr
from ..dialect.symbols import lookup_symbol
from .assumptions import Fact
from .expr import var
from .islctx import engine
from .known import Exactly


def constant_facts(buffer: SSAValue) -> list[Fact]:
    """The padding that the contract of a constant global gives values; none of another buffer."""
    owner = buffer.owner
    if not isinstance(owner, memref.GetGlobalOp):
        return []
    found = lookup_symbol(owner, owner.name_)
    if not isinstance(found, memref.GlobalOp) or found.constant is None:
        return []
    if (contract := found.attributes.get(LOGICAL)) is None:
        return []
    laid_out = cast("LaidOutType", contract)
    placed = place(laid_out)
    cells = {name: var(f"c{k}") for k, name in enumerate(placed.physical_names)}
    return [
        Fact(buffer, engine().set(condition.substitute(cells)), Exactly(value))
        for condition, kind in placed.padding_pieces
        if (value := pad_value_attr(kind, laid_out.element_type)) is not None
    ]
