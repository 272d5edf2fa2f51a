"""One function at one choice of sizes, at samples of the data on which it depends what runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation

from ..execution.arguments import BufferArgument, Interface
from ..execution.side import Side, roles_before
from ..memory.roles import RolesElsewhere
from ..terms.symbolic import domains
from ..terms.term import reachable
from ..values.data import Data, cells_of, is_sampled
from ..values.errors import DependsOnData, NotValidated, TooLarge, Undefined
from ..values.meter import Run, RunTooLong
from ..values.operators import Operator
from .data_draws import Draws
from .findings import Finding, Status
from .proof import Proof, learn_of_before
from .report import stopped

_MOST_KNOWN, _LARGEST_KNOWN = 16, 1 << 20
_FEW_STEPS, _MORE_STEPS = 20_000, 8


@dataclass
class SampledData:
    """A question that depends on the data, as a first execution of it said."""

    before: Side
    after: Side
    interface: Interface
    relaxed: bool
    budget: int
    run: Run
    first: DependsOnData
    _makers: list[Operator] = field(default_factory=list[Operator])
    _roles: RolesElsewhere = field(default_factory=RolesElsewhere)
    _drawn: list[Data] = field(default_factory=list[Data])
    _stopped: NotValidated | None = None
    _most_steps: int = 0
    """How many a sample may take, by what the first one took; 0 before that."""

    def __post_init__(self) -> None:
        self._note(self.first)

    def roles(self, count: int) -> RolesElsewhere:
        """The roles of the arguments at so many samples."""
        try:
            while True:
                try:
                    list(islice(self._samples(), count))
                    return self._roles
                except DependsOnData as stop:
                    if not self._note(stop):
                        return RolesElsewhere()
        except NotValidated:
            return RolesElsewhere()

    def finding(self, elsewhere: RolesElsewhere | None, stop: DependsOnData) -> Finding:
        """
        The answer for all samples; raises RunTooLong.

        A refutation at one of them is one, and so is what one leaves open. `stop` is what ended an
        attempt for all data.
        """
        self._note(stop)
        if not self._makers:
            return Finding(Status.NOT_VALIDATED, stopped(stop))
        while True:
            try:
                return self._found(elsewhere)
            except DependsOnData as again:
                if not self._note(again):
                    return Finding(Status.NOT_VALIDATED, stopped(stop))
            except RunTooLong:
                raise
            except NotValidated as other:
                return Finding(Status.NOT_VALIDATED, stopped(other))

    def _note(self, stop: DependsOnData) -> bool:
        """Whether there is more to sample than before: what these values are made of."""
        makers = dict.fromkeys(
            term.operator for term in reachable(stop.values) if is_sampled(term.operator)
        )
        new = [maker for maker in makers if maker not in self._makers]
        if new:
            self._makers += new
            self._drawn, self._roles = [], RolesElsewhere()
        if new and "_draws" in self.__dict__:
            del self._draws, self._stream
        return bool(new)

    def _found(self, elsewhere: RolesElsewhere | None) -> Finding:
        samples = list(self._samples())
        if not samples:
            if self._stopped is not None:
                raise self._stopped
            tried = self._told(self._draws.tries)
            text = f"{stopped(self.first)}; for samples of the data, {tried}, it is undefined"
            return Finding(Status.NOT_VALIDATED, text, original_undefined=True, samples=tried)
        roles = self._roles if elsewhere is None else self._roles | elsewhere
        interface = replace(self.interface, elsewhere=roles)
        proof = Proof(self.before, self.after, interface, self.relaxed)
        unsettled: Finding | None = None
        assumes: dict[Operation, None] = {}
        count = 0
        for data in samples:
            finding = self._attempt(proof, data)
            assumes |= dict.fromkeys(finding.user_assumes)
            if finding.original_undefined:
                continue
            count += 1
            if finding.status is not Status.VALID:
                finding = replace(finding, text=_with_data(finding.text, data))
            if finding.status is Status.REFUTED:
                return finding
            if finding.status is not Status.VALID:
                unsettled = unsettled or finding
        if unsettled is not None:
            return unsettled
        if not count:
            text = "a user assume is false at each sample of the data"
            return Finding(Status.NOT_VALIDATED, f"{stopped(self.first)}; {text}")
        return Finding(Status.VALID, user_assumes=tuple(assumes), samples=self._told(count))

    def _attempt(self, proof: Proof, data: Data) -> Finding:
        meter = self.run.meter(min(self.budget, _MORE_STEPS * self._most_steps))
        try:
            return proof.attempt(meter, data)
        except TooLarge as large:
            text = f"{stopped(self.first)}; at a sample of the data {large.reason}"
            return Finding(Status.NOT_VALIDATED, text)

    def _samples(self) -> Iterator[Data]:
        """Those that are drawn already, and then new ones."""
        yield from self._drawn
        for data in self._stream:
            self._drawn.append(data)
            yield data

    @cached_property
    def _stream(self) -> Iterator[Data]:
        return self._draws.all()

    @cached_property
    def _draws(self) -> Draws:
        buffers = [a for a in self.interface.arguments if isinstance(a, BufferArgument)]
        extents = sorted({extent for buffer in buffers for extent in buffer.shape})
        return Draws(self._makers, self._is_defined, extents, self._known())

    def _is_defined(self, data: Data) -> bool:
        """Whether the original is; the roles of its arguments there are the function's."""
        meter = self.run.meter(self._most_steps or self.budget)
        try:
            with domains(meter, relaxed=self.relaxed, data=data) as new_domain:
                self._roles |= roles_before(
                    self.before, self.interface, new_domain, meter, learn_of_before
                )
        except Undefined:
            return False
        except (DependsOnData, RunTooLong):
            raise
        except NotValidated as stop:
            self._stopped = stop  # numbers that are too large for an index, or a number of rounds
            return False
        if not self._most_steps:
            self._most_steps = min(self.budget, max(_FEW_STEPS, _MORE_STEPS * meter.spent))
        return True

    def _known(self) -> list[int]:
        """The constants of both functions, the first ones."""
        found: dict[int, None] = {}
        for side in (self.before, self.after):
            for op in side.function.walk():
                value = op.properties.get("value")
                if op.name == "arith.constant" and isinstance(value, IntegerAttr):
                    found.setdefault(value.value.data)
        return [number for number in found if abs(number) <= _LARGEST_KNOWN][:_MOST_KNOWN]

    def _told(self, count: int) -> str:
        names = list(dict.fromkeys(cells_of(maker).name for maker in self._makers))
        listed = " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
        return f"{count} of {listed}"


def _with_data(text: str, data: Data) -> str:
    return "\n".join([text, *(f"  with {line}" for line in data.told())])
