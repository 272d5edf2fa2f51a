"""A CUDA driver that launches nothing: it notes what it is asked for, and checks it as one does."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

_ENTRY = re.compile(r"\.entry (\w+)\((.*?)\)\s*(\.\w+.*?)?\{", re.DOTALL)
_PARAMETER = re.compile(r"\.param \.([a-z])(\d+)")
_BLOCK = re.compile(r"\.maxntid (\d+), (\d+), (\d+)")
_TARGET = re.compile(r"\.target sm_(\d+)")
_ATTRIBUTES = {1: 1024, 2: 1024, 3: 1024, 4: 64, 5: (1 << 31) - 1, 6: 65535, 7: 65535}
_MEMORY = 0x7F00_0000_0000


@dataclass(frozen=True)
class Launched:
    """A launch, with its arguments as the kernel finds them."""

    kernel: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    stream: int
    arguments: tuple[bytes, ...]

    @property
    def words(self) -> list[int]:
        """The arguments as integers: addresses and sizes."""
        return [int.from_bytes(argument, "little") for argument in self.arguments]


@dataclass
class RecordingDriver:
    """The functions of `libcuda.so.1` that are used, recorded."""

    capability: int = 90
    devices: int = 1
    failing: dict[str, int] = field(default_factory=dict[str, int])
    """Functions that fail, with the code that they give."""
    memory: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    """The device and size of what is allocated, by the address."""
    calls: list[Any] = field(default_factory=list[Any])
    """Names of functions, launches, and copies."""

    def __post_init__(self) -> None:
        self._contexts: list[int] = []
        self._modules: dict[int, dict[str, tuple[list[int], tuple[int, ...]]]] = {}
        self._functions: dict[int, tuple[str, list[int], tuple[int, ...]]] = {}
        self._next = _MEMORY
        self.loaded = list[str]()
        """The architectures of the modules."""

    @property
    def launches(self) -> list[Launched]:
        return [call for call in self.calls if isinstance(call, Launched)]

    def count(self, name: str) -> int:
        """How often a function was called."""
        return self.calls.count(name)

    def __getattr__(self, name: str) -> Callable[..., int]:
        if not name.startswith("cu"):
            raise AttributeError(name)
        known = getattr(type(self), f"_{name}")

        def call(*arguments: Any) -> int:
            self.calls.append(name)
            return self.failing.get(name) or known(self, *arguments) or 0

        return call

    def new_array(self, size: int, device: int = 0) -> int:
        """Memory on a device, as another library has it."""
        self._next += 1 << 20
        self.memory[self._next] = device, size
        return self._next

    def _cuInit(self, flags: Any) -> None:
        assert flags.value == 0

    def _cuGetErrorName(self, code: Any, out: Any) -> None:
        out._obj.value = f"CUDA_ERROR_NUMBER_{code.value}".encode()

    _cuGetErrorString = _cuGetErrorName

    def _cuDeviceGetCount(self, out: Any) -> None:
        out._obj.value = self.devices

    def _cuDeviceGet(self, out: Any, ordinal: Any) -> None:
        out._obj.value = 70 + ordinal.value

    def _cuDevicePrimaryCtxRetain(self, out: Any, device: Any) -> None:
        out._obj.value = 0xC00 + device.value

    def _cuDeviceGetAttribute(self, out: Any, number: Any, device: Any) -> None:
        assert device.value >= 70
        major, minor = divmod(self.capability, 10)
        out._obj.value = {75: major, 76: minor, **_ATTRIBUTES}[number.value]

    def _cuCtxPushCurrent_v2(self, context: Any) -> None:
        self._contexts.append(context.value)

    def _cuCtxPopCurrent_v2(self, out: Any) -> None:
        out._obj.value = self._contexts.pop()

    def _cuPointerGetAttribute(self, out: Any, attribute: Any, pointer: Any) -> int:
        assert attribute.value == 9
        for start, (device, size) in self.memory.items():
            if start <= pointer.value < start + size:
                out._obj.value = device
                return 0
        return 1

    def _cuModuleLoadDataEx(
        self, out: Any, image: Any, count: Any, options: Any, values: Any
    ) -> int:
        self._current()
        assert (count.value, list(options)) == (2, [5, 6])
        text = image.value.decode()
        target = _TARGET.search(text)
        assert target is not None
        self.loaded.append(f"sm_{target[1]}")
        assert int(target[1]) <= self.capability
        if "jit" in self.failing:
            log = b"ptxas: line 3: no such thing\0"
            assert values[1] > len(log)
            ctypes.memmove(values[0], log, len(log))
            return self.failing["jit"]
        out._obj.value = len(self.loaded)  # no handle twice
        self._modules[out._obj.value] = {
            entry[1]: (
                [int(bits) // 8 for _, bits in _PARAMETER.findall(entry[2])],
                tuple(map(int, _BLOCK.search(entry[0]).groups())),  # pyright: ignore
            )
            for entry in _ENTRY.finditer(text)
        }
        return 0

    def _cuModuleUnload(self, module: Any) -> None:
        self._current()
        del self._modules[module.value]

    def _cuModuleGetFunction(self, out: Any, module: Any, name: bytes) -> int:
        self._current()
        found = self._modules[module.value].get(name.decode())
        if found is None:
            return 500
        out._obj.value = 0xF00 + len(self._functions)
        self._functions[out._obj.value] = name.decode(), *found
        return 0

    def _cuFuncGetAttribute(self, out: Any, attribute: Any, function: Any) -> None:
        assert attribute.value == 0
        assert function.value in self._functions
        out._obj.value = self.failing.get("threads", 1024)

    def _cuMemAlloc_v2(self, out: Any, size: Any) -> None:
        self._current()
        assert size.value > 0
        out._obj.value = self.new_array(size.value, self._current())

    def _cuMemFree_v2(self, pointer: Any) -> None:
        self._current()
        del self.memory[pointer.value]

    def _cuMemcpyDtoDAsync_v2(self, target: Any, source: Any, size: Any, stream: Any) -> None:
        self._current()
        ends = source.value, target.value
        self.calls.append(("copy", *ends, size.value, stream.value or 0))

    def _cuMemcpyDtoH_v2(self, target: Any, source: Any, size: Any) -> None:
        self._current()
        ctypes.memset(target, 0, size.value)

    def _cuStreamSynchronize(self, stream: Any) -> None:
        self._current()

    def _cuEventCreate(self, out: Any, flags: Any) -> None:
        self._current()
        out._obj.value = 0xE00

    def _cuEventRecord(self, event: Any, stream: Any) -> None:
        self.calls.append(("record", stream.value or 0))

    def _cuStreamWaitEvent(self, stream: Any, event: Any, flags: Any) -> None:
        assert (event.value, flags.value) == (0xE00, 0)
        self.calls.append(("wait", stream.value or 0))

    def _cuEventDestroy_v2(self, event: Any) -> None:
        assert event.value == 0xE00

    def _cuLaunchKernel(self, function: Any, *rest: Any) -> int:
        device = self._current()
        *sizes, shared, stream, packed, extra = rest
        grid, block = (tuple(size.value for size in part) for part in (sizes[:3], sizes[3:]))
        assert (shared.value, extra) == (0, None)
        name, parameters, known_block = self._functions[function.value]
        assert block == known_block
        assert 0 not in grid
        assert len(packed) == max(len(parameters), 1)
        given = [
            ctypes.string_at(cell, size) for cell, size in zip(packed, parameters, strict=False)
        ]
        self.calls.append(Launched(name, grid, block, stream.value or 0, tuple(given)))
        on = [self.memory[word][0] for word in self.launches[-1].words if word in self.memory]
        assert all(place == device for place in on)
        return 0

    def _current(self) -> int:
        """The device whose context is current; a failure where none is."""
        assert self._contexts, "no context is current"
        return self._contexts[-1] - 0xC00 - 70
