"""Results of a validation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from xdsl.ir import Operation

from .show import described


class Status(Enum):
    """The answer for one function or a module; the value is the exit code of pad-tv."""

    VALID = 0
    REFUTED = 1
    NOT_VALIDATED = 2
    TESTED = 4
    """Too large to be proven; the numeric run found no difference."""
    SAMPLED = 5
    """Proven but for formulas of mathematical functions, which were compared at samples."""


BAD_INPUT = 3
_PROVED = "proved for all sizes at which the original is defined"
_WORST_FIRST = (Status.REFUTED, Status.NOT_VALIDATED, Status.TESTED, Status.SAMPLED, Status.VALID)


@dataclass(frozen=True)
class Finding:
    """The answer for one function at one choice of sizes."""

    status: Status
    text: str = ""
    """The finding; empty for a plain proof."""
    sizes: str = ""
    original_undefined: bool = False
    """Whether there is nothing to compare with."""
    user_assumes: tuple[Operation, ...] = ()
    """The assumes marked `pad.user` that the proof rests on."""
    excluded_by_user: bool = False
    """Whether one of these is false for all data at these sizes: it may be true at others."""
    samples: str = ""
    """How many samples the answer is about, and of which data; empty where it is for all data."""
    run_too_long: bool = False
    """Whether the budget of the whole run ended before this."""

    @property
    def place(self) -> str:
        """The sizes, and the samples of data there."""
        return ": ".join(part for part in (self.sizes, self.samples) if part)


@dataclass(frozen=True)
class FunctionVerdict:
    """The answer for one function."""

    function: str
    findings: Sequence[Finding]
    skipped: Sequence[str] = ()
    """Sampled sizes at which the original is undefined."""
    excluded: Sequence[Finding] = ()
    """At sampled sizes that an assume of the user excludes."""
    for_all_sizes: str | None = None
    """
    Why there is no proof for all sizes, empty if there is one; None if it was not asked for, or
    the samples are not valid.
    """

    @property
    def status(self) -> Status:
        """The worst of all sizes."""
        return worst([finding.status for finding in self.findings])

    @property
    def user_assumes(self) -> list[Operation]:
        """The assumes marked `pad.user` that the proofs rest on."""
        every = (*self.findings, *self.excluded)
        return list(dict.fromkeys(a for f in every for a in f.user_assumes))

    def __str__(self) -> str:
        shown = next(finding for finding in self.findings if finding.status is self.status)
        words = {
            Status.VALID: "valid",
            Status.REFUTED: "refuted",
            Status.NOT_VALIDATED: "not validated",
            Status.TESTED: "not validated: too large to execute symbolically",
            Status.SAMPLED: "sampled",
        }
        text = f"@{self.function}: {words[self.status]}"
        if self.status is Status.VALID:
            if assumes := self.user_assumes:
                plural = "s" if len(assumes) > 1 else ""
                text += f" under {len(assumes)} user assume{plural}: {_listed(assumes)}"
            text += self._samples()
            sizes = "; ".join(f.place for f in self.findings if f.sizes)
            text += f" (at {sizes})" if sizes else ""
        else:
            text += f" at {shown.sizes}" if shown.sizes else ""
            text += f": {shown.text}" if shown.text else ""
            done = [f.place for f in self.findings if f.status is Status.VALID and f.sizes]
            text += f"; valid at {'; '.join(done)}" if shown.run_too_long and done else ""
        if self.skipped:
            text += f"\nskipped, as the original is undefined there: {'; '.join(self.skipped)}"
        if self.excluded:
            sizes = "; ".join(finding.place for finding in self.excluded)
            text += f"\nskipped, as an assume of the user is false there: {sizes}"
        if self.for_all_sizes is not None:
            why = self.for_all_sizes
            text += f"\nno proof for all sizes: {why}" if why else f"\n{_PROVED}"
        return text

    @property
    def is_for_samples(self) -> bool:
        """Whether it is about samples of the data at some size, and not about all data."""
        return any(finding.samples for finding in self.findings)

    def _samples(self) -> str:
        if not self.is_for_samples:
            return ""
        sizes = any(finding.sizes for finding in self.findings)
        text = " for samples of the data"
        return text if sizes else f"{text}: {self.findings[0].samples}"


@dataclass(frozen=True)
class Verdict:
    """The answer for a module."""

    functions: Sequence[FunctionVerdict]

    @property
    def status(self) -> Status:
        """The worst of all functions."""
        return worst([function.status for function in self.functions])

    @property
    def exit_code(self) -> int:
        """
        0 valid, 1 refuted, 2 not validated, 4 too large but tested without a difference, 5 sampled.
        """
        return self.status.value

    def __str__(self) -> str:
        return "\n".join(map(str, self.functions))


def _listed(assumes: Sequence[Operation]) -> str:
    """Each by its place; those that a pass makes for one stage share it."""
    places = Counter(map(described, assumes))
    return "; ".join(f"{p} ({n} of them)" if n > 1 else p for p, n in places.items())


def worst(statuses: Sequence[Status]) -> Status:
    """The one that counts; valid where there is none."""
    return next((status for status in _WORST_FIRST if status in statuses), Status.VALID)
