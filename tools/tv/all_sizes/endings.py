"""What the caller sees of one side, and what is in its buffers at entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..contracts.layouts import Unspecified
from ..statements.arguments import Argument, Unclear
from ..statements.expressions import compare
from ..statements.leaves import Leaves
from ..statements.nodes import Array, Domain, Load, Program, tuple_of

AT_ENTRY = ("I", "Pad")
"""How the names of leaves begin that are cells at entry."""


@dataclass(frozen=True)
class Endings:
    """The arguments of one side."""

    side: str
    arguments: Mapping[int, Argument]
    leaves: Leaves
    filled: frozenset[int]
    """Those whose padding holds its value at entry."""
    alike: frozenset[int]
    """Those whose padding is the same one on both sides."""

    def at_entry(self, load: Load) -> list[str]:
        """Relations from a load to what its cell holds at entry."""
        argument = self._of_array(load.array)
        if argument is None:
            return []
        position = argument.array.position
        assert position is not None
        if argument.pad is None:
            inside = argument.inside(load.indices)
            return [load.edge(tuple_of(f"I{position}", load.indices), inside)]
        logical = [f"x{k}" for k in range(len(argument.logical))]
        pairs = zip(load.indices, argument.place(logical), strict=True)
        same = [compare(index, "=", stored) for index, stored in pairs]
        data = tuple_of(f"I{position}", logical)
        found = [load.edge(data, argument.is_logical(logical), *same)]
        if argument.pad is not Unspecified.FORBIDDEN:
            found.append(
                load.edge(self._padding(argument, load), argument.is_padding(load.indices))
            )
        return found

    def _padding(self, argument: Argument, load: Load) -> str:
        position = argument.array.position
        is_known = not isinstance(argument.pad, Unspecified | Unclear)
        if position in self.filled and is_known:
            return self.leaves.constant(argument.scalar, argument.pad).point
        of = "" if position in self.alike else f"_{self.side}"
        return tuple_of(f"Pad{position}{of}", load.indices)

    def _of_array(self, array: Array) -> Argument | None:
        return None if array.position is None else self.arguments[array.position]

    def data(self, position: int, program: Program) -> Load:
        """The logical cells of an argument in the end."""
        argument = self.arguments[position]
        names = tuple(f"x{k}" for k in range(len(argument.logical)))
        domain = Domain(names, (argument.is_logical(names),))
        return self._load(f"end{position}", domain, argument, argument.place(names), program)

    def padding(self, position: int, program: Program) -> Load:
        """The padding of an argument in the end, all but forbidden one."""
        argument = self.arguments[position]
        names = tuple(f"x{k}" for k in range(len(argument.array.extents)))
        domain = Domain(names, (argument.is_padding(names),))
        return self._load(f"rest{position}", domain, argument, names, program)

    def _load(
        self,
        name: str,
        domain: Domain,
        argument: Argument,
        indices: tuple[str, ...],
        program: Program,
    ) -> Load:
        name = f"{self.side}_{name}"
        load = Load(name, domain, None, argument.array, indices, program.end)
        program.nodes.append(load)
        return load


def layout_text(argument: Argument) -> tuple[str, str]:
    """Relations from logical cells to where they are stored, and to all physical cells."""
    names = [f"x{k}" for k in range(len(argument.logical))]
    stored = tuple_of("C", argument.place(names))
    cells = [f"c{k}" for k in range(len(argument.array.extents))]
    box = f"{{ {tuple_of('C', cells)} : {argument.inside(cells)} }}"
    return f"{{ {tuple_of('D', names)} -> {stored} : {argument.is_logical(names)} }}", box
