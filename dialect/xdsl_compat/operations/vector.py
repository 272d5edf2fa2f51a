"""
Vector accesses whose `alignment` is stated.

In xDSL 0.74 it is no property of theirs: its generic form does not verify. Ours keep it among the
attributes, from where both forms print it, and upstream takes it.
"""

from collections.abc import Mapping, Sequence
from typing import Self

from xdsl.dialects import vector
from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

_ALIGNMENT = "alignment"


class _Access(Operation):
    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Self:
        own = dict(properties or {})
        alignment = {_ALIGNMENT: own.pop(_ALIGNMENT)} if _ALIGNMENT in own else {}
        return super().create(
            operands=operands,
            result_types=result_types,
            properties=own,
            attributes={**alignment, **(attributes or {})},
            location=location,
            successors=successors,
            regions=regions,
        )


class LoadOp(_Access, vector.LoadOp):
    name = "vector.load"


class StoreOp(_Access, vector.StoreOp):
    name = "vector.store"


class MaskedLoadOp(_Access, vector.MaskedLoadOp):
    name = "vector.maskedload"


class MaskedStoreOp(_Access, vector.MaskedStoreOp):
    name = "vector.maskedstore"
