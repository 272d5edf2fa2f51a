"""The untuned kernels of the benchmarks: MLIR as it is and C, at small sizes, against numpy."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from untuned.catalogue import UNTUNED
from untuned.kernel import Array, Kernel, PaddedC

from pad_mlir.runtime import aligned_empty, compile

SMALL = {name: untuned.make(**untuned.small) for name, untuned in UNTUNED.items()}
each = pytest.mark.parametrize("kernel", SMALL.values(), ids=SMALL.keys())
each_padded = pytest.mark.parametrize(
    ("kernel", "padded"),
    [(kernel, kernel.padded_c) for kernel in SMALL.values() if kernel.padded_c is not None],
    ids=[name for name, kernel in SMALL.items() if kernel.padded_c is not None],
)


def test_there_are_thirty_whose_defaults_are_odd_sizes() -> None:
    assert len(UNTUNED) == 30
    for name, untuned in UNTUNED.items():
        kernel = untuned.make()
        assert kernel.name == name
        assert all(f"%{argument.name}: memref<" in kernel.text for argument in kernel.arguments)
        assert "pad.stage" in kernel.text
        assert any(size % 4 for argument in kernel.arguments for size in argument.shape)


def expected(kernel: Kernel, arrays: list[Array]) -> tuple[Array, ...]:
    pairs = zip(kernel.arguments, arrays, strict=True)
    return kernel.reference(*(array for argument, array in pairs if not argument.out))


def check(kernel: Kernel, arrays: list[Array], results: tuple[Array, ...]) -> None:
    pairs = zip(kernel.arguments, arrays, strict=True)
    outputs = [array for argument, array in pairs if argument.out]
    for output, result in zip(outputs, results, strict=True):
        assert output.shape == result.shape
        assert output.dtype == result.dtype, "the reference works in the kernel's own types"
        if output.dtype.kind == "f":
            np.testing.assert_allclose(output, result, rtol=1e-4, atol=1e-4)
        else:
            np.testing.assert_array_equal(output, result)


@each
def test_the_text_agrees_with_numpy(kernel: Kernel) -> None:
    arrays = kernel.arrays()
    results = expected(kernel, arrays)
    compile(kernel.text)(*arrays)
    check(kernel, arrays, results)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """All C functions; the warnings of the compiler are errors."""
    compiler = os.environ.get("CC") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler: neither CC nor cc")
    folder = tmp_path_factory.mktemp("untuned")
    flags = sorted({flag for kernel in SMALL.values() for flag in kernel.c_flags})
    sources: list[str] = []
    for name, kernel in SMALL.items():
        texts = {name: kernel.c}
        if kernel.padded_c is not None:
            texts[f"{name}_padded"] = kernel.padded_c.source
        for file, text in texts.items():
            sources.append(str(folder / f"{file}.c"))
            Path(sources[-1]).write_text(text)
    path = str(folder / "untuned.so")
    command = [compiler, "-O1", "-Wall", "-Werror", *flags, "-shared", "-fPIC", *sources]
    subprocess.run([*command, "-o", path, "-lm"], check=True)
    return ctypes.CDLL(path)


def call(library: ctypes.CDLL, name: str, arrays: list[Array]) -> None:
    function = library[name]
    function.restype = None
    function(*(ctypes.c_void_p(array.ctypes.data) for array in arrays))


@each
def test_the_c_source_agrees_with_numpy(kernel: Kernel, library: ctypes.CDLL) -> None:
    arrays = kernel.arrays()
    call(library, kernel.name, arrays)
    check(kernel, arrays, expected(kernel, arrays))


@each_padded
def test_the_padded_c_source_agrees_with_numpy(
    kernel: Kernel, padded: PaddedC, library: ctypes.CDLL
) -> None:
    arrays = kernel.arrays()
    names = [argument.name for argument in kernel.arguments]
    assert set(padded.pads) <= set(names)
    large: list[Array] = []
    for name, array in zip(names, arrays, strict=True):
        values = padded.pads[name].padded(array) if name in padded.pads else array
        large.append(aligned_empty(values.shape, values.dtype))
        large[-1][...] = values
    call(library, f"{kernel.name}_padded", large)
    inner = [
        padded.pads[name].inner(array) if name in padded.pads else array
        for name, array in zip(names, large, strict=True)
    ]
    check(kernel, inner, expected(kernel, arrays))
