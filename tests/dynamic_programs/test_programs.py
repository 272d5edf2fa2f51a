"""
Random programs of dynamic sizes keep their meaning under random layouts and passes.

`PAD_DYNAMIC_PROGRAMS` says how many; 60 unless it is set: half a minute on two cores.
`PAD_DYNAMIC_PROGRAMS_SEED` is the first one's seed.
"""

from __future__ import annotations

import os

import pytest

from pad_mlir.dialect.repairs import parse_module

from .pipelines import bands
from .program import random_program
from .run import TOGETHER, records_of, told

SEED = int(os.environ.get("PAD_DYNAMIC_PROGRAMS_SEED", "100"))
PROGRAMS = int(os.environ.get("PAD_DYNAMIC_PROGRAMS", "60"))


@pytest.mark.parametrize("batch", range(-(-PROGRAMS // TOGETHER)))
def test_programs_keep_their_meaning(batch: int) -> None:
    first = SEED + batch * TOGETHER
    seeds = range(first, min(first + TOGETHER, SEED + PROGRAMS))
    failures = [told(record) for record in records_of(seeds) if record["kind"]]
    assert not failures, "\n".join(failures)


def test_programs_are_right_and_the_same_each_time() -> None:
    for seed in range(SEED, SEED + 20):
        program = random_program(seed)
        parse_module(program.text).verify()
        again = random_program(seed)
        assert (program.text, program.source) == (again.text, again.source)


def test_bands_of_a_text():
    text = """
    affine.for %i = 0 to %n {
      %t = affine.for %j = 0 to 4 iter_args(%s = %z) -> (f32) {
        scf.for %k = %c0 to %n step %c1 {
        }
      } {pad.loop = "jo"}
    }
    affine.for %a = 0 to %n {
      affine.for %b = 0 to 4 {
        affine.for %c = 0 to 4 {
        } {pad.loop = "ci"}
      }
      memref.dealloc %A : memref<?xf32>
    }
    affine.for %io = 0 to %n {
      affine.for %ii = 0 to 4 {
      }
    } {pad.loop = "io", pad.of_padding, pad.stage = "A_padding"}"""
    assert bands(text) == [["i", "jo", "k"], ["b", "ci"], ["A_padding.io", "A_padding.ii"]]
