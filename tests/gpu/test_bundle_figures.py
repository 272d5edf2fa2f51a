"""The figures of the bundle for a GPU: how times are taken, and the table of them."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from on_gpu.arrays import Torch
from on_gpu.table import Row, markdown, missed, text
from on_gpu.timing import Clock

ROWS = (
    Row("slow", "double", 4000, 0, "", {"padded": 2e-6, "call": 9e-6, "guarded": 1e-6}),
    Row("expected", "double", 4000, 0, "short", {"padded": 2e-6, "call": 9e-6, "guarded": 1e-6}),
    Row("thin", "row_sum", 4000, 0, "", {"padded": 2e-6, "call": 9e-6, "guarded": 4e-6}),
    Row(
        *("fast", "matmul", 4000, 8_000_000, ""),
        {"padded": 2e-6, "call": 9e-6, "guarded": 4e-6, "torch": 1e-6},
        ["torch"],
    ),
)


def test_goals() -> None:
    """Sizes that were said not to be worth padding are left out, and shown."""
    assert list(missed(ROWS, 4e9)) == [
        "slow: 2.00 times as long as its guarded twin",
        "thin: 0.50 of copy bandwidth, not 0.85",
    ]


def test_table() -> None:
    lines = markdown(ROWS, 4e9).splitlines()
    assert lines[3] == (
        "| expected | 2.0 | 0.50 of copy | 9.0 (4.50) | 1.0 (0.50) | - | - "
        "| no gain expected: short |"
    )
    assert lines[5] == (
        "| fast | 2.0 | 4.00 TFLOP/s | 9.0 (4.50) | 4.0 (2.00) | 1.0 (0.50) | - | torch is wrong |"
    )
    head, *rest = text(ROWS, 4e9).splitlines()
    ends = [line.index(of) + len(of) for line, of in zip(rest, ["1.0 (0.50)"] * 2, strict=False)]
    assert ends == [head.index("guarded twin, us") + len("guarded twin, us")] * 2


class Device:
    """A device on which time passes as runs and copies say, and torch as far as a clock asks it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.early = 0
        """How many samples still find that the device has not waited for them."""
        self.copies = 0
        self.torch = SimpleNamespace(
            cuda=SimpleNamespace(
                mem_get_info=lambda: (1 << 30, 1 << 30),
                get_device_properties=lambda: SimpleNamespace(L2_cache_size=1 << 20),
                Event=self.event,
            )
        )

    def event(self, enable_timing: bool) -> Event:
        return Event(self)

    def normal(self, shape: tuple[int, ...], seed: int) -> Any:
        return self

    full = normal
    nbytes = 4000

    def copy_(self, source: Any) -> None:
        self.now += 1e-6
        self.copies += 1


class Event:
    def __init__(self, device: Device):
        self._device = device

    def record(self) -> None:
        self.at = self._device.now

    def query(self) -> bool:
        self._device.early -= 1
        return self._device.early >= 0

    def synchronize(self) -> None:
        pass

    def elapsed_time(self, end: Event) -> float:
        return (end.at - self.at) * 1e3  # milliseconds


def _clock() -> tuple[Clock, Device]:
    device = Device()
    return Clock(cast("Torch", device)), device


def _run(device: Device, seconds: float, ran: list[int], name: int) -> Callable[[], None]:
    def run() -> None:
        ran.append(name)
        device.now += seconds

    return run


def test_clock() -> None:
    """The median, by runs that take turns; bytes of a copy are read and written."""
    clock, device = _clock()
    assert clock.copy_bandwidth == pytest.approx(8e9)  # pyright: ignore[reportUnknownMemberType]
    ran: list[int] = []
    times = [3e-6, 3e-6, 30e-6]
    runs = [_run(device, seconds, ran, name) for name, seconds in enumerate(times)]
    taken = clock.seconds(runs)
    assert taken == pytest.approx(12e-6, rel=0.1)  # pyright: ignore[reportUnknownMemberType]
    assert max(ran.count(k) for k in range(3)) - min(ran.count(k) for k in range(3)) <= 2


def test_samples_that_begin_early_are_taken_again() -> None:
    clock, device = _clock()
    ran: list[int] = []
    clock.seconds([_run(device, 1e-3, ran, 0)])
    once, device.early = len(ran), 2
    clock.seconds([_run(device, 1e-3, ran, 0)])
    assert len(ran) == 2 * once + 2
    device.early = 1 << 20
    with pytest.raises(RuntimeError, match="too slow"):
        clock.seconds([_run(device, 1e-3, ran, 0)])


def test_copies_are_larger_than_the_cache() -> None:
    clock, _ = _clock()
    assert clock.copies_of(1 << 18) * (1 << 18) > 2 << 20
    assert clock.copies_of(1 << 29) == 1
