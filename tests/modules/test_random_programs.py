"""Random modules that pad-apply-layouts accepts are rewritten correctly, by pad-tv's verdict."""

from __future__ import annotations

import os

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module, verify_operations
from pad_mlir.passes.pad_apply_layouts import PadApplyLayouts
from pad_mlir.tools.tv import Status, validate

from .random_programs import random_program

EXAMPLES = int(os.environ.get("PAD_MODULE_EXAMPLES", "60"))


def test_what_is_taken_is_right() -> None:
    refused = 0
    for seed in range(EXAMPLES):
        text = random_program(seed)
        module = parse_module(text)
        verify_operations(module)
        try:
            PadApplyLayouts().apply(new_context(), module)
        except PadError:
            refused += 1
            continue
        verdict = validate(parse_module(text), module, function="main")
        # A call in the stage that writes a buffer may read padding, so that this is asked for on
        # entry, as contracts tell; pad-tv goes by the logical cells, which nobody reads too early.
        if "nothing is promised of the padding" not in str(verdict):
            assert verdict.status is Status.VALID, f"seed {seed}: {verdict}\n{text}"
    assert refused < 0.85 * EXAMPLES, "hardly any module keeps its contracts"
