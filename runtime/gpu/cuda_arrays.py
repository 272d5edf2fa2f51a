"""Arrays of other libraries in the memory of a CUDA device, and the streams they are used on."""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Sequence
from ctypes import c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p, py_object
from dataclasses import dataclass, field
from typing import Any

from ..errors import KernelError
from .element_bytes import size_of_element

_CUDA, _CUDA_MANAGED = 2, 13  # kinds of devices in DLPack
_TYPESTRS = {
    **{"<f2": "f16", "<f4": "f32", "<f8": "f64", "|b1": "i1"},
    **{"|i1": "i8", "<i2": "i16", "<i4": "i32", "<i8": "i64"},
}
_DLPACK_TYPES = {
    **{(2, 16): "f16", (2, 32): "f32", (2, 64): "f64", (4, 16): "bf16", (6, 8): "i1"},
    **{(0, 8): "i8", (0, 16): "i16", (0, 32): "i32", (0, 64): "i64"},
}
_LEGACY_STREAM = 1
"""How protocols call the default stream, whose handle is 0."""


class _DLTensor(ctypes.Structure):
    _fields_ = (
        ("data", c_void_p),
        ("device_type", c_int32),
        ("device_id", c_int32),
        ("ndim", c_int32),
        ("code", c_uint8),
        ("bits", c_uint8),
        ("lanes", c_uint16),
        ("shape", ctypes.POINTER(c_int64)),
        ("strides", ctypes.POINTER(c_int64)),
        ("byte_offset", c_uint64),
    )


@dataclass(frozen=True)
class CudaArray:
    """An array in the memory of a device."""

    pointer: int
    element: str
    """MLIR's name of the element type, or what the array's own library calls it."""
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None = None
    """In elements; None if it is row-major and contiguous."""
    read_only: bool = False
    ready_on: int | None = None
    """The stream that what is in the array is made on, where its owner says so."""
    owner: Any = field(default=None, compare=False)
    """Keeps the memory."""

    @property
    def is_contiguous(self) -> bool:
        """Whether it is row-major, without gaps."""
        expected = 1
        for size, stride in zip(reversed(self.shape), reversed(self.strides or ()), strict=False):
            if size != 1 and stride != expected:
                return False
            expected *= size
        return True

    @property
    def size(self) -> int:
        """Bytes that a contiguous one takes."""
        return math.prod(self.shape) * size_of_element(self.element)


def cuda_array(given: Any, stream: int) -> CudaArray:
    """
    Return the description of an array, by `__cuda_array_interface__` or DLPack, ready for use on
    the stream.

    Raises KernelError for a value that is not an array on a CUDA device.
    """
    try:
        interface = given.__cuda_array_interface__
    except (AttributeError, TypeError, RuntimeError):  # the last two: torch, for what it can't say
        interface = None
    if interface is not None:
        return _by_interface(given, interface)
    if hasattr(given, "__dlpack__") and hasattr(given, "__dlpack_device__"):
        return _by_dlpack(given, stream)
    raise KernelError(
        f"wanted an array on a CUDA device, got {type(given).__name__}, which has neither "
        "__cuda_array_interface__ nor DLPack"
    )


def stream_handle(stream: Any, arrays: Sequence[Any]) -> int:
    """
    The handle of a stream: an int, or a stream of torch, cupy or cuda.core.

    For None it is the current stream of the library whose arrays these are, torch or cupy, else the
    default stream.
    """
    if stream is None:
        for array in arrays:
            library = sys.modules.get(type(array).__module__.partition(".")[0])
            if library is None or getattr(library, "cuda", None) is None:
                continue
            if library.__name__ == "torch" and array.is_cuda:
                return int(library.cuda.current_stream(array.device).cuda_stream)
            if library.__name__ == "cupy":
                return int(library.cuda.get_current_stream().ptr)
        return 0
    if isinstance(stream, int):
        return stream
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    for name in ("cuda_stream", "ptr"):
        if hasattr(stream, name):
            return int(getattr(stream, name))
    raise KernelError(f"wanted a CUDA stream or its handle, got {type(stream).__name__}")


def _by_interface(given: Any, interface: Any) -> CudaArray:
    if interface.get("mask") is not None:
        raise KernelError("wanted an array, got one with a mask")
    pointer, read_only = interface["data"]
    typestr = str(interface["typestr"])
    element = _TYPESTRS.get(typestr, typestr)
    shape, strides = tuple(interface["shape"]), interface.get("strides")
    if strides is not None:
        size = int(typestr[2:])
        # A stride of no whole elements is none of a contiguous array.
        strides = tuple(s // size if s % size == 0 else -1 for s in strides)
    ready_on = interface.get("stream")
    return CudaArray(pointer or 0, element, shape, strides, bool(read_only), ready_on, given)


def _by_dlpack(given: Any, stream: int) -> CudaArray:
    kind, _ = given.__dlpack_device__()
    if int(kind) not in (_CUDA, _CUDA_MANAGED):
        raise KernelError(
            f"wanted an array on a CUDA device, got {type(given).__name__} on another one: copy it "
            "to the device first"
        )
    try:
        capsule = given.__dlpack__(stream=stream or _LEGACY_STREAM)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise KernelError(f"the memory of a DLPack tensor cannot be shared: {error}") from None
    # The capsule is kept, not taken over: it gives the tensor back when it is deleted.
    read = ctypes.pythonapi.PyCapsule_GetPointer
    read.restype, read.argtypes = c_void_p, (py_object, c_char_p)
    tensor = _DLTensor.from_address(read(capsule, b"dltensor"))
    rank = tensor.ndim
    name = _DLPACK_TYPES.get((tensor.code, tensor.bits)) if tensor.lanes == 1 else None
    return CudaArray(
        (tensor.data or 0) + tensor.byte_offset,
        name or f"code {tensor.code}, {tensor.bits} bits, {tensor.lanes} lanes of DLPack",
        tuple(tensor.shape[:rank]),
        tuple(tensor.strides[:rank]) if tensor.strides else None,
        owner=capsule,
    )
