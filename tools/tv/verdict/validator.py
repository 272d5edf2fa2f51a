"""Translation validation of modules (design, section 6)."""

from __future__ import annotations

import gc
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import Literal, TypeAlias

import numpy as np
from xdsl.dialects import func, gpu
from xdsl.dialects.builtin import ModuleOp

from ....dialect.annotations import MAY_ALIAS
from ..contracts.demands import check_demands
from ..contracts.mentioned_numbers import sizes_near_numbers
from ..contracts.size_tests import sizes_of_tests
from ..contracts.sizes import (
    Scale,
    Sizes,
    has_open_sizes,
    samples,
    samples_below_zero,
    samples_equal_to,
    samples_in_order,
    samples_near,
    samples_of_products,
    samples_of_tile,
    samples_unlike,
    size_names,
)
from ..contracts.tiles import tiles_of
from ..execution.arguments import Interface, check_results, kept_layouts
from ..execution.side import Side, functions_of, roles_before
from ..memory.roles import RolesElsewhere, is_only_loaded
from ..statements.reasons import NoProof
from ..terms.accesses_only import AccessesOnly, NeedsValues
from ..terms.symbolic import domains
from ..values.errors import (
    BadInput,
    DependsOnData,
    NotValidated,
    Stopped,
    TooLarge,
    Undefined,
)
from ..values.meter import Run, RunTooLong
from .findings import Finding, FunctionVerdict, Status, Verdict
from .numeric_trials import Trials
from .proof import Proof
from .report import stopped
from .sampled_data import SampledData
from .show import described

DEFAULT_BUDGET = 2_000_000
_NUMERIC_FACTOR = 40
_SAMPLES_FOR_ROLES = 2
_QUICK_BUDGET = 100_000
_MOST_NEAR, _STEPS_NEAR = 24, 200_000


def validate(
    before: ModuleOp,
    after: ModuleOp,
    *,
    function: str | None = None,
    fp: Literal["strict", "relaxed"] = "strict",
    sizes: Mapping[str, int] | None = None,
    suggested: Sequence[Mapping[str, int]] = (),
    budget: int = DEFAULT_BUDGET,
    run: Run | None = None,
    all_sizes: bool = False,
    known: KnownRoles | None = None,
) -> Verdict:
    """
    Whether `after` refines `before`, in the named function or in all public functions with a body.

    `sizes` gives sizes by the name of an index argument, or of a buffer and axis (`A.0`); the
    others are sampled, around the tiles of the functions and at `suggested` ones too where that
    takes few steps. `budget` limits executed operations and terms, for each function and choice of
    sizes, and `run` those of all; what comes after its end is not validated. `all_sizes` asks for
    a proof for all sizes too, of functions that are valid at those. `known` keeps what is found
    of all sizes, for more calls with the same modules. Neither module is changed.
    Raises BadInput if the two modules cannot be compared.
    """
    run = Run() if run is None else run
    known = KnownRoles() if known is None else known
    whole = run.what
    names = [function] if function is not None else _public(before)

    def answer(number: int, name: str) -> FunctionVerdict:
        run.what = f"{whole}@{name}"
        if len(names) > 1:
            run.what += f" ({number + 1} of {len(names)})"
        sides = Side.of("before", before, name), Side.of("after", after, name)
        question = _Question(*sides, fp == "relaxed", budget, run, known)
        found = question.answer(sizes or {}, suggested)
        return _for_all_sizes(found, *sides) if all_sizes else found

    with np.errstate(all="ignore"), _without_collector():
        try:
            return Verdict([answer(number, name) for number, name in enumerate(names)])
        finally:
            run.close()
            run.what = whole


def _for_all_sizes(found: FunctionVerdict, before: Side, after: Side) -> FunctionVerdict:
    """The verdict, and whether there is a proof for all sizes, if it is valid at some."""
    if found.status is not Status.VALID:
        return found
    from ..all_sizes.proof import prove  # isl is there only if it is asked for

    try:
        prove(before, after)
    except NoProof as why:
        place = described(why.op)
        return replace(found, for_all_sizes=f"{why}, in {place}" if place else str(why))
    return replace(found, for_all_sizes="")


@contextmanager
def _without_collector() -> Generator[None]:
    """Terms form no cycles, and there are many."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _public(module: ModuleOp) -> list[str]:
    names = [name for name, op in functions_of(module).items() if _is_public(op)]
    if not names:
        raise BadInput("there is no public function with a body before")
    return names


def _is_public(op: func.FuncOp) -> bool:
    visibility = op.sym_visibility
    return not op.is_declaration and (visibility is None or visibility.data == "public")


def _launches(side: Side) -> bool:
    """Whether the function, or one that it calls, launches kernels."""
    return any(isinstance(op, gpu.LaunchFuncOp) for f in _called(side) for op in f.walk())


def _called(side: Side) -> list[func.FuncOp]:
    """The function and all that it calls."""
    functions, pending = functions_of(side.module), [side.function]
    for function in pending:
        for op in function.walk():
            name = op.callee.string_value() if isinstance(op, func.CallOp) else None
            callee = None if name is None else functions.get(name)
            if callee is not None and callee not in pending:
                pending.append(callee)
    return pending


_RolesInSteps: TypeAlias = "tuple[RolesElsewhere | None, int | None]"
"""Roles, None if the budget is not enough, and how many steps they took, None if not known."""


class KnownRoles:
    """What the arguments of functions are used for, for several questions about two modules."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, bool, str], dict[int, _RolesInSteps]] = {}
        """By the function, whether fp is relaxed, and the sizes; then by the budget."""
        self.at_most: dict[tuple[str, bool, str, int], RolesElsewhere | None] = {}
        """The same with the budget: no others are found there; None if that is not known."""

    def within(self, key: tuple[str, bool, str], budget: int) -> _RolesInSteps | None:
        """What would be found with this budget, if that is known."""
        for more, (roles, steps) in self._found.get(key, {}).items():
            if more == budget:
                return roles, steps
            if more > budget and steps is not None:
                return (roles if steps <= budget else None), None
        return None

    def note(self, key: tuple[str, bool, str], budget: int, found: _RolesInSteps) -> None:
        """Keep what was found with this budget."""
        self._found.setdefault(key, {})[budget] = found


@dataclass(frozen=True)
class _Question:
    """One function before and after."""

    before: Side
    after: Side
    relaxed: bool
    budget: int
    run: Run
    known: KnownRoles
    _chosen: dict[tuple[frozenset[tuple[str, int]], Scale], list[Sizes]] = field(
        default_factory=dict[tuple[frozenset[tuple[str, int]], Scale], list[Sizes]]
    )
    """Sizes that were sampled, for other budgets too."""

    def answer(
        self, given: Mapping[str, int], suggested: Sequence[Mapping[str, int]] = ()
    ) -> FunctionVerdict:
        name = self.before.function.sym_name.data
        if MAY_ALIAS in self.before.function.attributes:
            text = f"{MAY_ALIAS} is on the function: aliasing arguments are not understood"
            return FunctionVerdict(name, [Finding(Status.NOT_VALIDATED, text)])
        if _is_public(self.before.function) and not _is_public(self.after.function):
            text = "others may call the function before, and not after: it is private"
            return FunctionVerdict(name, [Finding(Status.NOT_VALIDATED, text)])
        try:
            sides = self.before.parameters, self.after.parameters
            check_demands(*sides, launches=_launches(self.after))
        except NotValidated as why:
            return FunctionVerdict(name, [_unfinished(why)])
        findings = self._findings(given, Scale.USUAL)
        if len(findings) > 1 and all(f.original_undefined or f.excluded_by_user for f in findings):
            findings += self._findings(given, Scale.LARGER)
        valid = [finding.status is Status.VALID for finding in findings]
        if any(valid) and all(
            is_valid or finding.original_undefined
            for finding, is_valid in zip(findings, valid, strict=True)
        ):
            done = {finding.sizes for finding in findings}
            findings += self._at_different(given, done, findings)
            findings += self._around_tiles(given, done)
            findings += self._around_tests(given, done)
            findings += self._at_unlike(given, done)
            findings += self._near_numbers(given, done)
            findings += self._at_suggested(given, suggested, done)
        if len(findings) > 1 and any(_launches(side) for side in (self.before, self.after)):
            findings += self._findings(given, Scale.BLOCKS)
        defined = [finding for finding in findings if not finding.original_undefined]
        if not defined:
            return FunctionVerdict(name, findings[:1])
        skipped = [finding.place for finding in findings if finding.original_undefined]
        # Where it is false at all sizes that were tried, nothing is known but that.
        allowed = [finding for finding in defined if not finding.excluded_by_user]
        excluded = [finding for finding in defined if finding.excluded_by_user] if allowed else []
        return FunctionVerdict(name, allowed or defined, skipped, excluded)

    def _findings(self, given: Mapping[str, int], scale: Scale) -> list[Finding]:
        choices = self._samples(given, scale)
        is_more = scale is Scale.BLOCKS
        elsewhere = self._roles([] if is_more else choices)
        found = list[Finding]()
        function = self.run.what
        for number, choice in enumerate(choices):
            if str(choice):
                self.run.what = f"{function} at {choice} ({number + 1} of {len(choices)})"
            try:
                finding = self._find(choice, elsewhere)
            except TooLarge as stop:
                if is_more:
                    continue  # the usual sizes are there
                finding = self._tried(choice, elsewhere, stop.reason)
            found.append(replace(finding, sizes=str(choice)))
        self.run.what = function
        return found

    def _at_different(
        self, given: Mapping[str, int], done: set[str], findings: Sequence[Finding]
    ) -> list[Finding]:
        """
        The findings at sizes that differ, unless there are some: at equal ones, one size for
        another makes no difference. With more room in buffers, if no others are defined: flat ones
        are indexed by products of sizes.
        """
        sides = self.before.parameters, self.after.parameters
        different = {str(choice) for choice in self._samples(given) if choice.are_different}
        if any(f.sizes in different and not f.original_undefined for f in findings):
            return []
        choices = [c for c in samples_in_order(*sides, given) if str(c) not in done]
        done.update(map(str, choices))
        quick = replace(self, budget=min(self.budget, _QUICK_BUDGET))
        found = quick._quick_findings(choices)
        for choices in samples_of_products(*sides, given):
            if found:
                break
            new = [choice for choice in choices if str(choice) not in done]
            done.update(map(str, new))
            found = quick._quick_findings(new)
        return found

    def _around_tiles(self, given: Mapping[str, int], done: set[str]) -> list[Finding]:
        """The findings at sizes near multiples of a tile, where they take few steps."""
        sides = self.before.parameters, self.after.parameters
        if not has_open_sizes(*sides, given):
            return []
        quick = replace(self, budget=min(self.budget, _QUICK_BUDGET))
        found = list[Finding]()
        for tile in tiles_of([*_called(self.before), *_called(self.after)]):
            for choices in samples_of_tile(*sides, given, tile):
                new = [choice for choice in choices if str(choice) not in done]
                done.update(map(str, new))
                own = quick._quick_findings(new)
                found += own
                if any(finding.status is not Status.VALID for finding in own):
                    return found
                if len(own) == len(new):
                    break  # with one large size at a time there is no more to see
        return found

    def _around_tests(self, given: Mapping[str, int], done: set[str]) -> list[Finding]:
        """The findings at sizes for each arm of ifs on sizes, where they take few steps."""
        sides = self.before.parameters, self.after.parameters
        if not has_open_sizes(*sides, given):
            return []
        sizes = sizes_of_tests([*_called(self.before), *_called(self.after)])
        choices = samples_equal_to(*sides, given, sizes)
        new = [choice for choice in choices if str(choice) not in done]
        done.update(map(str, new))
        quick = replace(self, budget=min(self.budget, _QUICK_BUDGET))
        return quick._quick_findings(new)

    def _at_unlike(self, given: Mapping[str, int], done: set[str]) -> list[Finding]:
        """
        The findings where each size is once more than the others, and less, if there are any, and
        where index arguments are negative.
        """
        sides = self.before.parameters, self.after.parameters
        choices = [*samples_below_zero(*sides, given), *samples_unlike(*sides, given)]
        new = [choice for choice in choices if str(choice) not in done]
        done.update(map(str, new))
        quick = replace(self, budget=min(self.budget, _QUICK_BUDGET))
        return quick._quick_findings(new)

    def _near_numbers(self, given: Mapping[str, int], done: set[str]) -> list[Finding]:
        """The findings near numbers that the code mentions, as many as take few steps together."""
        sides = self.before.parameters, self.after.parameters
        if not has_open_sizes(*sides, given):
            return []
        sizes = sizes_near_numbers(_called(self.before), _called(self.after))
        quick = replace(self, budget=min(self.budget, _QUICK_BUDGET))
        found, start = list[Finding](), self.run.steps
        for choice in samples_near(*sides, given, sizes):
            if len(found) == _MOST_NEAR or self.run.steps - start > _STEPS_NEAR:
                break
            if str(choice) in done:
                continue
            done.add(str(choice))
            found += quick._quick_findings([choice])
            if found and found[-1].status is not Status.VALID:
                break
        return found

    def _at_suggested(
        self, given: Mapping[str, int], suggested: Sequence[Mapping[str, int]], done: set[str]
    ) -> list[Finding]:
        """The findings at those suggested sizes that are allowed, others as sampled first."""
        sides = self.before.parameters, self.after.parameters
        known = size_names(self.before.function) | size_names(self.after.function)
        choices = list[Sizes]()
        for suggestion in suggested:
            own = {name: n for name, n in suggestion.items() if name in known and n >= 0}
            try:
                found = list(islice(samples(*sides, {**own, **given}), 1)) if own else []
            except BadInput:
                continue  # pad.size rules them out
            choices += [choice for choice in found if str(choice) not in done]
            done.update(map(str, found))
        quick = replace(self, budget=min(self.budget, _QUICK_BUDGET))
        return quick._quick_findings(choices)

    def _quick_findings(self, choices: Sequence[Sizes]) -> list[Finding]:
        """Without those that are too large for the budget, and ends at what is not valid."""
        if not choices:
            return []
        found, elsewhere, function = list[Finding](), self._roles([]), self.run.what
        for number, choice in enumerate(choices):
            self.run.what = f"{function} at {choice} ({number + 1} of {len(choices)})"
            try:
                finding = self._find(choice, elsewhere)
            except TooLarge:
                continue
            if finding.original_undefined or finding.status is Status.TESTED:
                continue
            found.append(replace(finding, sizes=str(choice)))
            if finding.status is not Status.VALID:
                break
        self.run.what = function
        return found

    def _roles(self, choices: Sequence[Sizes]) -> RolesElsewhere | None:
        """The roles of the arguments at these and at sampled sizes, where there are several."""
        sampled = (*self._samples({}), *self._samples({}, Scale.SMALL), *self._with_room)
        different = {str(choice): choice for choice in (*choices, *sampled)}
        if len(different) == 1:
            return None
        found, most = RolesElsewhere(), self._most_roles
        # Small sizes first: at the others there may be nothing left to find.
        for name, choice in sorted(different.items(), key=lambda each: each[1].total):
            if found == most:
                break
            key = self.before.function.sym_name.data, self.relaxed, name
            try:
                at_most = self._roles_at_most(key, choice)
                if at_most is not None and found | at_most == found:
                    continue
                known = self.known.within(key, self.budget)
                if known is None:
                    known = self._roles_at(choice)
                    self.known.note(key, self.budget, known)
            except RunTooLong:
                continue
            found |= known[0] or RolesElsewhere()
        return found

    def _samples(self, given: Mapping[str, int], scale: Scale = Scale.USUAL) -> list[Sizes]:
        """As `samples`, which looks for some that meet all assumes."""
        key = frozenset(given.items()), scale
        if key not in self._chosen:
            sides = self.before.parameters, self.after.parameters
            self._chosen[key] = list(samples(*sides, given, scale))
        return self._chosen[key]

    @cached_property
    def _with_room(self) -> Sequence[Sizes]:
        """
        Sizes of which some are above others: where a buffer is as large as a loop has iterations,
        all of it is written, and not where it is larger.
        """
        sides = self.before.parameters, self.after.parameters
        single = [*samples_in_order(*sides, {}), *samples_unlike(*sides, {})]
        return [*single, *chain(*samples_of_products(*sides, {}))]

    @cached_property
    def _most_roles(self) -> RolesElsewhere:
        """All roles that arguments may have: what is only loaded is never written."""
        function = self.before.function
        buffers = [k for k, parameter in enumerate(self.before.parameters) if parameter.is_buffer]
        written = [k for k in buffers if not is_only_loaded(function.args[k])]
        return RolesElsewhere(frozenset(buffers), frozenset(written), frozenset(buffers))

    def _roles_at_most(self, key: tuple[str, bool, str], choice: Sizes) -> RolesElsewhere | None:
        """
        What `_roles_at` finds, if it finds anything; None if that is not known without values.

        It takes a tenth of the time, and most sizes, the large ones too, show no role that others
        do not.
        """
        known = self.known.at_most
        asked = (*key, self.budget)
        if asked not in known:
            try:
                interface = self._of_before(choice)
                meter = self.run.meter(self.budget)
                known[asked] = roles_before(self.before, interface, AccessesOnly, meter)
            except RunTooLong:
                raise
            except TooLarge:
                known[asked] = RolesElsewhere()  # on terms it takes more steps, not fewer
            except (NeedsValues, NotValidated, Undefined):
                known[asked] = None
        return known[asked]

    def _roles_at(self, choice: Sizes) -> _RolesInSteps:
        try:
            interface = self._of_before(choice)
        except NotValidated:
            return None, None
        meter = self.run.meter(self.budget)
        try:
            with domains(meter) as new_domain:
                roles = roles_before(self.before, interface, new_domain, meter)
        except DependsOnData as stop:
            return self._sampled(interface, stop).roles(_SAMPLES_FOR_ROLES), None
        except RunTooLong:
            raise
        except Stopped:
            return None, None
        return roles, meter.spent

    def _of_before(self, sizes: Sizes) -> Interface:
        """The arguments of the original alone; raises NotValidated."""
        before, after = self.before.parameters, self.after.parameters
        return replace(Interface.of(before, before, sizes), kept=kept_layouts(before, after))

    def _sampled(self, interface: Interface, stop: DependsOnData) -> SampledData:
        """The question at samples of the data."""
        sides = self.before, self.after
        return SampledData(*sides, interface, self.relaxed, self.budget, self.run, stop)

    def _find(self, sizes: Sizes, elsewhere: RolesElsewhere | None) -> Finding:
        """Raises TooLarge."""
        try:
            interface = self._interface(sizes, elsewhere)
            proof = Proof(self.before, self.after, interface, self.relaxed)
            return proof.attempt(self.run.meter(self.budget))
        except TooLarge:
            raise
        except DependsOnData as stop:
            return self._find_at_samples(sizes, elsewhere, stop)
        except NotValidated as stop:
            return _unfinished(stop)

    def _find_at_samples(
        self, sizes: Sizes, elsewhere: RolesElsewhere | None, stop: DependsOnData
    ) -> Finding:
        try:
            interface = self._interface(sizes, None)
            return self._sampled(interface, stop).finding(elsewhere, stop)
        except RunTooLong as too_long:
            return _unfinished(too_long)

    def _tried(self, sizes: Sizes, elsewhere: RolesElsewhere | None, reason: str) -> Finding:
        """Return the result of runs on random numbers."""
        try:
            interface = self._interface(sizes, elsewhere)
            trials = Trials(self.before, self.after, interface, self.relaxed)
            return trials.run(reason, self.run.meter(self.budget * _NUMERIC_FACTOR))
        except NotValidated as stop:
            return _unfinished(stop)

    def _interface(self, sizes: Sizes, elsewhere: RolesElsewhere | None) -> Interface:
        """Raises NotValidated."""
        interface = Interface.of(self.before.parameters, self.after.parameters, sizes, elsewhere)
        check_results(self.before.results, self.after.results)
        return interface


def _unfinished(stop: NotValidated) -> Finding:
    too_long = isinstance(stop, RunTooLong)
    return Finding(Status.NOT_VALIDATED, stopped(stop), run_too_long=too_long)
