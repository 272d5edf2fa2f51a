"""
Maxima and minima of float vectors by AVX-512's range instruction, with what is NaN kept beside.

`vrange` orders zeros as IEEE 754-2019 does, but makes a number of a number and a NaN. So a value of
a tree of maxima is a pair here: the largest of the numbers, and a mask of the lanes in which none
of its leaves is NaN. One comparison does for two leaves. A loop that carries a maximum carries
both, if there are mask registers for it. Where anything else uses the value, it is selected from
the pair.

Without that instruction a minimum takes three others, and a maximum six. So a loop that carries a
maximum carries the minimum of what has the other sign there.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial

_TYPE = r"<(?P<lanes>\d+) x (?P<element>float|double)>"
_OPERAND = r"%[\w.]+|zeroinitializer|splat \((?:float|double) [^()]+\)"
_CALL = re.compile(
    rf"  (?P<name>%[\w.]+) = (?:tail )?call {_TYPE} @llvm\.(?P<kind>maximum|minimum)\.v\d+f\d+"
    rf"\(<[^<>]*> (?P<left>{_OPERAND}), <[^<>]*> (?P<right>{_OPERAND})\)"
)
"""A call without flags, of values or constants that are the same in all lanes."""
_PHI = re.compile(rf"  (?P<name>%[\w.]+) = phi {_TYPE} (?P<incoming>\[.*\])")
_INCOMING = re.compile(rf"\[ ({_OPERAND}), (%[\w.]+) \]")
_LABEL = re.compile(r"([\w.]+):")
_VALUE = re.compile(r"%[\w.$-]+")
_FUNCTION = re.compile(r"^define [^\n]*\{\n(?P<lines>.*?)^\}", re.MULTILINE | re.DOTALL)
_WIDTHS = (128, 256, 512)
MOST_CARRIED = 4
"""Masks that one loop carries: of seven registers, masked loads and comparisons take some."""
_ALL = "splat (i1 true)"
_NAN, _INFINITY = 0x7FF8000000000000, 0x7FF0000000000000


@dataclass(frozen=True)
class _Web:
    """Maxima, or minima, of vectors that fill a register: values that may form one tree."""

    kind: str
    lanes: int
    element: str

    @property
    def bits(self) -> int:
        return self.lanes * {"float": 32, "double": 64}[self.element]

    @property
    def vector(self) -> str:
        return f"<{self.lanes} x {self.element}>"

    @property
    def suffix(self) -> str:
        """Of the names of intrinsics."""
        return f"v{self.lanes}f{self.bits // self.lanes}"

    @property
    def mask(self) -> str:
        return f"<{self.lanes} x i1>"

    @property
    def _intrinsic(self) -> str:
        suffix = {"float": "ps", "double": "pd"}[self.element]
        return f"@llvm.x86.avx512.mask.range.{suffix}.{self.bits}"

    @property
    def declaration(self) -> str:
        vector, rounding = self.vector, ", i32" if self.bits == 512 else ""
        bits = max(8, self.lanes)
        return (
            f"declare {vector} {self._intrinsic}({vector}, {vector}, i32, {vector}, i{bits}"
            f"{rounding})"
        )

    def of_numbers(self, left: str, right: str) -> str:
        """The larger or smaller of two, or the number if one of them is NaN."""
        vector, bits = self.vector, max(8, self.lanes)
        which = {"minimum": 4, "maximum": 5}[self.kind]  # 4: the sign is that of the result
        rounding = ", i32 4" if self.bits == 512 else ""  # 4: the processor's own
        return (
            f"call {vector} {self._intrinsic}({vector} {left}, {vector} {right}, i32 {which}, "
            f"{vector} poison, i{bits} -1{rounding})"
        )

    def exact(self, numbers: str, ordered: str) -> str:
        """The value itself, of its pair."""
        nan = f"splat ({self.element} 0x{_NAN:X})"
        return f"select {self.mask} {ordered}, {self.vector} {numbers}, {self.vector} {nan}"


@dataclass(frozen=True)
class _Call:
    line: int
    web: _Web
    operands: tuple[str, str]


@dataclass(frozen=True)
class _Phi:
    line: int
    shape: tuple[int, str]
    incoming: Mapping[str, str]
    """The value from each block."""


@dataclass(frozen=True)
class _Ordered:
    """Where no leaf is NaN: the lanes of a mask, less those of one leaf not compared yet."""

    mask: str | None = None
    leaf: str | None = None


def with_range_extrema(ir: str) -> str:
    """Return LLVM IR in which the calls that fill a register are range instructions."""
    webs = set[_Web]()
    parts = list[str]()
    end = 0
    for found in _FUNCTION.finditer(ir):
        function = _Function(found["lines"].split("\n"))
        if function.calls:
            webs |= {call.web for call in function.calls.values()}
            parts += [ir[end : found.start("lines")], "\n".join(function.rewritten())]
            end = found.end("lines")
    declared = sorted({web.declaration for web in webs})
    return "".join([*parts, ir[end:], *(f"\n{line}\n" for line in declared)])


def with_negated_maxima(ir: str) -> str:
    """Return LLVM IR in which maxima that loops carry are minima of what has the other sign."""
    parts = list[str]()
    end = 0
    for found in _FUNCTION.finditer(ir):
        function = _Function(found["lines"].split("\n"), ("maximum",), most_carried=None)
        if function.calls:
            parts += [ir[end : found.start("lines")], "\n".join(function.negated())]
            end = found.end("lines")
    return "".join([*parts, ir[end:]])


class _Function:
    """
    The lines of a function's body, and the maxima and minima in them, as far as of these kinds.

    A loop that carries more than `most_carried` of them carries them as they are.
    """

    def __init__(
        self,
        lines: list[str],
        kinds: tuple[str, ...] = ("maximum", "minimum"),
        most_carried: int | None = MOST_CARRIED,
    ):
        self._lines, self._kinds, self._most_carried = lines, kinds, most_carried
        self._before = defaultdict[int, list[str]](list)
        self._after = defaultdict[int, list[str]](list)
        self._ordered = dict[str, _Ordered]()

    def rewritten(self) -> list[str]:
        """Return the lines with pairs in the place of the calls."""
        self._ordered |= {name: _Ordered(f"%pad.ordered.{name[1:]}") for name in self._carried}
        for name in self.calls:
            self._pair(name)
        for name in self._carried:
            self._carry(name)
        for name in self._used_elsewhere:
            self._select(name)
        rewritten = list[str]()
        for number, line in enumerate(self._lines):
            web = self._web_at.get(number)
            line = _VALUE.sub(partial(self._read, web), line)
            call = _CALL.match(line)
            if web is not None and call is not None:
                line = f"  {call['name']} = {web.of_numbers(call['left'], call['right'])}"
            rewritten += [*self._before[number], line, *self._after[number]]
        return rewritten

    def negated(self) -> list[str]:
        """Return the lines with carried maxima of the other sign, which are minima."""
        signed = self._reached()
        changed = dict[int, str]()
        exact = dict[str, None]()  # in order, in which they are written

        def other_sign(value: str, user: str, place: int, line: int) -> str:
            """The value with the other sign before a line, for an operand of the user."""
            web = signed[user]
            if signed.get(value) == web:
                return value
            name = f"%pad.negated.{user[1:]}.{place}"
            self._before[line].append(f"  {name} = fneg {web.vector} {read(value)}")
            return name

        def read(value: str) -> str:
            """The value itself."""
            if value not in signed:
                return value
            exact[value] = None
            return f"%pad.exact.{value[1:]}"

        for name, web in signed.items():
            vector = web.vector
            if name in self._carried:
                phi, incoming = self._phis[name], list[str]()
                for k, (block, value) in enumerate(phi.incoming.items()):
                    sign = other_sign(value, name, k, self._terminators[block])
                    incoming.append(f"[ {sign}, {block} ]")
                changed[phi.line] = f"  {name} = phi {vector} {', '.join(incoming)}"
            else:
                call = self.calls[name]
                left, right = (
                    other_sign(v, name, k, call.line) for k, v in enumerate(call.operands)
                )
                minimum = f"@llvm.minimum.{web.suffix}({vector} {left}, {vector} {right})"
                changed[call.line] = f"  {name} = call {vector} {minimum}"
        for number, line in enumerate(self._lines):
            if number not in changed:
                changed[number] = _VALUE.sub(lambda value: read(value[0]), line)
        for name in exact:
            web, line = self._web_and_end(name)
            self._after[line].append(f"  %pad.exact.{name[1:]} = fneg {web.vector} {name}")
        numbers = range(len(self._lines))
        return [line for n in numbers for line in (*self._before[n], changed[n], *self._after[n])]

    def _reached(self) -> dict[str, _Web]:
        """
        The carried values, and the results of calls that one of them is an operand of, or another
        such result: of two others, LLVM compares with their signs as they were.
        """
        found = dict(self._carried)
        for name, call in self.calls.items():
            if any(found.get(operand) == call.web for operand in call.operands):
                found[name] = call.web
        return found

    def _read(self, web: _Web | None, value: re.Match[str]) -> str:
        """What a line reads of a value: the numbers of its pair only in the same web."""
        return value[0] if self._web_of(value[0]) == web else self._exact_name(value[0])

    @cached_property
    def calls(self) -> Mapping[str, _Call]:
        """The calls by the names of their results, in order."""
        found = dict[str, _Call]()
        for number, line in enumerate(self._lines):
            if match := _CALL.match(line):
                web = _Web(match["kind"], int(match["lanes"]), match["element"])
                if web.bits in _WIDTHS and web.kind in self._kinds:
                    found[match["name"]] = _Call(number, web, (match["left"], match["right"]))
        return found

    def _pair(self, name: str) -> _Ordered:
        """Compute, after a call, where none of its leaves is NaN."""
        if name in self._ordered:
            return self._ordered[name]
        call = self.calls[name]
        both = [self._leaves_of(operand, call.web) for operand in call.operands]
        masks = [ordered.mask for ordered in both if ordered.mask is not None]
        leaves = [ordered.leaf for ordered in both if ordered.leaf is not None]
        code = self._after[call.line]
        if len(leaves) == 2 or (leaves and name in self._complete):
            compared = f"%pad.leaves.{name[1:]}"
            left, right = leaves if len(leaves) == 2 else (leaves[0], "zeroinitializer")
            code.append(f"  {compared} = fcmp ord {call.web.vector} {left}, {right}")
            masks, leaves = [*masks, compared], []
        while len(masks) > 1:
            right, left = masks.pop(), masks.pop()
            masks.append(f"%pad.ordered.{name[1:]}.{len(masks)}")
            code.append(f"  {masks[-1]} = and {call.web.mask} {left}, {right}")
        self._ordered[name] = _Ordered(*(masks or [None]), *leaves)
        return self._ordered[name]

    def _leaves_of(self, operand: str, web: _Web) -> _Ordered:
        if self._web_of(operand) != web:
            return _Ordered(leaf=None if _is_number(operand) else self._exact_name(operand))
        return self._pair(operand)

    def _carry(self, name: str) -> None:
        """Make a loop that carries numbers carry where they are all of the leaves."""
        phi, web = self._phis[name], self._carried[name]
        incoming = list[str]()
        for block, value in phi.incoming.items():
            mask = _ALL
            if self._web_of(value) == web:
                mask = self._ordered[value].mask or _ALL
            elif not _is_number(value):
                mask = f"%pad.ordered.{name[1:]}.{block[1:]}"
                leaf = self._exact_name(value)
                compared = f"fcmp ord {web.vector} {leaf}, zeroinitializer"
                self._before[self._terminators[block]].append(f"  {mask} = {compared}")
            incoming.append(f"[ {mask}, {block} ]")
        line = f"  {self._ordered[name].mask} = phi {web.mask} {', '.join(incoming)}"
        self._after[phi.line].append(line)

    def _select(self, name: str) -> None:
        """Compute the value of a pair, after it, for what needs no pair."""
        web, line = self._web_and_end(name)
        selected = web.exact(name, self._ordered[name].mask or _ALL)
        self._after[line].append(f"  {self._exact_name(name)} = {selected}")

    def _web_and_end(self, name: str) -> tuple[_Web, int]:
        """The web of a value, and the line after which its uses may stand."""
        if name not in self._carried:
            return self.calls[name].web, self.calls[name].line
        line = self._phis[name].line
        while " = phi " in self._lines[line + 1]:
            line += 1
        return self._carried[name], line

    def _exact_name(self, value: str) -> str:
        """The name of a value itself, whether or not there is a pair for it."""
        return value if self._web_of(value) is None else f"%pad.exact.{value[1:]}"

    def _web_of(self, value: str) -> _Web | None:
        call = self.calls.get(value)
        return call.web if call is not None else self._carried.get(value)

    @cached_property
    def _web_at(self) -> Mapping[int, _Web]:
        """The webs of the lines that compute a pair."""
        calls = {call.line: call.web for call in self.calls.values()}
        return calls | {self._phis[name].line: web for name, web in self._carried.items()}

    @cached_property
    def _used_elsewhere(self) -> list[str]:
        """The values with a pair that something needs which is not of their web."""
        found = dict[str, None]()
        for number, line in enumerate(self._lines):
            web = self._web_at.get(number)
            for value in _VALUE.findall(line):
                if (own := self._web_of(value)) is not None and own != web:
                    found[value] = None
        return list(found)

    @cached_property
    def _complete(self) -> set[str]:
        """The values of which all leaves are to be compared."""
        carried = [v for phi in self._carried for v in self._phis[phi].incoming.values()]
        return {*self._used_elsewhere, *carried}

    @cached_property
    def _phis(self) -> Mapping[str, _Phi]:
        """The phis of vectors in which one value comes from each block."""
        found = dict[str, _Phi]()
        for number, line in enumerate(self._lines):
            if match := _PHI.match(line):
                incoming = {block: value for value, block in _INCOMING.findall(match["incoming"])}
                if len(incoming) == match["incoming"].count("["):
                    shape = int(match["lanes"]), match["element"]
                    found[match["name"]] = _Phi(number, shape, incoming)
        return found

    @cached_property
    def _carried(self) -> Mapping[str, _Web]:
        """The phis through which a loop carries a maximum, or a minimum, to its next iteration."""
        found = defaultdict[str, list[_Web]](list)
        for web in dict.fromkeys(call.web for call in self.calls.values()):
            for name in self._carried_by(web):
                found[name].append(web)
        alone = {name: webs[0] for name, webs in found.items() if len(webs) == 1}
        loops = Counter(self._block_of(name) for name in alone)
        return {
            name: web
            for name, web in alone.items()
            if (self._most_carried is None or loops[self._block_of(name)] <= self._most_carried)
            and self._terminators.keys() >= self._phis[name].incoming.keys()
        }

    def _carried_by(self, web: _Web) -> list[str]:
        """
        The phis whose value comes from such a call, and goes to one, perhaps by other phis; in the
        order of their lines, which the code made of them follows.
        """
        phis = {n: p for n, p in self._phis.items() if p.shape == (web.lanes, web.element)}
        made = {name for name, call in self.calls.items() if call.web == web}
        used = {operand for name in made for operand in self.calls[name].operands}
        size = 0
        while len(made) + len(used) > size:
            size = len(made) + len(used)
            made |= {n for n, p in phis.items() if not made.isdisjoint(p.incoming.values())}
            used |= {v for n, p in phis.items() if n in used for v in p.incoming.values()}
        return [name for name in phis if name in made and name in used]

    def _block_of(self, phi: str) -> int:
        """The line at which its block begins."""
        return max(first for first in self._blocks if first <= self._phis[phi].line)

    @cached_property
    def _blocks(self) -> list[int]:
        return [0, *(n for n, line in enumerate(self._lines) if _LABEL.match(line))]

    @cached_property
    def _terminators(self) -> Mapping[str, int]:
        """The last line of each block that ends with a branch, by its label."""
        labelled = {f"%{match[1]}" for line in self._lines if (match := _LABEL.match(line))}
        named = {block for phi in self._phis.values() for block in phi.incoming}
        found = dict[str, int]()
        for first, end in zip(self._blocks, [*self._blocks[1:], len(self._lines)], strict=True):
            match = _LABEL.match(self._lines[first])
            # The first block has a number that no line tells.
            labels = [f"%{match[1]}"] if match else [*(named - labelled)]
            written = [n for n in range(first, end) if self._lines[n].strip()]
            if written and self._lines[written[-1]].startswith("  br "):
                found |= dict.fromkeys(labels, written[-1])
        return found


def _is_number(operand: str) -> bool:
    """Whether it is a constant that is no NaN."""
    if operand.startswith("%"):
        return False
    digits = re.search(r"0x([0-9A-F]+)", operand)
    return digits is None or int(digits[1], 16) & 0x7FFFFFFFFFFFFFFF <= _INFINITY
