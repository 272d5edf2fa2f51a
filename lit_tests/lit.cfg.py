"""How lit runs the files of this folder."""

import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

import lit.formats

config: Any = globals()["config"]
config.name = "pad-mlir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_exec_root = str(Path(__file__).parents[1] / "build" / "lit")

packages = Path(sysconfig.get_path("platlib"))
tools = [Path(sys.executable).parent, packages / "mlir" / "bin", packages / "llvm" / "bin"]
config.environment["PATH"] = os.pathsep.join([*map(str, tools), os.environ["PATH"]])
if (packages / "mlir" / "bin" / "mlir-opt").exists():
    config.available_features.add("mlir")
