"""Runs programs in processes of their own, and says which of them a process has died of."""

from __future__ import annotations

import os
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from typing import TypeAlias, cast

from xdsl.utils.exceptions import ParseError, VerifyException

from pad_mlir.dialect.annotations import AnnotationError, verify_annotations
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ir.locations import place_in_file
from pad_mlir.dialect.repairs import (
    OperationError,
    new_context,
    parse_module,
    verify_operations,
)
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.gpu.lowering.pad_to_gpu import Stop as GpuStop
from pad_mlir.passes.gpu.modules.gpu_targets import Target
from pad_mlir.passes.host.pad_to_host import PadToHost, Stop
from pad_mlir.passes.pad_to_gpu import PadToGpu
from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.ahead_of_time.emission import Kind, emit

Case: TypeAlias = tuple[str, str]
"""A program, and how far it is to be taken."""
HOST_LEVELS = (
    *("host=affine", "host=scf", "host=cf", "host=llvm", "code", "compile"),
    *("emit=header", "emit=llvm-ir", "emit=asm", "emit=obj"),
)
KERNEL_LEVELS = ("nvvm=gpu", "nvvm=nvvm", "nvvm=ptx", "opencl=gpu", "opencl=spirv")
_REFUSED = (PadError, OperationError, AnnotationError, ParseError, VerifyException, KernelError)


def failures(cases: Sequence[Case]) -> list[str]:
    """The cases that fail: the process dies, or the error is not one in words."""
    return [
        f"{level}: {said}\n{text}"
        for (text, level), said in zip(cases, _outcomes(cases), strict=True)
        if said
    ]


def _outcomes(cases: Sequence[Case]) -> Iterator[str]:
    start = 0
    while start < len(cases):
        with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as results:
            child = os.fork()
            if child == 0:
                os.dup2(errors.fileno(), 2)
                for case in cases[start:]:
                    os.write(results.fileno(), repr(_run(*case)).encode() + b"\n")
                os._exit(0)
            _, status = os.waitpid(child, 0)
            results.seek(0)
            for line in results.read().decode().splitlines():
                yield cast("str", eval(line))
                start += 1
            if status != 0:
                errors.seek(0)
                said = errors.read().decode(errors="replace").strip()[-500:]
                yield f"died by signal {status & 127}: {said}"
                start += 1


def _run(text: str, level: str) -> str:
    """Takes a program to a level; empty if it comes there, or is refused in words."""
    try:
        with collect_remarks():
            _take(text, *level.partition("=")[::2])
    except _REFUSED as error:
        if isinstance(error, PadError) and _has_no_place(error):
            return f"refused without a place: {error}"
    except Exception:
        return traceback.format_exc()
    return ""


def _take(text: str, kind: str, stop: str) -> None:
    if kind == "compile":
        compile(text)
        return
    if kind == "emit":
        emit(text, cast("Kind", stop))
        return
    module = parse_module(text)
    verify_operations(module)
    verify_annotations(module)
    if kind in ("host", "code"):
        PadToHost(stop=cast("Stop", stop or "llvm")).apply(new_context(), module)
        if kind == "code":
            emit(module, "obj")
    else:
        given = cast("Target", kind), cast("GpuStop", stop)
        PadToGpu(target=given[0], stop=given[1]).apply(new_context(), module)


def _has_no_place(error: PadError) -> bool:
    return error.op is None or place_in_file(error.op.location) is None
