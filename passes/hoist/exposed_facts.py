"""How much of what is known of each buffer a function made of a stage is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from xdsl.ir import Operation

from ...dialect.ir.located_errors import PadError

Exposure: TypeAlias = Literal["all", "access", "none"]
_CHOICES = cast("tuple[Exposure, ...]", get_args(Exposure))


@dataclass(frozen=True)
class ExposedFacts:
    """The choice for the buffers of some names, and for all others."""

    others: Exposure
    by_name: Mapping[str, Exposure]

    def of(self, buffer: str | None) -> Exposure:
        """The choice for a buffer, by its name if it has one."""
        return self.others if buffer is None else self.by_name.get(buffer, self.others)

    def check_names(self, known: Collection[str], stage: Operation) -> None:
        """Raise PadError for a name of no buffer of the stage."""
        for name in self.by_name:
            if name not in known:
                its = f"its buffers are: {', '.join(sorted(known))}" if known else "it names none"
                raise PadError(f"the stage has no buffer '{name}' to expose facts of; {its}", stage)


def read_exposed_facts(text: str, stage: Operation) -> ExposedFacts:
    """The choice that an option states; raises PadError where it states none."""
    others: Exposure = "all"
    by_name = dict[str, Exposure]()
    for part in text.split(","):
        name, colon, choice = part.strip().rpartition(":")
        if choice not in _CHOICES or (colon and not name):
            wanted = "all, access or none, or that for each of some buffers: B:access,C:none"
            raise PadError(f"`facts` is '{text}', and should be {wanted}", stage)
        if colon:
            by_name[name] = choice
        else:
            others = choice
    return ExposedFacts(others, by_name)
