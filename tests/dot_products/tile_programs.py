"""Random products of two matrices of bytes or bf16: their sizes, loops, layouts and starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any

import numpy as np
from ml_dtypes import bfloat16

from pad_mlir.schedule import Schedule

from .programs import Array, Placed

AMX = "sapphirerapids"
"""A processor that has tiles, for what is only judged."""
_ROW_BYTES = 64
_FLAGS = ("fastmath<afn,contract,reassoc>", "fastmath<fast>")
"""Of bf16: only with the second is padding of sums added in, which may be -0.0."""


@dataclass
class TileProgram:
    """One of them, by its seed."""

    seed: int
    sizes: tuple[int, int, int]
    """Rows, columns, and products of a sum."""
    signs: tuple[bool, bool] | None
    """Of the bytes on both sides; None for bf16."""
    starts_at_zero: bool
    carries: bool
    """Whether the innermost loop carries the sum."""
    order: str
    width: int
    """Columns of a panel."""
    split: int
    """By how much the loop over products is split."""
    swapped: bool
    """Whether the columns' factor comes first in a product."""
    extra: bool
    """Whether a stage after it adds 1 to all sums."""
    flags: str
    """Of sums and products of bf16."""
    placed: dict[str, Placed] = field(default_factory=dict[str, Placed])

    @staticmethod
    def of(seed: int, *, small: bool = False) -> TileProgram:
        """The program of a seed; a small one has one tile or two."""
        rng = Random(seed)
        signs = None if rng.random() < 0.3 else (rng.random() < 0.5, rng.random() < 0.5)
        starts_at_zero = small or rng.random() < 0.7
        rows, columns = (rng.choice((16, 32, 48, rng.randint(1, 70))) for _ in range(2))
        products = rng.choice((64, 128, rng.randint(2, 200), rng.randint(900, 1300)))
        carries = not small and rng.random() < 0.3
        group = 2 if signs is None else 4
        whole = _ROW_BYTES * group // 4
        splits = (group, whole, whole)
        if small:  # a loop is not split by more than its iterations
            rows, columns, products = rng.randint(16, 18), 16, whole - rng.randint(0, group - 1)
            splits = (group,)
        made = TileProgram(
            seed,
            (rows, columns, products),
            signs,
            starts_at_zero,
            carries,
            rng.choice(("ij", "ji"))
            if carries or starts_at_zero
            else rng.choice(("ij", "ji", "k")),
            rng.choice((16, 32)),
            rng.choice(splits),
            rng.random() < 0.5,
            rng.random() < 0.3,
            _FLAGS[small or rng.random() < 0.7],
        )
        made._place()
        return made

    @property
    def _group(self) -> int:
        return 2 if self.signs is None else 4

    @property
    def _pitch(self) -> int:
        """Products of a row in memory: a multiple of what a row of a tile holds."""
        whole = _ROW_BYTES * self._group // 4
        return -(-self.sizes[2] // whole) * whole

    def _place(self) -> None:
        (m, n, _), g, w = self.sizes, self._group, self.width
        pitch, panels = self._pitch, -(-n // w)
        self.placed = {
            "A": Placed((m, pitch), lambda i, k: (i, k), zero=True),
            "B": Placed(
                (panels, pitch // g, g * w),
                lambda k, j: (j // w, k // g, g * (j % w) + k % g),
                zero=True,
            ),
            "C": Placed((panels, m, w), lambda i, j: (j // w, i, j % w), zero=False),
        }

    @property
    def text(self) -> str:
        """The function in MLIR."""
        m, n, k = self.sizes
        own, sum = ("bf16", "f32") if self.signs is None else ("i8", "i32")
        a, b, c = f"memref<{m}x{k}x{own}>", f"memref<{k}x{n}x{own}>", f"memref<{m}x{n}x{sum}>"
        wide = ["extf"] * 2 if self.signs is None else [f"ext{'su'[not s]}i" for s in self.signs]
        kind, flags = ("f", self.flags) if self.signs is None else ("i", "")
        factors = "%y, %x" if self.swapped else "%x, %y"
        body = f"""
          %a = affine.load %A[%i, %k] : {a}
          %b = affine.load %B[%k, %j] : {b}
          %x = arith.{wide[0]} %a : {own} to {sum}
          %y = arith.{wide[1]} %b : {own} to {sum}
          %p = arith.mul{kind} {factors} {flags} : {sum}
          %s = arith.add{kind} %c, %p {flags} : {sum}"""
        first = f"%first = affine.load %C[%i, %j] : {c}"
        start = f"affine.store %zero, %C[%i, %j] : {c}"
        if self.carries:
            init = "%zero" if self.starts_at_zero else "%first"
            inner = f"""
        {"" if self.starts_at_zero else first}
        %r = affine.for %k = 0 to {k} iter_args(%c = {init}) -> ({sum}) {{{body}
          affine.yield %s : {sum}
        }}
        affine.store %r, %C[%i, %j] : {c}"""
        else:
            inner = f"""
          %c = affine.load %C[%i, %j] : {c}{body}
          affine.store %s, %C[%i, %j] : {c}"""
            if self.order != "k":
                inner = f"affine.for %k = 0 to {k} {{{inner}\n}}"
            if self.starts_at_zero:
                inner = f"{start}\n{inner}"
        extents = {"i": m, "j": n, "k": k}
        for name in reversed("kij" if self.order == "k" else self.order):
            inner = f"affine.for %{name} = 0 to {extents[name]} {{\n{inner}\n}}"
        one, more = ("1.0" if self.signs is None else "1"), ""
        if self.extra:
            more = f"""
  affine.for %i = 0 to {m} {{
    affine.for %j = 0 to {n} {{
      %c = affine.load %C[%i, %j] : {c}
      %d = arith.add{kind} %c, %one : {sum}
      affine.store %d, %C[%i, %j] : {c}
    }}
  }} {{pad.stage = "after"}}"""
        return f"""
func.func @matmul(%A: {a}, %B: {b}, %C: {c}) {{
  %zero = arith.constant {"0.0" if self.signs is None else "0"} : {sum}
  %one = arith.constant {one} : {sum}
  {inner} {{pad.stage = "matmul"}}{more}
  func.return
}}
"""

    def schedule(self) -> Schedule:
        """The steps before those to be judged."""
        (m, _, k), w, g = self.sizes, self.width, self._group
        s = Schedule(self.text)
        zero = 0.0 if self.signs is None else 0
        s.transform_layout("A", "(i, k) -> (i, k)", zero, extents=[m, self._pitch])
        groups = f"(k, j) -> (j floordiv {w}, k floordiv {g}, (j mod {w}) * {g} + k mod {g})"
        s.transform_layout("B", groups, zero, extents=list(self.placed["B"].shape))
        s.transform_layout("C", f"(i, j) -> (j floordiv {w}, i, j mod {w})", "undef")
        if self.carries:
            s.split("matmul.j", w)
        else:
            s.sequential_buffer_access("matmul", "C")
        if k != self._pitch and not self.carries:
            s.split("k", self.split)
        s.remove_branching_through_overcompute("matmul", max_waste=inf)
        return s

    def _numbers(self, side: int, shape: tuple[int, int], rng: np.random.Generator) -> Array:
        if self.signs is None:
            return rng.integers(-8, 9, shape)  # whose sums are exact in any order
        low = -128 if self.signs[side] else 0
        found = rng.integers(low, low + 256, shape)
        return np.where(rng.random(shape) < 0.3, rng.choice([low, low + 255], shape), found)

    def difference(self, kernel: Any) -> str | None:
        """What a kernel of physical arrays computes wrong, None if nothing."""
        m, n, k = self.sizes
        rng = np.random.default_rng(self.seed)
        a, b = self._numbers(0, (m, k), rng), self._numbers(1, (k, n), rng)
        c = rng.integers(-99, 99, (m, n))
        wanted = a @ b + (0 if self.starts_at_zero else c) + self.extra
        own, sum = (bfloat16, np.float32) if self.signs is None else (np.int8, np.int32)
        given = {
            name: self._stored(name, value.astype(type), rng)
            for name, value, type in (("A", a, own), ("B", b, own), ("C", c, sum))
        }
        before = {name: given[name].tobytes() for name in "AB"}
        kernel(given["A"], given["B"], given["C"])
        found = self.placed["C"].read(given["C"], (m, n))
        if not np.array_equal(found.astype(np.int64), wanted):
            at = tuple(int(v) for v in np.argwhere(found != wanted)[0])
            return f"C{list(at)} is {found[at]}, and should be {wanted[at]}"
        changed = [name for name in "AB" if before[name] != given[name].tobytes()]
        return f"{changed} changed" if changed else None

    def _stored(self, name: str, values: Array, rng: np.random.Generator) -> Array:
        """The physical array, with poison where anything may be."""
        if values.dtype.kind == "i":
            return self.placed[name].stored(values, rng)
        bits = self.placed[name].stored(values.view(f"i{values.itemsize}"), rng)
        return bits.view(values.dtype)
