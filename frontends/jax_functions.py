"""Functions that JAX traces, as stages of affine loops."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp

from ..dialect.ir.located_errors import PadError
from ..passes.pipeline.float_freedom import Freedom
from .other_tools import framework
from .stablehlo import stablehlo_module

_MAIN = "main"


def from_jax(
    function: Callable[..., Any], *arguments: Any, math: Freedom = "reassociate"
) -> ModuleOp:
    """
    A module with one public function, which computes what a JAX function does.

    `arguments` are arrays, `jax.ShapeDtypeStruct`s (with symbolic sizes too) and trees of these,
    as `jax.jit(function).lower` takes them. The function of the module has the name of the given
    one; its arguments are the leaves of the trees, in JAX's order (`params_conv1_weight`), also
    those that are not used, and it returns the leaves of the result. Needs the extra `jax`.

    Raises PadError for what has no loops; errors of JAX's own tracing are as JAX raises them.
    """
    if not callable(function):
        raise PadError(f"from_jax wanted a function that JAX can trace, got {function!r}")
    jax = framework("jax", "jax")

    @wraps(function)
    def whole(*given: Any) -> Any:
        return function(*given)

    jitted = jax.jit(whole, keep_unused=True)
    text = str(_lowered(jax, jitted, arguments))
    names = _argument_names(jax, function, arguments)
    module = stablehlo_module(text, math, f"<{_name_of(function)}>", names)
    for op in module.body.block.ops:
        if isinstance(op, FuncOp) and op.sym_name.data == _MAIN:
            op.sym_name = StringAttr(_name_of(function))
    return module


def _lowered(jax: Any, jitted: Any, arguments: Any) -> Any:
    """StableHLO; by JAX's export where a size is symbolic, as `lower` wants numbers."""
    leaves = jax.tree_util.tree_leaves(arguments)
    sizes = [size for leaf in leaves for size in getattr(leaf, "shape", ())]
    if all(isinstance(size, int) for size in sizes):
        return jitted.lower(*arguments).as_text(debug_info=True)
    return jax.export.export(jitted, platforms=["cpu"])(*arguments).mlir_module()


def _argument_names(jax: Any, function: Any, arguments: Any) -> list[str]:
    """The leaves of the arguments, as JAX's `lower` calls them: `params['conv1']['bias']`."""
    try:
        bound = signature(function).bind(*arguments).arguments
    except ValueError:  # a built-in function without a signature
        return []
    names, values = list(bound), tuple(bound.values())
    paths = [path for path, _ in jax.tree_util.tree_flatten_with_path(values)[0]]
    return [names[path[0].idx] + jax.tree_util.keystr(path[1:]) for path in paths]


def _name_of(function: Any) -> str:
    name = getattr(function, "__name__", "")
    return name if name.isidentifier() else _MAIN
