"""What a model is made of: modules, functions of JAX, modules of PyTorch and files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from ...dialect.annotations import SIZE, argument_attributes
from ...dialect.ir.argument_checks import WrongInput, is_upstream, shown
from ...dialect.ir.located_errors import PadError
from ...passes.pipeline.float_freedom import Freedom
from ...runtime.signature import find_function
from ..formats import import_from
from ..jax_functions import from_jax
from ..linalg import from_linalg
from ..other_tools import framework
from ..torch_modules import exported_program, from_onnx, program_to_linalg
from .trees import Branch, Leaf, Tree, count, tree_of

_WANTED = (
    "a module, a function that JAX can trace, a torch.nn.Module, or the path of a file of MLIR or "
    "ONNX"
)


@dataclass(frozen=True)
class Source:
    """A program, and how its arguments and results are arranged."""

    module: ModuleOp
    arguments: Branch
    """A tuple: an entry for each argument of a call; the leaves are buffers, in order."""
    results: Tree
    dtypes: Sequence[np.dtype[Any] | None] = ()
    """The types that leaves of the result have in the framework; none of a module's."""
    weights: Sequence[Any] = ()
    """The leaves that come first, where these are known."""


def read_source(
    given: Any, examples: Sequence[Any], math: Freedom | None, dynamic_shapes: Any
) -> Source:
    """Import a model. Raises PadError for what is none, and as the importers do."""
    is_module = isinstance(given, ModuleOp) or is_upstream(given)
    if is_module or isinstance(given, str | Path):
        if examples:
            raise PadError("example arguments are for functions and torch modules only")
        return _of_module(_module(given, math))
    torch = sys.modules.get("torch")
    free: Freedom = math or "reassociate"
    if torch is not None and isinstance(given, torch.nn.Module):
        return _of_torch(given, examples, free, dynamic_shapes)
    if dynamic_shapes is not None:
        raise PadError("dynamic_shapes are for torch modules only")
    if callable(given):
        return _of_jax(given, examples, free)
    raise WrongInput(f"compile_model wanted {_WANTED}, got {shown(given)}")


def _module(given: Any, math: Freedom | None) -> ModuleOp:
    if isinstance(given, ModuleOp):
        return given.clone()
    if not isinstance(given, str | Path):
        return from_linalg(given, math=math or "exact")
    path = Path(given)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        raise PadError(f"compile_model wanted {_WANTED}, but there is no file {shown(given)}")
    if path.suffix == ".onnx":
        return from_onnx(path, math=math or "reassociate")
    if path.suffix == ".mlir":
        content = path.read_bytes()
        kinds = {b"stablehlo.": "stablehlo", b"torch.": "torch"}
        kind = next((kind for mark, kind in kinds.items() if mark in content), "linalg")
        return import_from(kind, content, math, str(path))
    raise PadError(f"{path}: wanted a file whose name ends with .mlir or .onnx")


def _of_module(module: ModuleOp) -> Source:
    function = find_function(module, None)
    given = [value for value in function.args if SIZE not in argument_attributes(value)]
    arguments = Branch("tuple", None, tuple(map(Leaf, range(len(given)))))
    return Source(module, arguments, _flat_results(len(function.function_type.outputs.data)))


def _flat_results(number: int) -> Tree:
    """None, a result, or a tuple of several."""
    if number == 1:
        return Leaf(0)
    return Branch("tuple" if number else "none", None, tuple(map(Leaf, range(number))))


def _of_jax(function: Callable[..., Any], examples: Sequence[Any], math: Freedom) -> Source:
    jax = framework("jax", "jax")
    module = from_jax(function, *examples, math=math)

    def numbered(given: Any) -> Any:
        structure = jax.tree_util.tree_structure(given)
        return jax.tree_util.tree_unflatten(structure, range(structure.num_leaves))

    found = jax.eval_shape(function, *examples)
    dtypes = [np.dtype(leaf.dtype) for leaf in jax.tree_util.tree_leaves(found)]
    arguments = _arguments(numbered(tuple(examples)))
    return _checked(Source(module, arguments, tree_of(numbered(found), "the result"), dtypes))


def _of_torch(module: Any, examples: Sequence[Any], math: Freedom, dynamic_shapes: Any) -> Source:
    program = exported_program(module, examples, dynamic_shapes)
    text = program_to_linalg(program, "arguments")
    imported = from_linalg(text, math=math, file=f"<{type(module).__name__}>")
    weights = {**program.state_dict, **program.constants}
    specifications = program.graph_signature.input_specs
    names = [*dict.fromkeys(str(s.target) for s in specifications if s.target in weights)]
    given, made = program.call_spec.in_spec, program.call_spec.out_spec
    positional, _ = given.unflatten(list(range(given.num_leaves)))
    inputs = _arguments(positional, first=len(names))
    state = Branch("state", tuple(names), tuple(map(Leaf, range(len(names)))))
    arguments = replace(inputs, parts=(state, *inputs.parts))
    results = tree_of(made.unflatten(list(range(made.num_leaves))), "the result")
    kept = [weights[name] for name in names]
    return _checked(Source(imported, arguments, results, weights=kept))


def _arguments(numbered: tuple[Any, ...], first: int = 0) -> Branch:
    parts = (tree_of(each, f"argument {k}", first) for k, each in enumerate(numbered))
    return Branch("tuple", None, tuple(parts))


def _checked(source: Source) -> Source:
    type = find_function(source.module, None).function_type
    wanted, found = count(source.arguments), len(type.inputs.data)
    if wanted != found:
        raise PadError(f"the program has {found} arguments, but {wanted} arrays are passed")
    made = len(type.outputs.data)
    if count(source.results) != made:
        raise PadError(f"the program has {made} results, but returns {count(source.results)}")
    return source
