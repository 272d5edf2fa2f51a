"""Checks a bundle without torch, on a driver that launches nothing; for `python -I -S`."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

from host_library import HostLibrary
from on_gpu.cases import read_cases
from on_gpu.check import report
from on_gpu.checking import check
from recording_driver import RecordingDriver

from pad_mlir.runtime.gpu.cuda_driver import CudaContext, CudaDriver

BUNDLE = sys.argv[1]
DRIVER = RecordingDriver()


def _is_foreign(name: str, module: ModuleType) -> bool:
    file = getattr(module, "__file__", None) or BUNDLE
    return name.partition(".")[0] not in sys.stdlib_module_names and not file.startswith(BUNDLE)


CASES = read_cases(Path(BUNDLE))
STATUS = report(check(CASES, CudaContext(CudaDriver(DRIVER), 0), HostLibrary()))
FOREIGN = {name.partition(".")[0] for name, one in sys.modules.items() if _is_foreign(name, one)}
print("launched:", *sorted({launch.kernel for launch in DRIVER.launches}))
print("imported:", *sorted(FOREIGN - {"bare_check"}))
sys.exit(STATUS)
