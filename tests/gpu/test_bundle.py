"""The bundle for a GPU: what is in it, what it needs, and that its checks find what is wrong."""

from __future__ import annotations

import ast
import ctypes
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from bundle_cases import SIZES, Size
from gpu_bundle import write_bundle
from gpu_kernels import FAMILIES, GpuProblem
from on_gpu.cases import VARIANTS, read_cases
from on_gpu.check import report
from on_gpu.checking import check, difference, make_inputs
from on_gpu.contenders import ours
from on_gpu.references import reference

from pad_mlir.passes.gpu.lowering.pad_to_gpu import lower_kernels
from pad_mlir.runtime.device.device_code import device_code
from pad_mlir.runtime.gpu.cuda_driver import CudaContext, CudaDriver
from pad_mlir.runtime.gpu.plan import Kernel
from pad_mlir.runtime.signature import find_function, signature_of

from .host_library import HostArray, HostLibrary
from .opencl_driver import OpenCLDriver
from .recording_driver import RecordingDriver

HERE = Path(__file__).parent
SMALL = (
    Size("row_sum", (5, 131), "tiny"),
    Size("softmax", (3, 67)),
    Size("matmul", (17, 19, 23)),
    Size("conv2d", (5, 3, 5)),
)
OWN = {"on_gpu", "pad_mlir"}
SIZES_OF: dict[str, tuple[int, ...]] = {
    "double": (3, 67),
    "row_sum": (5, 131),
    "softmax": (3, 67),
    "layernorm": (3, 67),
    "conv1d": (67, 5),
    "matmul": (17, 19, 23),
    "maxpool": (7, 5),
    "conv2d": (5, 3, 5),
}


@pytest.fixture(scope="module", name="bundle")
def _bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:  # pyright: ignore[reportUnusedFunction]
    folder = tmp_path_factory.mktemp("bundle")
    write_bundle(folder, SMALL)
    return folder


def test_size(tmp_path: Path) -> None:
    """A case takes less than 200 KB, so all of them take less than 64 MiB."""
    one = write_bundle(tmp_path / "one", SMALL[2:3])
    none = write_bundle(tmp_path / "none", ())
    assert (one - none) * len(SIZES) + none < (64 << 20)
    assert one - none < 200_000


def test_imports(bundle: Path) -> None:
    """No file of it imports anything but Python's own library, torch and Triton."""
    files = list(bundle.rglob("*.py"))
    imported = {name for file in files for name in _imports(file)}
    assert {file.name for file in bundle.glob("*.py")} == {"check.py", "measure.py"}
    assert imported - sys.stdlib_module_names - OWN == {"triton"}
    triton = [file.name for file in files if "triton" in set(_imports(file))]
    assert triton == ["triton_kernels.py"]


def _imports(file: Path) -> list[str]:
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    named = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    from_ = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return [name.partition(".")[0] for name in (*named, *filter(None, from_))]


def test_without_this_project(bundle: Path, tmp_path: Path) -> None:
    """Python alone, with numpy for torch, runs it; outputs that nothing writes are found."""
    for package in Path(np.__path__[0]).parent.glob("numpy*"):
        (tmp_path / package.name).symlink_to(package)
    for module in ("host_library", "recording_driver", "bare_check"):
        (tmp_path / f"{module}.py").symlink_to(HERE / f"{module}.py")
    start = "import sys; sys.path[:0] = sys.argv[1:]; import bare_check"
    command = [sys.executable, "-I", "-S", "-c", start, bundle, tmp_path]
    ran = subprocess.run(command, capture_output=True, text=True)
    lines = ran.stdout.splitlines()
    assert ran.returncode == 1, ran.stderr
    assert lines[-1] == "imported: host_library numpy recording_driver"
    assert lines[-3] == "8 kernels, 8 wrong"
    assert all("elements are NaN" in line for line in lines if line.startswith("softmax"))
    launched = set(lines[-2].split()[1:])
    assert {"row_sum", "matmul", "pack_A", "A_padding", "unpack_Y"} <= launched


def test_without_a_device(bundle: Path, tmp_path: Path) -> None:
    """Where there is no torch, or no device, that is what it says."""
    for script, what in (("check", "checked"), ("measure", "measured")):
        command = [sys.executable, "-E", "-S", bundle / f"{script}.py"]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert ran.returncode == 1
        assert ran.stdout == f"nothing was {what}: No module named 'torch'\n"


Code: TypeAlias = Mapping[tuple[bytes, str], tuple[Kernel, bytes]]
"""For each kernel in each PTX module of a bundle, SPIR-V."""


@pytest.fixture(scope="module", name="code")
def _code(bundle: Path) -> Code:  # pyright: ignore[reportUnusedFunction]
    found = dict[tuple[bytes, str], tuple[Kernel, bytes]]()
    for case in read_cases(bundle):
        problem = _problem(case.family, case.sizes)
        for variant in VARIANTS:
            ptx, spirv = case.variants[variant].code(90), _spirv(problem, variant == "padded")
            assert ptx.keys() == spirv.keys()
            found |= {(ptx[kernel], kernel.name): (kernel, spirv[kernel]) for kernel in ptx}
    return found


def _problem(family: str, sizes: tuple[int, ...]) -> GpuProblem:
    return FAMILIES[family](*sizes)


def _spirv(problem: GpuProblem, padded: bool) -> Mapping[Kernel, bytes]:
    module = problem.schedule(padded=padded).module
    signature = signature_of(find_function(module, None), descriptors=False)
    return device_code(module, signature, (), lambda k: lower_kernels(k, "opencl")).kernels


def _wrong(bundle: Path, driver: RecordingDriver, families: str | None = None) -> dict[str, str]:
    """The errors of the kernels that have any."""
    cases = [case for case in read_cases(bundle) if families in (None, case.family)]
    outcomes = list(check(cases, CudaContext(CudaDriver(driver), 0), HostLibrary()))
    assert len(outcomes) == 2 * len(cases)
    assert report(outcomes) == any(outcome.wrong for outcome in outcomes)
    return {outcome.name: outcome.wrong for outcome in outcomes if outcome.wrong}


@pytest.mark.gpu
def test_all_is_right(bundle: Path, code: Code) -> None:
    """The plans, packing, inputs and references of the bundle, with SPIR-V in place of the PTX."""
    assert _wrong(bundle, OpenCLDriver(code)) == {}


@pytest.mark.gpu
def test_another_sum(bundle: Path, code: Code) -> None:
    problem = _problem("row_sum", (5, 131))
    other = replace(problem, mlir=problem.mlir.replace("0.0 : f32", "1.0e-2 : f32"))
    planted = next(iter(_spirv(other, padded=False).values()))
    (case,) = (case for case in read_cases(bundle) if case.family == "row_sum")
    ((kernel, ptx),) = case.variants["guarded"].code(90).items()
    wrong = _wrong(bundle, OpenCLDriver({**code, (ptx, "row_sum"): (kernel, planted)}))
    assert wrong == {"row sum 5x131, guarded": "WRONG: the error is too large"}


@pytest.mark.gpu
@pytest.mark.parametrize(
    ("argument", "offset", "what"),
    [(0, 0, "A"), (1, -4, "what lies around B"), (1, 20, "what lies around B")],
)
def test_stray_writes(argument: int, offset: int, what: str, bundle: Path, code: Code) -> None:
    class Straying(OpenCLDriver):
        def _cuLaunchKernel(self, function: Any, *rest: Any) -> int:
            super()._cuLaunchKernel(function, *rest)
            if (launch := self.launches[-1]).kernel == "row_sum":
                ctypes.c_float.from_address(launch.words[argument] + offset).value = 7.0
            return 0

    wrong = _wrong(bundle, Straying(code), "row_sum")
    message = f"WRONG: {what} has changed"
    assert wrong == {f"row sum 5x131, {variant}": message for variant in VARIANTS}


@pytest.mark.gpu
def test_what_is_timed_is_right(bundle: Path, code: Code) -> None:
    library, context = HostLibrary(), CudaContext(CudaDriver(OpenCLDriver(code)), 0)
    for case in read_cases(bundle):
        inputs = make_inputs(case, library)
        wanted = reference(library, case.family, inputs)
        timed = {one.name: one.prepare(inputs) for one in ours(case, context, library)}
        assert set(timed) == {"padded", "call", "guarded"}
        for prepared in timed.values():
            assert difference(prepared.output(), wanted, library)[1]
            prepared.run()
            assert not difference(prepared.output(), wanted, library)[1]


@pytest.mark.parametrize("family", FAMILIES)
def test_references(family: str) -> None:
    problem, library = _problem(family, SIZES_OF[family]), HostLibrary()
    arrays = problem.arrays(np.random.default_rng(0))
    *inputs, _ = arrays
    given = {name: library.copy(arrays[name].view(HostArray)) for name in inputs}
    wide = {name: arrays[name].astype(np.float64) for name in inputs}
    got = reference(library, family, given)
    np.testing.assert_allclose(got, problem.expected(wide), rtol=1e-12, atol=1e-12)
