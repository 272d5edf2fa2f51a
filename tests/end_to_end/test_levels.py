"""Each level of the lowering: stock mlir-opt takes it, and nothing of a higher level is left."""

import importlib.util
import re
import subprocess
from pathlib import Path

import pytest

from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation

from .catalogue import dealt
from .checking import Case
from .control_kernels import CALLEE, SPLIT_SIGNS
from .float_kernels import NARROW
from .kernel import Kernel
from .reduction_kernels import ROW_SUMS

LOWERED_BY = {"affine": ["pad"], "scf": ["pad", "affine"], "cf": ["pad", "affine", "scf"]}


def _mlir_opt(text: str) -> str:
    spec = importlib.util.find_spec("mlir")
    places = spec.submodule_search_locations if spec else None
    [tool] = [path for place in places or () for path in Path(place).glob("bin/mlir-opt")]
    command = [str(tool), "--mlir-print-op-generic"]
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("stop", ["affine", "scf", "cf", "llvm"])
@pytest.mark.parametrize("kernel", [ROW_SUMS, CALLEE, NARROW, SPLIT_SIGNS], ids=lambda k: k.name)
def test_level_is_stock_mlir(kernel: Kernel, stop: str) -> None:
    case = Case(kernel, dealt(kernel, 0))
    passes = parse_pipeline(f"{case.pipeline},pad-to-host{{stop={stop}}}", ALL_PASSES)
    text = Compilation(new_context(), passes, kernel.name).run(kernel.text)
    dialects = set(re.findall(r'"(\w+)\.[\w.]+"\(', _mlir_opt(text)))
    if stop == "llvm":
        assert dialects == {"builtin", "llvm"}
    else:
        assert dialects.isdisjoint(LOWERED_BY[stop])
        assert "func" in dialects
