"""Times on the device: medians between events, with the queue full, on arrays no cache has."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import Any

from .arrays import Torch
from .launching import Run

_SAMPLES = 15
_SAMPLE_US = 200.0
_MOST_RUNS, _MOST_COPIES = 32, 512
"""Of a sample: what the queue of a stream holds is limited."""
_WARM_UPS = 4


class Clock:
    """
    Times runs by events.

    The host is slower than small kernels. So a long copy keeps the device busy while the host asks
    for a sample, and the sample counts only if the device had not begun it when all was asked for.
    """

    def __init__(self, library: Torch):
        self._torch: Any = library.torch
        free, _ = self._torch.cuda.mem_get_info()
        count = min(1 << 28, free // 32)
        self._source, self._target = library.normal((count,), 0), library.full((count,), 0.0)
        self._copies = 1
        self.copy_bandwidth = self._copy_bandwidth()
        """Bytes a second that a large copy moves, read and written ones counted."""

    @property
    def cache(self) -> int:
        """Bytes of the largest cache."""
        return int(self._torch.cuda.get_device_properties().L2_cache_size)

    def copies_of(self, bytes: int) -> int:
        """How many sets of arrays are twice the cache, within half of the memory that is free."""
        free, _ = self._torch.cuda.mem_get_info()
        wanted = 2 * self.cache // max(bytes, 1) + 2
        return max(min(wanted, free // (2 * max(bytes, 1)), _SAMPLES * _MOST_RUNS), 1)

    def seconds(self, runs: Sequence[Run]) -> float:
        """The median time of a run; they take turns."""
        self._copies = 1
        for run in runs[:_WARM_UPS]:
            run()
        estimate = self._sample(runs, 0, 1)
        count = max(1, min(_MOST_RUNS, int(_SAMPLE_US * 1e-6 / max(estimate, 1e-7))))
        return median(self._sample(runs, k * count, count) for k in range(_SAMPLES))

    def _sample(self, runs: Sequence[Run], first: int, count: int) -> float:
        chosen = [runs[k % len(runs)] for k in range(first, first + count)]
        while True:
            for _ in range(self._copies):
                self._target.copy_(self._source)
            start, end = self._event(), self._event()
            start.record()
            for run in chosen:
                run()
            end.record()
            in_time = not start.query()
            end.synchronize()
            if in_time:
                return start.elapsed_time(end) * 1e-3 / count
            self._copies *= 2
            if self._copies > _MOST_COPIES:
                raise RuntimeError("the host is too slow to keep the device busy")

    def _event(self) -> Any:
        return self._torch.cuda.Event(enable_timing=True)

    def _copy_bandwidth(self) -> float:
        def copy() -> None:
            self._target.copy_(self._source)

        return 2 * self._source.nbytes / self.seconds([copy])


def today() -> str:
    """The date, as ISO 8601 has it."""
    return time.strftime("%Y-%m-%d", time.gmtime())
