"""Facts that are told what was erased answer as facts that are read anew."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest
from xdsl.ir import Operation

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

from ..overcompute.survey import program_of
from ..programs.generator import program
from ..scaling.families import FAMILIES

COUNT = int(os.environ.get("PAD_FORGOTTEN_FACTS", "12"))
_STEPS = ("pad-remove-no-op", "pad-apply-layouts,pad-remove-no-op")
_FAMILIES = ("accesses", "assumes", "buffers", "guarded stages")


def _texts() -> list[str]:
    random = [text for seed in range(COUNT) for text in (program(seed).text, program_of(seed).text)]
    return [*random, *(FAMILIES[name][0](8) for name in _FAMILIES)]


def _outcome(text: str, steps: str) -> str:
    module = parse_module(text)
    with collect_remarks() as remarks:
        try:
            for one in parse_pipeline(steps, ALL_PASSES):
                one.apply(new_context(), module)
        except PadError as error:
            return str(error)
    return "\n".join([print_module(module), *map(str, remarks)])


@pytest.mark.parametrize("steps", _STEPS)
def test_as_if_read_anew(steps: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [_outcome(text, steps) for text in _texts()]

    def never(self: BlockFacts, erased: Sequence[Operation]) -> bool:
        return not erased

    monkeypatch.setattr(BlockFacts, "forget", never)
    assert kept == [_outcome(text, steps) for text in _texts()]
