"""
Writes a folder that runs on a machine with a GPU: `python3 check.py`, then `python3 measure.py`.

It has PTX, launch plans and what carries these out, and needs Python, NVIDIA's driver and torch.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from bundle_cases import SIZES, Size
from gpu_kernels import FAMILIES, GpuProblem
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.passes.gpu.lowering.pad_to_gpu import lower_kernels
from pad_mlir.passes.gpu.modules.gpu_targets import Chip
from pad_mlir.runtime import errors
from pad_mlir.runtime.device.device_code import device_code
from pad_mlir.runtime.gpu.plan_json import to_json
from pad_mlir.runtime.signature import find_function, signature_of

CHIPS: tuple[Chip, ...] = get_args(Chip)
LARGEST = 64 << 20
"""Bytes that a bundle may have."""
_HERE = Path(__file__).parent
_SCRIPT = '''"""{what}"""

import sys

from on_gpu.{module} import main

sys.exit(main())
'''


def write_bundle(folder: Path, sizes: Sequence[Size] = SIZES) -> int:
    """Makes the folder anew; the bytes in it."""
    shutil.rmtree(folder, ignore_errors=True)
    _write_programs(folder)
    (folder / "cases").mkdir()
    for size in sizes:
        _write_case(folder / "cases", size)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write_programs(folder: Path) -> None:
    """The modules that run there, under the names that they have here."""
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(_HERE / "on_gpu", folder / "on_gpu", ignore=leave)
    here, runtime = Path(errors.__file__), folder / "pad_mlir" / "runtime"
    only_cuda = shutil.ignore_patterns("__pycache__", "opencl.py")
    shutil.copytree(here.parent / "gpu", runtime / "gpu", ignore=only_cuda)
    shutil.copy(here, runtime)
    for package in (runtime, runtime.parent):
        (package / "__init__.py").write_text('"""What a machine needs that only runs kernels."""\n')
    for script, what in (
        ("check", "Whether each kernel of the bundle is right on this machine's GPU."),
        ("measure", "How fast the kernels of the bundle are on this machine's GPU."),
    ):
        (folder / f"{script}.py").write_text(_SCRIPT.format(what=what, module=script))


def _write_case(folder: Path, size: Size) -> None:
    problem = FAMILIES[size.family](*size.sizes)
    variants = {
        name: _write_variant(folder, f"{size.file}-{name}", problem, padded=name == "padded")
        for name in ("padded", "guarded")
    }
    case = {
        "name": problem.name,
        "family": size.family,
        "sizes": size.sizes,
        "shapes": problem.shapes,
        "relaxed": problem.fp == "relaxed",
        "bytes": problem.bytes,
        "flops": problem.flops,
        "no_gain": size.no_gain,
        "variants": variants,
    }
    (folder / f"{size.file}.json").write_text(json.dumps(case))


def _write_variant(folder: Path, file: str, problem: GpuProblem, *, padded: bool) -> dict[str, Any]:
    """A variant's code in files; what the bundle has of it besides."""
    module = problem.schedule(padded=padded).module
    signature = signature_of(find_function(module, None), descriptors=False)
    code: dict[Chip, dict[str, bytes]] = {chip: {} for chip in CHIPS}

    def lower(kernels: ModuleOp) -> Mapping[str, bytes]:
        for chip in CHIPS:
            code[chip] |= lower_kernels(kernels, "nvvm", chip)
        return code[CHIPS[0]]

    made = device_code(module.clone(), signature, (), lower)
    packing = {
        name: {"pack": to_json(plans.pack), "unpack": to_json(plans.unpack)}
        for name, plans in made.packing.items()
    }
    files = {chip: _write_code(folder, f"{file}.{chip}", code[chip]) for chip in CHIPS}
    return {"plan": to_json(made.plan), "packing": packing, "files": files}


def _write_code(folder: Path, file: str, code: Mapping[str, bytes]) -> dict[str, str]:
    """The file of each kernel's code; kernels of one module share it."""
    names = dict[bytes, str]()
    for ptx in code.values():
        if ptx not in names:
            names[ptx] = f"{file}.{len(names)}.ptx"
            (folder / names[ptx]).write_bytes(ptx)
    return {kernel: names[ptx] for kernel, ptx in code.items()}


def main() -> None:
    """Writes the bundle, and says how large it is; a failure where it is too large."""
    parser = argparse.ArgumentParser(description="Write the bundle for a GPU.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/gpu-bundle"))
    folder: Path = parser.parse_args().folder
    size = write_bundle(folder)
    if size > LARGEST:
        sys.exit(f"{folder} has {size} bytes; it may have {LARGEST}")
    print(f"{folder}: {len(SIZES)} cases, {size / 2**20:.1f} MiB; there: python3 check.py")


if __name__ == "__main__":
    main()
