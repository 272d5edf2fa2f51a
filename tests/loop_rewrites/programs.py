"""Small random loop nests with conditions: on iterators, sizes, data, and what loops carry."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

SIZE = 6


@dataclass
class Writer:
    """Writes one function `@f(%A, %B: memref<6x6xi32>, %n: index, %p: i1, %x: i32)`."""

    random: random.Random
    lines: list[str] = field(default_factory=list[str])
    count: int = 0

    def function(self) -> str:
        """The text of the function."""
        self.lines = [
            "func.func @f(%A: memref<6x6xi32>, %B: memref<6x6xi32>, %n: index, %p: i1, %x: i32)",
            "    -> i32 {",
            *(f"%c{k} = arith.constant {k} : index" for k in range(SIZE + 1)),
            "%one = arith.constant 1 : i32",
        ]
        total = "%x"
        for _ in range(self.random.randint(1, 2)):
            total = self._loop([], total, depth=0)
        self.lines += [f"func.return {total} : i32", "}"]
        return "\n".join(self.lines)

    def _name(self, text: str = "v") -> str:
        self.count += 1
        return f"%{text}{self.count}"

    def _line(self, text: str) -> str:
        name = self._name()
        self.lines.append(f"{name} = {text}")
        return name

    def _loop(self, outer: list[str], carried: str, depth: int) -> str:
        is_scf = self.random.random() < 0.25
        # An affine condition or bound takes the iterators of affine loops only.
        iterator, argument, result = (
            self._name("k" if is_scf else "i"),
            self._name("s"),
            self._name("r"),
        )
        low, high = self.random.choice([(0, 6), (0, 4), (1, 6), (2, 5)])
        if is_scf:
            step = self.random.choice(["%c1", "%c1", "%c2"])
            head = f"scf.for {iterator} = %c{low} to %c{high} step {step}"
            end = "scf.yield"
        else:
            bounds = [str(high), str(high)]
            if outer and outer[-1].startswith("%i"):
                bounds.append(f"affine_map<(d0) -> (d0 + 1)>({outer[-1]})")
            bounds.append(f"min affine_map<()[s0] -> (s0, {high})>()[%n]")
            step = self.random.choice(["", "", "", " step 2"])
            head = f"affine.for {iterator} = {low} to {self.random.choice(bounds)}{step}"
            end = "affine.yield"
        self.lines.append(f"{result} = {head} iter_args({argument} = {carried}) -> (i32) {{")
        inside = argument
        iterators = [*outer, iterator]
        for _ in range(self.random.randint(1, 2)):
            inside = self._statement(iterators, inside, depth)
        self.lines += [f"{end} {inside} : i32", "}"]
        return result

    def _statement(self, iterators: list[str], carried: str, depth: int) -> str:
        choice = self.random.random()
        if depth < 2 and choice < 0.35:
            return self._loop(iterators, carried, depth + 1)
        if choice < 0.75:
            return self._conditional(iterators, carried, depth)
        if choice < 0.85:
            load = self._load(iterators)
            condition = self._condition(iterators)
            value = self._line(f"arith.select {condition}, {load}, {carried} : i32")
            self._store(value, iterators)
            return carried
        return self._action(iterators, carried)

    def _conditional(self, iterators: list[str], carried: str, depth: int) -> str:
        gives = self.random.random() < 0.4
        is_affine = self.random.random() < 0.5
        head = self._affine_if(iterators) if is_affine else f"scf.if {self._condition(iterators)}"
        end = "affine.yield" if is_affine else "scf.yield"
        name = self._name("t")
        self.lines.append(f"{name} = {head} -> (i32) {{" if gives else f"{head} {{")
        inside = self._statement(iterators, carried, depth + 1) if depth < 3 else carried
        if not gives:
            if self.random.random() < 0.3:
                self.lines.append("} else {")
                self._action(iterators, carried)
            self.lines.append("}")
            return carried
        self.lines += [f"{end} {inside} : i32", "} else {"]
        other = carried if self.random.random() < 0.6 else self._action(iterators, carried)
        self.lines += [f"{end} {other} : i32", "}"]
        return name

    def _action(self, iterators: list[str], carried: str) -> str:
        if self.random.random() < 0.5:
            self._store(
                self._line(f"arith.addi {carried}, {self._load(iterators)} : i32"), iterators
            )
            return carried
        return self._line(f"arith.muli {carried}, {self._load(iterators)} : i32")

    def _load(self, iterators: list[str]) -> str:
        row, column = (self.random.choice([*iterators, "%c0"]) for _ in range(2))
        buffer = self.random.choice("AB")
        return self._line(f"memref.load %{buffer}[{row}, {column}] : memref<6x6xi32>")

    def _store(self, value: str, iterators: list[str]) -> None:
        row, column = (self.random.choice([*iterators, "%c0"]) for _ in range(2))
        self.lines.append(f"memref.store {value}, %A[{row}, {column}] : memref<6x6xi32>")

    def _affine_if(self, iterators: list[str]) -> str:
        names = [*(name for name in iterators if name.startswith("%i")), "%n"]
        parts = list[str]()
        for _ in range(self.random.randint(1, 2)):
            a, b = (self.random.randrange(len(names)) for _ in range(2))
            k = self.random.randint(-1, 7)
            parts.append(
                self.random.choice(
                    [
                        *(f"d{a} - {k} >= 0", f"{k} - d{a} >= 0", f"d{a} - {k} == 0"),
                        *(f"2 * d{a} + d{b} - {k} >= 0", f"{k} - d{a} - d{b} >= 0"),
                        *(f"d{a} - d{b} >= 0", f"d{a} mod 3 - 1 >= 0"),
                    ]
                )
            )
        dims = ", ".join(f"d{k}" for k in range(len(names)))
        return f"affine.if affine_set<({dims}) : ({', '.join(parts)})>({', '.join(names)})"

    def _condition(self, iterators: list[str], depth: int = 0) -> str:
        choice = self.random.random()
        if depth < 2 and choice < 0.35:
            left, right = (self._condition(iterators, depth + 1) for _ in range(2))
            return self._line(
                f"arith.{self.random.choice(['andi', 'ori', 'xori'])} {left}, {right} : i1"
            )
        if choice < 0.45:
            return "%p"
        if choice < 0.6:
            load = self._line(
                f"memref.load %{self.random.choice('AB')}[%c0, %c1] : memref<6x6xi32>"
            )
            return self._line(f"arith.cmpi slt, {load}, %x : i32")
        left = self.random.choice([*iterators, "%n"])
        right = self.random.choice([*iterators, "%n", *(f"%c{k}" for k in range(SIZE))])
        if self.random.random() < 0.3:
            left = self._line(f"arith.addi {left}, {self.random.choice(iterators)} : index")
        predicate = self.random.choice(["slt", "sle", "sge", "eq", "ne"])
        return self._line(f"arith.cmpi {predicate}, {left}, {right} : index")
