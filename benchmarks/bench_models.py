"""
Times the stored models, one thread, against XLA, IREE, PyTorch and torch.compile, in turns.

Each peer runs in a process of its own, in the Python that `--jax`, `--iree` (with IREE's runtime,
`pip install iree-base-runtime==3.13.0`) or `--torch` names, and answers one request at a time:
rounds of all of them alternate. Times are CPU times of the processes. What
is slower than 1.2 times the best of the others is profiled, with `--profiles`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from pad_mlir.frontends import Model, compile_model
from tests.models.stored import MODELS, given_arrays, imported

_PEER = Path(__file__).parent / "model_peer.py"
_KINDS = {
    "xla": ("jax", "XLA"),
    "iree": ("iree", "IREE"),
    "eager": ("torch", "eager"),
    "compile": ("torch", "torch.compile"),
}
"""The option that names a peer's Python, and its column."""
_ROUND, _FEWEST, _SLOWER = 0.05, 5, 1.2


class Peer:
    """A framework in a process of its own."""

    def __init__(self, python: str, kind: str, processor: int):
        command = [python, str(_PEER), kind, str(processor)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def seconds(self, name: str) -> float | None:
        """The seconds of a call; None for a model that the framework does not have."""
        given, said = self._process.stdin, self._process.stdout
        assert given is not None
        assert said is not None
        print(name, file=given, flush=True)
        answer = said.readline().strip()
        return None if answer in ("none", "") else float(answer)

    def end(self) -> None:
        """End the process."""
        self._process.communicate("\n")


def _seconds(model: Model, x: Any) -> float:
    model(x)
    times, end = list[float](), process_time() + _ROUND
    while len(times) < _FEWEST or process_time() < end:
        start = process_time()
        model(x)
        times.append(process_time() - start)
    return median(times)


def _row(path: Path, ours: float, compiled: float, others: Mapping[str, float]) -> str:
    best = min(others.values(), default=float("nan"))
    cells = [f"{others[kind] / ours:.2f}" if kind in others else "-" for kind in _KINDS]
    name = f"{path.stem} ({path.parent.name})"
    numbers = [f"{ours * 1e6:,.1f}", *cells, f"{best / ours:.2f}", f"{compiled:.1f}"]
    return "| " + " | ".join([name, *numbers]) + " |"


def _compare(paths: Sequence[Path], peers: Mapping[str, Peer], rounds: int, *, shows: bool) -> None:
    heads = ["model", "us", *(title for _, title in _KINDS.values()), "best other", "compile s"]
    print("| " + " | ".join(heads) + " |\n" + "| --- " * len(heads) + "|", flush=True)
    slow = list[tuple[str, str]]()
    for path in paths:
        module = imported(path)
        *weights, x = given_arrays(module)
        start = process_time()
        model = compile_model(module).bind(*weights)
        compiled = process_time() - start
        ours, others = list[float](), dict[str, list[float]]()
        for _ in range(rounds):
            ours.append(_seconds(model, x))
            for kind, peer in peers.items():
                if (found := peer.seconds(f"{path.parent.name}/{path.stem}")) is not None:
                    others.setdefault(kind, []).append(found)
        medians = {kind: median(times) for kind, times in others.items()}
        print(_row(path, median(ours), compiled, medians), flush=True)
        if shows and medians and median(ours) > _SLOWER * min(medians.values()):
            slow.append((path.stem, str(model.profile(x))))
    for name, profile in slow:
        print(f"\n{name}:\n\n{profile}")


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jax", help="a Python with this project and JAX")
    parser.add_argument("--iree", help="a Python with this project and IREE's compiler and runtime")
    parser.add_argument("--torch", help="a Python with this project and PyTorch")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--processor", type=int, default=0)
    parser.add_argument("--profiles", action="store_true", help="of what is slower than others")
    parser.add_argument("names", nargs="*", help="of models; all by default")
    args = parser.parse_args()
    os.sched_setaffinity(0, {args.processor})
    peers = {
        kind: Peer(python, kind, args.processor)
        for kind, (option, _) in _KINDS.items()
        if (python := getattr(args, option)) is not None
    }
    paths = [path for path in MODELS if not args.names or path.stem in args.names]
    _compare(paths, peers, args.rounds, shows=args.profiles)
    for peer in peers.values():
        peer.end()


if __name__ == "__main__":
    main()
