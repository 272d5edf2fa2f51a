"""The start of an execution: arguments by logical index, and the entry contract of padding."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, cast

from xdsl.ir import Attribute

from ....dialect.attributes import LaidOutType
from ..contracts.demands import check_padding
from ..contracts.layouts import (
    Computed,
    Contract,
    Copy,
    Derived,
    Unspecified,
    contract_of,
)
from ..contracts.signature import Parameter
from ..contracts.sizes import Sizes
from ..machine.pad_functions import with_values
from ..machine.state import Domain
from ..memory.addresses import Base, base_of
from ..memory.buffers import UNINIT, Buffer, Owner, View
from ..memory.roles import Roles, RolesElsewhere
from ..values.errors import BadInput
from ..values.operators import Cells, Operator, operator
from ..values.scalars import Scalar, element_of, lane_axis, lanes_of
from .handlers import HANDLERS


@dataclass(frozen=True, eq=False)
class BufferArgument:
    """A memref argument, of both sides."""

    name: str
    position: int
    scalar: Scalar
    shape: tuple[int, ...]
    """The logical one."""
    contracts: dict[str, Contract | None]
    """By side; None if there is no padding to see."""
    given_bases: dict[str, Base | None]
    """By side, where the caller puts the first cell."""

    @cached_property
    def _bases(self) -> dict[str, Base | None]:
        """One address for both sides where both store the buffer alike."""
        ours, theirs = (self.given_bases[side] for side in ("before", "after"))
        is_plain = self.contracts["before"] is None is self.contracts["after"]
        if ours is None or theirs is None or not (is_plain or self.same_padding):
            return self.given_bases
        return dict.fromkeys(self.given_bases, max(ours, theirs, key=lambda base: base.modulus))

    @cached_property
    def same_padding(self) -> bool:
        """Whether both sides have the same padding, cell by cell."""
        before, after = self.contracts["before"], self.contracts["after"]
        return (
            before is not None
            and after is not None
            and (
                before.physical_shape == after.physical_shape
                and before.cells == after.cells
                and _texts(before) == _texts(after)
            )
        )

    @cached_property
    def _logical_maker(self) -> Operator:
        return operator("input", self.scalar, detail=Cells(self.name, self.position, self.shape))

    def _padding_maker(self, side: str) -> Operator:
        contract = self.contracts[side]
        assert contract is not None
        owner = "both" if self.same_padding else side
        cells = Cells(self.name, self.position, contract.physical_shape, owner)
        return operator("input", self.scalar, detail=cells)

    def view(self, side: str, domain: Domain, *, is_in: bool) -> View:
        """
        The buffer at entry (design, section 3): value padding holds its value where the buffer is
        *in*, the rest of the padding that may be read anything.
        """
        contract = self.contracts[side]
        if contract is None:
            cells = [domain.leaf(self._logical_maker, k) for k in range(prod(self.shape))]
            buffer = Buffer(
                self.name,
                self.scalar,
                self.shape,
                cells,
                owner=Owner.CALLER,
                base=self._bases[side],
            )
            return View.whole(buffer)
        cells: list[Any] = [UNINIT] * prod(contract.physical_shape)
        for k, cell in enumerate(contract.cells):
            cells[cell] = domain.leaf(self._logical_maker, k)
        maker = self._padding_maker(side)
        for cell, kind in contract.kinds.items():
            if kind is Unspecified.FORBIDDEN:
                continue
            if isinstance(kind, Unspecified) or not is_in:
                cells[cell] = domain.leaf(maker, cell)
            elif not isinstance(kind, Copy | Computed | Derived):
                cells[cell] = domain.lift(self.scalar, kind)
        if is_in:
            for cell, kind in contract.kinds.items():
                if isinstance(kind, Copy | Derived):
                    cells[cell] = contract.held(cell, cells, domain)
        return View.whole(
            Buffer(
                self.name,
                self.scalar,
                contract.physical_shape,
                cells,
                contract.padding if domain.marks_pads else frozenset(),
                contract.forbidden,
                owner=Owner.CALLER,
                base=self._bases[side],
            )
        )

    def count(self, side: str) -> int:
        """How many cells it has on one side."""
        contract = self.contracts[side]
        return prod(self.shape if contract is None else contract.physical_shape)

    def forget_padding(self, side: str, view: View, domain: Domain) -> None:
        """Takes back, after a run that did not read it, that value padding held its value."""
        contract, buffer = self.contracts[side], view.buffer
        if contract is None:
            return
        for cell, kind in contract.kinds.items():
            if not isinstance(kind, Unspecified) and cell not in buffer.writers:
                buffer.cells[cell] = domain.leaf(self._padding_maker(side), cell)

    def watch(self, view: View, side: str) -> Roles:
        """Starts to observe what is done with the logical cells."""
        contract = self.contracts[side]
        logical = range(prod(self.shape)) if contract is None else contract.cells
        roles = Roles(logical)
        view.buffer.watch(roles)
        return roles


def _texts(contract: Contract) -> dict[int, str]:
    return {cell: str(kind) for cell, kind in contract.kinds.items()}


@dataclass(frozen=True, eq=False)
class ScalarArgument:
    """An argument that is not a memref; `value` where it is a size."""

    name: str
    position: int
    scalar: Scalar
    value: int | None
    lanes: int | None
    """Where it is a vector."""

    def start(self, domain: Domain) -> Any:
        """The value at entry."""
        if self.lanes is not None:
            cells = Cells(self.name, self.position, (self.lanes,))
            maker = operator("input", self.scalar, detail=cells)
            return tuple(domain.leaf(maker, lane) for lane in range(self.lanes))
        if self.value is not None:
            return domain.lift(self.scalar, self.value)
        cells = Cells(self.name, self.position, ())
        return domain.leaf(operator("input", self.scalar, detail=cells), 0)


@dataclass(frozen=True)
class Interface:
    """The arguments of both functions, put side by side."""

    arguments: list[BufferArgument | ScalarArgument]
    counts: dict[str, int]
    """How many of them each side takes."""
    elsewhere: RolesElsewhere | None = None
    kept: frozenset[int] = frozenset()
    """The positions of the buffers with padding that have one layout on both sides."""

    @staticmethod
    def of(
        before: Sequence[Parameter],
        after: Sequence[Parameter],
        sizes: Sizes,
        elsewhere: RolesElsewhere | None = None,
    ) -> Interface:
        """
        Raises BadInput if the two do not correspond.

        Arguments correspond by position; more arguments of `after` have to be sizes.
        """
        if len(after) < len(before):
            raise BadInput(f"the function has {len(before)} arguments before, {len(after)} after")
        for extra in after[len(before) :]:
            if not extra.ties:
                raise BadInput(f"the new argument {extra.name} is tied to no size by pad.size")
        arguments: list[BufferArgument | ScalarArgument] = []
        for position, ours in enumerate(after):
            other = before[position] if position < len(before) else ours
            arguments.append(_argument(position, other, ours, sizes))
        counts = {"before": len(before), "after": len(after)}
        return Interface(arguments, counts, elsewhere, kept_layouts(before, after))

    def of_side(self, side: str) -> list[BufferArgument | ScalarArgument]:
        """The arguments that one side takes."""
        return self.arguments[: self.counts[side]]

    def cells(self, side: str) -> int:
        """How many cells the memref arguments of one side have."""
        buffers = [a for a in self.of_side(side) if isinstance(a, BufferArgument)]
        return sum(argument.count(side) for argument in buffers)

    def start(self, side: str, domain: Domain, ins: Collection[int]) -> list[Any]:
        """The values at entry; `ins` are the positions of the buffers that are *in*."""
        return [
            argument.start(domain)
            if isinstance(argument, ScalarArgument)
            else argument.view(side, domain, is_in=argument.position in ins)
            for argument in self.of_side(side)
        ]


def kept_layouts(before: Sequence[Parameter], after: Sequence[Parameter]) -> frozenset[int]:
    """The positions of the buffers with padding that have one layout on both sides."""
    pairs = enumerate(zip(before, after, strict=False))
    physical = ((k, a, b) for k, (a, b) in pairs if a.is_physical and b.is_physical)
    return frozenset(k for k, a, b in physical if a.laid_out == b.laid_out)


def check_results(before: Sequence[Parameter], after: Sequence[Parameter]) -> None:
    """Raise BadInput if the results do not correspond."""
    kinds = [[None if p.is_buffer else p.type for p in side] for side in (before, after)]
    if kinds[0] != kinds[1]:
        types = [", ".join(str(p.type) for p in side) or "nothing" for side in (before, after)]
        raise BadInput(f"the function returns {types[0]} before, {types[1]} after")


def _argument(
    position: int, before: Parameter, after: Parameter, sizes: Sizes
) -> BufferArgument | ScalarArgument:
    if before.is_buffer != after.is_buffer:
        raise BadInput(f"argument {before.name} is {before.type} before, {after.type} after")
    if not before.is_buffer:
        if before.type != after.type:
            raise BadInput(f"argument {before.name} is {before.type} before, {after.type} after")
        value = sizes.values.get((position, None))
        lanes = lanes_of(before.type)
        return ScalarArgument(before.name, position, element_of(before.type), value, lanes)
    return buffer_argument(
        position, before, after, [sizes.shape(position, p.logical_shape) for p in (before, after)]
    )


def buffer_argument(
    position: int, before: Parameter, after: Parameter, shapes: Sequence[tuple[int, ...]]
) -> BufferArgument:
    """
    A memref of both sides, as one logical buffer with these static shapes; raises NotValidated
    where its padding is promised more, or less, after.
    """
    element = _element(before)
    if shapes[0] != shapes[1] or element != _element(after):
        described = f"{list(shapes[0])} of {element} before, {list(shapes[1])} of {_element(after)}"
        text = f"{before.name} is {described} after"
        if not after.is_physical and shapes[0] != shapes[1]:
            text += (
                "; where its layout is applied but pad.logical is gone, as after pad-to-host, "
                "compare what is before that"
            )
        raise BadInput(text)
    contracts = {
        "before": _contract(before, shapes[0]),
        "after": _contract(after, shapes[1]),
    }
    check_padding(before.name, *contracts.values())
    bases = {
        side: base_of(cast("LaidOutType", p.type), p.alignment, by_caller=True)
        for side, p in (("before", before), ("after", after))
    }
    shape = shapes[0] + lane_axis(element)
    return BufferArgument(before.name, position, element_of(element), shape, contracts, bases)


def _element(parameter: Parameter) -> Attribute:
    return parameter.logical_type.element_type


def _contract(parameter: Parameter, shape: tuple[int, ...]) -> Contract | None:
    if not parameter.is_physical:
        return None
    assert parameter.laid_out is not None
    physical = cast("LaidOutType", parameter.type)
    stored = physical.get_shape() if physical.has_static_shape() else None
    return with_values(contract_of(parameter.laid_out, shape, stored), parameter.function, HANDLERS)
