"""Arrays of numpy, PyTorch and JAX, into what kernels take and back, without copies."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias, TypeGuard, cast

import ml_dtypes
import numpy as np

from ...runtime.errors import KernelError
from ...runtime.packing.arrays import Array

Kind: TypeAlias = Literal["numpy", "torch", "jax"]
_CPU = 1
"""DLPack's number of the host's memory."""
_SMALL = 1 << 16
"""Bytes that JAX copies in less time than it takes memory over."""
_OFTEN = 30
"""Calls with results of the same shapes, after which a function is compiled that copies them."""
_CALLS = Counter[tuple[Any, ...]]()
_BFLOAT = np.dtype(ml_dtypes.bfloat16)


def kind_of(given: Iterable[object]) -> Kind:
    """The framework of arrays: of the first that is not numpy's."""
    for each in given:
        if _is_of("torch", "Tensor", each):
            return "torch"
        if _is_of("jax", "Array", each):
            return "jax"
    return "numpy"


def as_array(given: Any, wanted: np.dtype[Any], *, bound: bool = False) -> Array:
    """
    The array, in the memory that it is in; raises KernelError for one on another device, and for
    what is no array.

    A number becomes an array of the type that is `wanted`. What is `bound` may be a parameter of
    PyTorch: gradients are those of the original.
    """
    if _is_array(given):
        return _signless(given, wanted)
    if isinstance(given, bool | int | float | np.generic):
        return _signless(_of_number(given, wanted), wanted)
    if _is_of("jax", "core.Tracer", given):
        raise KernelError(
            "the model computes on arrays, and a function that JAX traces has none: call it "
            "outside of jax.jit, grad and vmap"
        )
    _refuse_other_devices(given)
    if _is_of("torch", "Tensor", given):
        return _signless(_of_torch(given, bound=bound), wanted)
    if _is_of("jax", "Array", given):
        return _signless(np.asarray(given), wanted)  # a view: numpy asks DLPack or the buffer
    if not hasattr(given, "__dlpack__"):
        raise KernelError(f"wanted an array, got {type(given).__name__}")
    try:
        return _signless(np.from_dlpack(given), wanted)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise KernelError(f"numpy cannot share the memory of a DLPack tensor: {error}") from None


def as_kind(results: Sequence[Array], kind: Kind) -> list[Any]:
    """Arrays of a framework, in the memory of these; JAX copies small ones."""
    if kind == "numpy":
        return list(results)
    if kind == "torch":
        return [_to_torch(sys.modules["torch"], array) for array in results]
    return _to_jax_together(results)


def _of_number(given: Any, wanted: np.dtype[Any]) -> Array:
    array = np.asarray(given)
    is_exact = (array.dtype.kind in "fV" and wanted.kind == "f") or wanted == _BFLOAT
    with np.errstate(over="ignore"):
        made = array.astype(wanted)
    if not is_exact and made.astype(array.dtype) != array:
        raise KernelError(f"wanted a number of type {wanted}, got {given!r}")
    return made


def _signless(array: Array, wanted: np.dtype[Any]) -> Array:
    """Integers of MLIR have no sign: unsigned ones are passed as they are."""
    is_same_size = (
        array.dtype.kind == "u" and array.dtype.str[1:].replace("u", "i") == (wanted.str[1:])
    )
    return array.view(wanted) if is_same_size else array


def _refuse_other_devices(given: Any) -> None:
    device = getattr(given, "__dlpack_device__", None)
    if device is None:
        return
    try:
        kind = int(device()[0])
    except (BufferError, RuntimeError, TypeError, ValueError, AttributeError):
        kind = -1
    if kind != _CPU:
        where = getattr(given, "device", f"the device {kind}")
        remedy = "pass x.cpu(), or jax.device_put(x, jax.devices('cpu')[0])"
        raise KernelError(f"the array is on {where}, but the model runs on the host: {remedy}")


def _of_torch(given: Any, *, bound: bool) -> Array:
    torch: Any = sys.modules["torch"]
    if given.layout != torch.strided:
        raise KernelError(f"wanted a dense tensor, got one of layout {given.layout}")
    if given.requires_grad:
        if torch.is_grad_enabled() and not bound:
            raise KernelError(
                "the tensor requires a gradient, which the model does not compute: pass "
                "x.detach(), or call it under torch.no_grad()"
            )
        given = given.detach()
    given = given.resolve_conj().resolve_neg()
    if given.dtype == torch.bfloat16:
        return given.view(torch.int16).numpy().view(_BFLOAT)
    try:
        return given.numpy()
    except (TypeError, RuntimeError) as error:
        raise KernelError(f"numpy cannot share the memory of the tensor: {error}") from None


def _to_torch(torch: Any, array: Array) -> Any:
    if array.dtype == _BFLOAT:
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


def _to_jax_together(arrays: Sequence[Array]) -> list[Any]:
    """
    Arrays of JAX, copies of small ones. A function of JAX that returns its arguments copies in half
    the time that `asarray` takes, but is compiled for each combination of shapes.
    """
    jax: Any = sys.modules["jax"]
    if all(array.nbytes < _SMALL for array in arrays):
        shapes = tuple((array.shape, array.dtype) for array in arrays)
        _CALLS[shapes] += 1
        if _CALLS[shapes] > _OFTEN:
            made = _identity()(*arrays)
            if all(isinstance(each, jax.Array) for each in made):  # under jax.disable_jit none is
                return list(made)
    return [_to_jax(array) for array in arrays]


@cache
def _identity() -> Any:
    def same(*arrays: Any) -> tuple[Any, ...]:
        return arrays

    return cast("Any", sys.modules["jax"]).jit(same)


def _to_jax(array: Array) -> Any:
    jax: Any = sys.modules["jax"]
    if array.dtype == _BFLOAT or array.nbytes < _SMALL:
        return jax.numpy.asarray(array)
    try:
        return jax.dlpack.from_dlpack(array)
    except (BufferError, RuntimeError, TypeError, ValueError):  # f64 without jax_enable_x64
        return jax.numpy.asarray(array)


def _is_of(package: str, name: str, given: object) -> bool:
    """Whether it is of a class of a framework, which is not imported for the question."""
    kind: Any = sys.modules.get(package)
    for part in name.split("."):
        kind = getattr(kind, part, None)
    return isinstance(kind, type) and isinstance(given, kind)


def _is_array(given: object) -> TypeGuard[Array]:
    return isinstance(given, np.ndarray)
