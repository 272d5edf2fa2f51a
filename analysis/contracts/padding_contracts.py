"""
The values that the padding of a buffer holds on entry and at exit, and other values that it might
hold instead (section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from xdsl.ir import Attribute

from ...dialect.layout.layout import Computed, Forbidden, PlacedLayout, SelfLoad, SimpleKind, Undef
from ...dialect.pad_values import pad_value_attr
from ...index.expr import Expr, var
from ...index.queries.conditions import is_implied
from ..accesses.accesses import Access

Entry: TypeAlias = Literal["value", "arbitrary", "never read"]
Exit: TypeAlias = Literal["value", "arbitrary", "unchanged", "unknown"]
Accepted: TypeAlias = Literal["declared", "readable", "any"]


@dataclass(frozen=True)
class PaddingContract:
    """
    The contract about cells of one kind.

    - `cells`: which they are, over the physical indices, within the physical shape;
    - `holds`: the value, "copies [..]" or "@f"; None for forbidden and undef;
    - `on_entry`: they hold it ("value"), are readable ("arbitrary"), or may not even exist ("never
      read"); None for a result of the function;
    - `at_exit`: they hold it ("value"), may have changed ("arbitrary"), have not ("unchanged"), or
      nothing is known of them ("unknown");
    - `accepts`: what else would do on entry, by what the function does now: nothing else
      ("declared"), whatever can be read ("readable"), or anything, as no access reaches the cells,
      which an assume alone is not ("any"); None for a result.
    """

    cells: str
    kind: SimpleKind
    holds: str | None
    on_entry: Entry | None
    at_exit: Exit
    accepts: Accepted | None

    def __str__(self) -> str:
        entry = "" if self.on_entry is None else f" on entry {self._says(self.on_entry)},"
        text = f"padding {self.cells}:{entry} at exit {self._says(self.at_exit)}"
        return f"{text}, accepts {self.accepts}" if self.accepts not in (None, "declared") else text

    def _says(self, state: str) -> str:
        if state != "value":
            return state
        return str(self.holds) if isinstance(self.kind, SelfLoad) else f"holds {self.holds}"


@dataclass(frozen=True)
class Use:
    """
    The use that a function makes of an argument.

    `accesses` has the accesses to the physical buffer, in physical indices; None if cells are
    still logical, or not all accesses are known.
    """

    is_in: bool
    is_out: bool
    accesses: Sequence[Access] | None
    reaches_padding: bool
    """Whether padding may be touched where `accesses` is None."""
    matters: Callable[[Expr], bool]
    """
    Whether what the physical cells (over `c0`, `c1`, ..., and the logical sizes `s0`, `s1`, ...)
    hold on entry matters to what is done or left.
    """
    sizes: Mapping[str, Expr] = field(default_factory=dict[str, Expr])
    """What the logical sizes `s0`, `s1`, .. of `matters` are in `accesses`, where it is known."""


def padding_contracts(
    placed: PlacedLayout, element_type: Attribute, use: Use | None
) -> tuple[PaddingContract, ...]:
    """
    The contracts of the kinds of padding of an argument, or of a result (None).

    Raises LayoutError if the padding cannot be told.
    """
    return tuple(
        PaddingContract(
            str(cells),
            kind,
            _holds(kind, element_type),
            None if use is None else _on_entry(cells, kind, placed, use),
            _at_exit(kind, use),
            None if use is None else _accepts(cells, kind, placed, use),
        )
        for cells, kind in placed.padding_pieces
    )


def _on_entry(cells: Expr, kind: SimpleKind, placed: PlacedLayout, use: Use) -> Entry:
    if isinstance(kind, Forbidden):
        return "never read"
    if isinstance(kind, Undef):
        return "arbitrary"
    return "value" if use.is_in or _matter(cells, placed, use) else "arbitrary"


def _at_exit(kind: SimpleKind, use: Use | None) -> Exit:
    if isinstance(kind, Forbidden):
        return "unknown" if use is None else "unchanged"
    if isinstance(kind, Undef):
        return "unchanged" if use is not None and not use.is_out else "arbitrary"
    return "value"


def _accepts(cells: Expr, kind: SimpleKind, placed: PlacedLayout, use: Use) -> Accepted:
    if isinstance(kind, Forbidden):
        return "any"
    on_entry = _on_entry(cells, kind, placed, use)
    # What nobody writes, a promise for the end rests on.
    is_left = use.is_out and on_entry == "value" and _matter(cells, placed, use)
    if not is_left and not _reaches(cells, placed, use):
        return "any"
    return "readable" if on_entry == "arbitrary" else "declared"


def _matter(cells: Expr, placed: PlacedLayout, use: Use) -> bool:
    return use.matters(on_cells(cells, placed))


def on_cells(cells: Expr, placed: PlacedLayout) -> Expr:
    """A condition on physical indices, over `c0`, `c1`, .. and the logical sizes `s0`, `s1`, .."""
    indices = {name: var(f"c{k}") for k, name in enumerate(placed.physical_names)}
    return cells.substitute({**_named_sizes(placed), **indices})


def _named_sizes(placed: PlacedLayout) -> dict[str, Expr]:
    """The names of logical sizes; of equal ones that have one name, the first."""
    sizes = [(k, size) for k, size in enumerate(placed.shape) if isinstance(size, str)]
    return {size: var(f"s{k}") for k, size in reversed(sizes)}


def _reaches(cells: Expr, placed: PlacedLayout, use: Use) -> bool:
    """Whether an access may touch one of the cells."""
    if use.accesses is None:
        return use.reaches_padding
    sizes = {name: size.substitute(use.sizes) for name, size in _named_sizes(placed).items()}
    if not set(cells.variables()) <= {*placed.physical_names, *sizes}:
        return True
    for access in use.accesses:
        if access.index is None:
            return True
        at = {**sizes, **dict(zip(placed.physical_names, access.index, strict=True))}
        if not is_implied(access.instances.condition, ~cells.substitute(at)):
            return True
    return False


def _holds(kind: SimpleKind, element_type: Attribute) -> str | None:
    if isinstance(kind, SelfLoad):
        return f"copies [{', '.join(map(str, kind.source.outputs))}]"
    if isinstance(kind, Computed):
        return str(kind)
    value = pad_value_attr(kind, element_type)
    return None if value is None else str(value.value.data)
