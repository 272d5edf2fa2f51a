"""Where the threads of a block have to wait for each other."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import product

from xdsl.dialects import gpu
from xdsl.ir import Operation, SSAValue

from ....analysis.accesses.aliasing import is_tracked_through_views
from ....analysis.accesses.views import root_of
from ...common.index_codegen import Emitter
from ...lanes.legality.lockstep import Load, Store, buffer_of
from .kernel_builder import Kernel


class Threads(Enum):
    """Which threads make an access: one for all of them, or each for itself."""

    FIRST = "first"
    EACH = "each"


@dataclass(frozen=True)
class Touched:
    """A buffer that threads have accessed since they last met."""

    buffer: SSAValue
    writes: bool
    by: Threads


def touched_by(op: Operation, by: Threads) -> set[Touched]:
    """The accesses of an operation and of all operations in it."""
    accesses = [o for o in op.walk() if isinstance(o, Load | Store)]
    return {Touched(root_of(buffer_of(o)), isinstance(o, Store), by) for o in accesses}


class Barriers:
    """
    Puts a barrier before what one thread accesses and another one may have.

    Buffers are told apart by their roots alone. Threads are not told apart, except for what only
    the first one does.
    """

    def __init__(self, kernel: Kernel):
        self._kernel = kernel
        self._open: set[Touched] = set()
        """Since the last barrier, on some way to here."""
        self._first: set[Touched] = set()
        """On the way from the beginning of a loop's body to its first barrier."""
        self._met = False
        """Whether there was a barrier since then."""

    def before(self, touched: set[Touched]) -> None:
        """To be called before each access that is put into the kernel."""
        if _any_meet(self._open, touched):
            self.meet()
        self._open |= touched
        if not self._met:
            self._first |= touched

    def meet(self) -> None:
        """A barrier here."""
        self._kernel.put(gpu.BarrierOp())
        self._open = set()
        self._met = True

    @contextmanager
    def loop(self, body: Emitter) -> Generator[None]:
        """Context in which the body of a loop is emitted that all threads run together."""
        before, first, met = set(self._open), self._first, self._met
        self._first = set()
        self._met = False
        with self._kernel.inside(body):
            yield
            if _any_meet(self._open, self._first):
                self.meet()  # before the next iteration begins
        self._open |= before  # where there is no iteration
        self._first = first if met else first | self._first
        self._met = met

    @contextmanager
    def arm(self, body: Emitter) -> Generator[None]:
        """Context in which an arm of a conditional is emitted that all threads decide alike."""
        before, met = set(self._open), self._met
        with self._kernel.inside(body):
            yield
        self._open |= before
        self._met = met


def _any_meet(old: Iterable[Touched], new: Iterable[Touched]) -> bool:
    return any(_meet(a, b) for a, b in product(old, new))


def _meet(old: Touched, new: Touched) -> bool:
    if not (old.writes or new.writes) or (old.by is Threads.FIRST and new.by is Threads.FIRST):
        return False
    if old.buffer is new.buffer:
        return True
    return not (is_tracked_through_views(old.buffer) and is_tracked_through_views(new.buffer))
