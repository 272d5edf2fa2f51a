"""Two functions, read for a proof."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType

from ....dialect.annotations import MAY_ALIAS
from ..contracts.layouts import Unspecified
from ..contracts.signature import Parameter
from ..execution.side import Side
from ..statements.arguments import Argument, Sizes, argument_of, sizes_of
from ..statements.leaves import Leaves
from ..statements.nodes import Program
from ..statements.reader import Reader
from ..statements.reasons import NoProof
from .endings import Endings

_BEFORE, _AFTER = "P", "Q"


class Question:
    """Two functions, read."""

    def __init__(self, before: Side, after: Side):
        self.before, self.after = before, after
        ours, theirs = before.parameters, after.parameters
        for side in (before, after):
            if MAY_ALIAS in side.function.attributes:
                raise NoProof("arguments that may alias are not understood", side.function)
        _check_interface(before, after)
        self.sizes: Sizes = sizes_of(ours, theirs)
        self.leaves = Leaves()
        self.arguments = [self._arguments(_BEFORE, ours), self._arguments(_AFTER, theirs)]
        self.programs = [
            self._program(name, side, arguments)
            for name, side, arguments in zip(
                (_BEFORE, _AFTER), (before, after), self.arguments, strict=True
            )
        ]
        alike = frozenset(filter(self._has_same_padding, self.arguments[0]))
        filled = frozenset(filter(self._is_filled, self.arguments[0]))
        self.endings = [
            Endings(name, arguments, self.leaves, filled, alike)
            for name, arguments in zip((_BEFORE, _AFTER), self.arguments, strict=True)
        ]

    def _arguments(self, side: str, parameters: Sequence[Parameter]) -> dict[int, Argument]:
        return {
            position: argument_of(side, position, parameter, self.sizes)
            for position, parameter in enumerate(parameters)
            if parameter.is_buffer
        }

    def _program(self, name: str, side: Side, arguments: dict[int, Argument]) -> Program:
        sizes = {
            position: self.sizes.names[position, None]
            for position, parameter in enumerate(side.parameters)
            if isinstance(parameter.type, IndexType)
        }
        return Reader(name, self.leaves).read(side.function, arguments, sizes)

    def _has_same_padding(self, position: int) -> bool:
        one, two = self.before.parameters[position], self.after.parameters[position]
        both = one.is_physical and two.is_physical
        computed = "@" in str(one.laid_out)  # by a function, which may be another one
        same = one.type == two.type and one.laid_out == two.laid_out
        return both and same and not computed

    def _is_filled(self, position: int) -> bool:
        """Whether the padding holds its value at entry: the argument is an input for certain."""
        pads = [arguments[position].pad for arguments in self.arguments]
        stored = {store.array.position for store in self.programs[0].stores}
        return position not in stored and not all(
            pad is None or isinstance(pad, Unspecified) for pad in pads
        )


def _check_interface(before: Side, after: Side) -> None:
    ours, theirs = before.parameters, after.parameters
    if len(theirs) < len(ours) or any(not extra.ties for extra in theirs[len(ours) :]):
        raise NoProof("the functions have other arguments", after.function)
    for one, two in zip(ours, theirs, strict=False):
        same = one.is_buffer == two.is_buffer
        if same and one.is_buffer:
            shapes = one.logical_shape == two.logical_shape
            elements = one.logical_type.element_type == two.logical_type.element_type
            same = shapes and elements
        elif same:
            same = one.type == two.type
        if not same:
            raise NoProof(f"{one.name} has another type after", after.function)
    results = [[result.type for result in side.results] for side in (before, after)]
    if results[0] != results[1] or any(r.is_buffer for r in (*before.results, *after.results)):
        raise NoProof("results that are buffers are not understood", after.function)
