"""Local buffers of as many rows as are in use: random nests that store rows and load them later."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from xdsl.dialects import func

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.cache.folded_rows import fold_rows
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.vectorize.vector_unit import vector_unit
from pad_mlir.tools.tv.verdict.findings import Status
from pad_mlir.tools.tv.verdict.validator import validate

SEED, EXAMPLES = 4200, 60
UNIT = replace(vector_unit("znver4"), caches=(0, 0))
COLUMNS = 3


def _program(rng: random.Random) -> str:
    """
    Some rows of `T` are stored first, then some more and results of a few of them, again and again.

    What is loaded was stored; which of the rows before, and whether before or after the next ones
    are stored, in which order, and once or twice, is drawn.
    """
    step, lead, blocks = rng.randint(1, 3), rng.randint(0, 6), rng.randint(8, 12)
    rows = lead + step * blocks
    again = rng.randrange(step)
    stores = [
        f"""
    affine.for %i = 0 to {step} {{
      affine.for %x = 0 to {COLUMNS} {{
        %a = affine.load %A[{step} * %b + %i + {lead}, %x] : memref<{rows}x{COLUMNS}xf32>
        affine.store %a, %T[{_row(rng, step, lead)}, %x] : memref<{rows}x{COLUMNS}xf32>
      }}
    }}""",
        f"""
    affine.for %x = 0 to {COLUMNS} {{
      %a = affine.load %A[{step} * %b, %x] : memref<{rows}x{COLUMNS}xf32>
      affine.store %a, %T[{step} * %b + {lead + again}, %x] : memref<{rows}x{COLUMNS}xf32>
    }}""",
    ]
    parts = [stores[0], *([stores[1]] if rng.random() < 0.3 else [])]
    for _ in range(rng.randint(1, 2)):
        late = rng.random() < 0.7
        most = lead + step - 1 if late else lead - 1
        if most < 0:
            continue
        row = rng.randint(max(0, most - rng.choice([1, 3, 8])), most)
        text = f"{step} * %b + {row}" if rng.random() < 0.9 else f"{row}"
        load = f"""
    affine.for %x = 0 to {COLUMNS} {{
      %t = affine.load %T[{text}, %x] : memref<{rows}x{COLUMNS}xf32>
      %s = affine.load %B[%b, %x] : memref<{blocks}x{COLUMNS}xf32>
      %u = arith.addf %s, %t : f32
      affine.store %u, %B[%b, %x] : memref<{blocks}x{COLUMNS}xf32>
    }}"""
        parts.insert(len(parts) if late else 0, load)
    return f"""
func.func @f(%A: memref<{rows}x{COLUMNS}xf32>, %B: memref<{blocks}x{COLUMNS}xf32>) {{
  %T = memref.alloc() : memref<{rows}x{COLUMNS}xf32>
  affine.for %y = 0 to {lead} {{
    affine.for %x = 0 to {COLUMNS} {{
      %a = affine.load %A[%y, %x] : memref<{rows}x{COLUMNS}xf32>
      affine.store %a, %T[%y, %x] : memref<{rows}x{COLUMNS}xf32>
    }}
  }}
  affine.for %b = 0 to {blocks} {{{"".join(parts)}
  }}
  memref.dealloc %T : memref<{rows}x{COLUMNS}xf32>
  func.return
}}"""


def _row(rng: random.Random, step: int, lead: int) -> str:
    """Where the next rows go: in order, or from the last one."""
    if rng.random() < 0.7:
        return f"{step} * %b + %i + {lead}"
    return f"{step} * %b - %i + {lead + step - 1}"


def _folded(text: str) -> tuple[str, list[str]]:
    module = parse_module(text)
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    with collect_remarks() as remarks:
        fold_rows(function, UNIT, "pad-optimize")
    return str(module), [each.id for each in remarks]


FOLDED = list[bool]()


@pytest.mark.parametrize("seed", range(SEED, SEED + EXAMPLES))
def test_results_stay(seed: int) -> None:
    text = _program(random.Random(seed))
    after, said = _folded(text)
    FOLDED.append(bool(said))
    assert (after != str(parse_module(text))) == bool(said)
    verdict = validate(parse_module(text), parse_module(after))
    assert verdict.status is Status.VALID, text


def test_one_cell_and_one_row_stay() -> None:
    text = """
func.func @f(%a: f32) {
  %T = memref.alloc() : memref<f32>
  %U = memref.alloc() : memref<40xf32>
  affine.store %a, %T[] : memref<f32>
  affine.store %a, %U[7] : memref<40xf32>
  memref.dealloc %T : memref<f32>
  memref.dealloc %U : memref<40xf32>
  func.return
}"""
    assert _folded(text) == (str(parse_module(text)), [])


def test_many_are_folded() -> None:
    assert sum(FOLDED) > len(FOLDED) // 3 or not FOLDED
