"""
Times models in a framework, one request at a time: `python model_peer.py KIND CPU`, where the kind
is `xla`, `iree`, `eager` or `compile`.

Runs in a Python that has the framework. Each line that it reads names a stored model,
`jax/lstm`, for which it prints the CPU seconds of a call, the median of a short round; an empty
line ends it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy

_ROUND, _FEWEST = 0.05, 5
sys.path.insert(0, str(Path(__file__).parents[1]))


@cache
def _call(kind: str, name: str) -> Callable[[], Any]:
    framework, name = name.split("/")
    if kind == "iree":
        return _of_iree(Path(framework, name))
    if framework != ("jax" if kind == "xla" else "torch"):
        raise KeyError(name)
    return _of_jax(name) if kind == "xla" else _of_torch(name, kind)


def _of_jax(name: str) -> Callable[[], Any]:
    models, inputs = import_module("tests.models.jax_models"), import_module("tests.models.inputs")
    jax, (function, weights, x) = models.jax, models.MODELS[name]
    leaves, tree = jax.tree.flatten((weights, x))
    given = inputs.arrays(("", leaf.shape, leaf.dtype) for leaf in leaves)
    arrays = jax.tree.unflatten(tree, [jax.numpy.asarray(array) for array in given])
    jitted = jax.jit(function)
    return lambda: jitted(*arrays).block_until_ready()


def _of_torch(name: str, kind: str) -> Callable[[], Any]:
    models = import_module("tests.models.torch_models")
    torch, (module, shape) = models.torch, models.MODELS[name]
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    module, x = module.eval(), torch.randn(*shape)
    called = torch.compile(module) if kind == "compile" else module
    return lambda: called(x)


_IREE_FLAGS = (
    *("--iree-opt-level=O3", "--iree-hal-target-device=local"),
    *("--iree-hal-local-target-device-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host"),
)


def _of_iree(model: Path) -> Callable[[], Any]:
    """The stored linalg, on IREE's device without threads."""
    stored = import_module("tests.models.stored")
    (path,) = (path for path in stored.MODELS if path.match(f"{model}.mlir"))
    given = stored.given_arrays(stored.imported(path))
    # In a process of its own: IREE's bindings do not load beside other bindings of MLIR.
    command = [sys.executable, "-m", "iree.compiler.tools.scripts.iree_compile", str(path)]
    code = subprocess.run([*command, *_IREE_FLAGS], stdout=subprocess.PIPE, check=True).stdout
    runtime = import_module("iree.runtime")
    config = runtime.Config("local-sync")
    loaded = runtime.VmModule.copy_buffer(config.vm_instance, code)
    function = runtime.load_vm_module(loaded, config)["main"]
    arrays = [runtime.asdevicearray(config.device, array) for array in given]
    expected = stored.expected_array(path)
    numpy.testing.assert_allclose(function(*arrays).to_host(), expected, rtol=1e-3, atol=1e-4)
    return lambda: function(*arrays)


def _seconds(call: Callable[[], Any]) -> float:
    """The median of the calls of a round, after one that is not counted."""
    call()
    times, end = list[float](), process_time() + _ROUND
    while len(times) < _FEWEST or process_time() < end:
        start = process_time()
        call()
        times.append(process_time() - start)
    return median(times)


def main(kind: str, processor: str) -> None:
    """Answer requests until there are none."""
    os.sched_setaffinity(0, {int(processor)})
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["XLA_FLAGS"] = flags
    for line in sys.stdin:
        if not (name := line.strip()):
            return
        try:
            print(_seconds(_call(kind, name)), flush=True)
        except KeyError:
            print("none", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
