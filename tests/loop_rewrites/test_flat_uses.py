"""Random uses of the iterators of a contiguous pair: flattened or not, the function is the same."""

from __future__ import annotations

import random
from dataclasses import dataclass

from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.flatten_loops.pad_flatten_loops import PadFlattenLoops
from pad_mlir.tools.tv import Status, validate

SEEDS = range(60)
_CELLS = 48
_MOST = 6


@dataclass
class Writer:
    """Writes a nest over `io` and `ii`, with statements that use both, one, or neither."""

    chosen: random.Random
    tiles: int
    tile: int
    names: int = 0

    def function(self) -> str:
        first = self.chosen.choice([0, 0, 1])
        body = "\n".join(self.statement() for _ in range(self.chosen.randint(1, 4)))
        return f"""
func.func @f(%A: memref<{self.tiles}x{self.tile}xi32>, %B: memref<{_CELLS}xi32>,
             %C: memref<{_CELLS // 4}x4xi32>, %x: i32, %m: index) {{
  affine.for %io = {first} to {self.tiles} {{
    %c = arith.constant {self.tile} : index
    %base = arith.muli %io, %c : index
    affine.for %ii = 0 to {self.tile} {{
      %i = arith.addi %base, %ii : index
      {body}
    }}
  }}
  func.return
}}"""

    def statement(self, depth: int = 0) -> str:
        """A statement, in a condition or a loop sometimes."""
        kind = self.chosen.random()
        if depth < 2 and kind < 0.2:
            left = (
                f"d0 * {self.factor()} + d1 {self.chosen.choice('+-')} {self.chosen.randint(0, 9)}"
            )
            inside = self.statement(depth + 1)
            return f"affine.if affine_set<(d0, d1) : ({left} >= 0)>(%io, %ii) {{\n{inside}\n}}"
        if depth < 2 and kind < 0.35:
            name = self.fresh()
            bound = f"affine_map<(d0, d1) -> (d0 * {self.factor()} + d1 + 1)>(%io, %ii)"
            if self.chosen.random() < 0.3:
                bound = self.chosen.choice(["2", "affine_map<(d0) -> (d0 + 1)>(%ii)"])
            inside = self.statement(depth + 1)
            return f"affine.for %{name} = 0 to min {bound} {{\n{inside}\n}}".replace("min 2", "2")
        return self.chosen.choice([self.store, self.number, self.value])()

    def store(self) -> str:
        cell = self.cell()
        loaded, new = self.fresh(), self.fresh()
        return f"""%{loaded} = affine.load {self.cell()}
        %{new} = arith.addi %{loaded}, %x : i32
        affine.store %{new}, {cell}"""

    def number(self) -> str:
        """The index as a number, and by arithmetic."""
        name, number = self.fresh(), self.fresh()
        index = self.chosen.choice(["%i", "%i", "%i", "%ii", "%io"])
        return f"""%{name} = arith.addi {index}, %m : index
        %{number} = arith.index_cast %{name} : index to i32
        affine.store %{number}, {self.cell()}"""

    def value(self) -> str:
        test, new = self.fresh(), self.fresh()
        index = self.chosen.choice(["%i", "%i", "%base"])
        return f"""%{test} = arith.cmpi slt, {index}, %m : index
        %{new} = arith.extui %{test} : i1 to i32
        memref.store %{new}, %B[{self.chosen.choice(["%i", "%i", "%ii"])}] : memref<{_CELLS}xi32>"""

    def cell(self) -> str:
        """A cell: of the pair itself, of other tiles, of one row of cells, or of one iterator."""
        linear = f"%io * {self.tile} + %ii + {self.chosen.randint(0, _MOST)}"
        own = f"memref<{self.tiles}x{self.tile}xi32>"
        return self.chosen.choice(
            [
                f"%A[%io, %ii] : {own}",
                f"%A[%io, %ii] : {own}",
                f"%B[{linear}] : memref<{_CELLS}xi32>",
                f"%C[({linear}) floordiv 4, ({linear}) mod 4] : memref<{_CELLS // 4}x4xi32>",
                self.chosen.choice(["%B[%io]", "%B[%ii]", "%B[3]"]) + f" : memref<{_CELLS}xi32>",
            ]
        )

    def factor(self) -> int:
        return self.chosen.choice([self.tile, self.tile, self.tile, self.tile + 1, -1])

    def fresh(self) -> str:
        self.names += 1
        return f"v{self.names}"


def loops(module: ModuleOp) -> int:
    return sum(isinstance(op, affine.ForOp) for op in module.walk())


def test_keeps_the_meaning() -> None:
    flattened = 0
    for seed in SEEDS:
        chosen = random.Random(seed)
        text = Writer(chosen, chosen.randint(2, 4), chosen.choice([2, 3, 4, 8])).function()
        context = new_context()
        before, after = (parse_module(text, context=context) for _ in range(2))
        with collect_remarks():
            PadFlattenLoops().apply(context, after)
        after.verify()
        flattened += loops(after) < loops(before)
        if loops(after) < loops(before):
            verdict = validate(before, after, sizes={"m": chosen.randint(0, 20)})
            assert verdict.status is Status.VALID, (
                f"{seed}: {verdict}\n{text}\n{print_module(after)}"
            )
    assert len(SEEDS) // 5 < flattened < len(SEEDS)
