"""
Random chains of views of buffers that become flat.

`PAD_VIEWS_EXAMPLES` says how many, `PAD_VIEWS_SEED` is the first one's seed.
"""

from __future__ import annotations

import os

import pytest

from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.flatten_buffers.pad_flatten_buffers import PadFlattenBuffers
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation

from ..views.test_random_views import random_case

EXAMPLES = int(os.environ.get("PAD_VIEWS_EXAMPLES", "12"))
FIRST_SEED = int(os.environ.get("PAD_VIEWS_SEED", "0"))


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_views_of_flat_buffers_have_their_elements(seed: int) -> None:
    text = random_case(seed).kernel.text
    with collect_remarks() as remarks:
        Compilation(new_context(), [PadFlattenBuffers()], "views", Validation()).run(text)
    stays = [remark.message for remark in remarks if "not flattened" in remark.message]
    # Vectors need not be pieces of rows of what is viewed.
    assert [reason for reason in stays if "vector" not in reason] == []
