"""NVIDIA's driver API through ctypes: what it takes to launch kernels."""

from __future__ import annotations

import ctypes
from collections.abc import Generator
from contextlib import contextmanager
from ctypes import byref, c_char_p, c_int, c_uint, c_uint64, c_void_p
from typing import Any

from ..errors import KernelError

_LIBRARY = "libcuda.so.1"
_OUT_OF_MEMORY = 2
_INVALID_VALUE = 1
_ERROR_LOG, _ERROR_LOG_BYTES = 5, 6
_COMPUTE_CAPABILITY = (75, 76)
_DEVICE_ORDINAL = 9
_HINTS = {
    209: "the code is for another architecture",
    222: "the driver is older than the code: update it, or compile for an older architecture",
    716: "an access is not aligned: arrays that kernels take in whole vectors start at 16 bytes",
}
MAX_THREADS = 1
"""The device attribute; those of the largest block and grid follow it."""
FUNCTION_MAX_THREADS = 0
"""The attribute of a function: threads of a block that its registers leave room for."""


class CudaError(KernelError):
    """A call of the driver that failed; `code` is what it gave."""

    def __init__(self, message: str, code: int):
        super().__init__(message)
        self.code = code

    @property
    def is_out_of_memory(self) -> bool:
        """Whether memory was asked for that is not there."""
        return self.code == _OUT_OF_MEMORY


class CudaDriver:
    """
    The calls of the driver, each a KernelError where it fails.

    `library` has them as functions, and is by default the driver of this machine.
    """

    def __init__(self, library: Any = None):
        if library is None:
            try:
                library = ctypes.CDLL(_LIBRARY)
            except OSError as error:
                raise KernelError(
                    f"no NVIDIA driver on this machine: {error}; target='cuda' needs {_LIBRARY}, "
                    "which comes with the driver, not with a toolkit"
                ) from None
        self._library = library
        self.call("cuInit", c_uint(0))

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function; raises CudaError if it returns another code than 0."""
        code: int = getattr(self._library, name)(*arguments)
        if code:
            texts: list[str] = []
            for describe in ("cuGetErrorName", "cuGetErrorString"):
                text = c_char_p()
                getattr(self._library, describe)(c_int(code), byref(text))
                texts.append((text.value or b"unknown").decode())
            hint = f"; {_HINTS[code]}" if code in _HINTS else ""
            raise CudaError(f"{name} failed: {': '.join(texts)} ({code}){hint}", code)

    def device_count(self) -> int:
        """How many devices there are."""
        count = c_int()
        self.call("cuDeviceGetCount", byref(count))
        return count.value

    def device_of(self, pointer: int) -> int | None:
        """The device whose memory this is; None for memory of the host."""
        ordinal = c_int()
        try:
            attribute = c_int(_DEVICE_ORDINAL)
            self.call("cuPointerGetAttribute", byref(ordinal), attribute, c_uint64(pointer))
        except CudaError as error:
            if error.code == _INVALID_VALUE:
                return None
            raise
        return ordinal.value


class CudaContext:
    """The primary context of a device, which all that uses the device shares."""

    def __init__(self, driver: CudaDriver, ordinal: int):
        count = driver.device_count()
        if not 0 <= ordinal < count:
            raise KernelError(f"no CUDA device {ordinal}; there are {count}")
        self.ordinal, self._driver = ordinal, driver
        self._device = c_int()
        driver.call("cuDeviceGet", byref(self._device), c_int(ordinal))
        self._context = c_void_p()
        driver.call("cuDevicePrimaryCtxRetain", byref(self._context), self._device)
        major, minor = map(self.attribute, _COMPUTE_CAPABILITY)
        self.capability = 10 * major + minor
        """The architecture: 90 for compute capability 9.0."""

    def attribute(self, number: int) -> int:
        """A property of the device."""
        value = c_int()
        self._driver.call("cuDeviceGetAttribute", byref(value), c_int(number), self._device)
        return value.value

    @contextmanager
    def current(self) -> Generator[CudaDriver]:
        """
        The driver, with this context current; afterwards the context of the caller is current
        again.
        """
        self._driver.call("cuCtxPushCurrent_v2", self._context)
        try:
            yield self._driver
        finally:
            self._driver.call("cuCtxPopCurrent_v2", byref(c_void_p()))

    def load(self, ptx: bytes) -> c_void_p:
        """A module; KernelError with the log of the driver's compiler."""
        module, log = c_void_p(), ctypes.create_string_buffer(1 << 13)
        options = (c_int * 2)(_ERROR_LOG, _ERROR_LOG_BYTES)
        values = (c_void_p * 2)(ctypes.addressof(log), len(log))
        text = ctypes.create_string_buffer(ptx)  # ends in 0, as the driver wants it
        with self.current() as driver:
            try:
                driver.call("cuModuleLoadDataEx", byref(module), text, c_uint(2), options, values)
            except CudaError as error:
                said = log.value.decode(errors="replace").strip()
                raise CudaError(f"{error}{said and f'; the log: {said}'}", error.code) from None
        return module
