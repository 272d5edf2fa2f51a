"""
The flattened transpose of lit_tests/posts, with its size known at run time: what it computes, and
which instructions its loop has.
"""

import re
from pathlib import Path

import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.runtime import compile

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

from pad_mlir.passes.host.pad_to_host import lower, prepare
from pad_mlir.upstream.code_generation import assembly
from pad_mlir.upstream.processors import processor

POST = Path(__file__).parents[2] / "lit_tests" / "posts" / "bounds-in-var-or-expr.mlir"
FLATTEN, CORRECTED, CONSTANTS = POST.read_text().split("// -----")
SIZES = (0, 1, 2, 7, 63, 64, 65)


@pytest.mark.parametrize("text", [FLATTEN, CORRECTED])
def test_a_flattened_transpose_is_right_for_all_sizes(text: str) -> None:
    kernel = compile(text)
    for n in SIZES:
        a = np.arange(n * n, dtype=np.float32).reshape(n, n)
        b = np.full(n * n, -1, np.float32)
        kernel(a, b)
        np.testing.assert_array_equal(b, a.T.reshape(-1))


@pytest.mark.parametrize(("text", "divisions"), [(FLATTEN, 0), (CORRECTED, 0), (CONSTANTS, 1)])
def test_no_division_is_left_that_bounds_make_superfluous(text: str, divisions: int) -> None:
    module = parse_module(text)
    prepare(new_context(), module)
    ir = lower(module, "llvm").to_llvm_ir()
    assert len(re.findall(r"= udiv ", ir)) == divisions
    assert not re.findall(r"= (sdiv|srem|urem) ", ir)
    code = assembly(ir, processor("x86-64-v3"))
    # A division by a constant is a product; cqto and sar are of signs.
    assert not re.findall(r"\t(i?div[lq]|cqto|sar[lq])\b", code)
