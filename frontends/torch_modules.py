"""Modules of PyTorch, and ONNX files, as stages of affine loops."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, cast

from xdsl.dialects.builtin import ModuleOp, StringAttr

from ..dialect.ir.argument_checks import WrongInput, check_argument
from ..dialect.ir.located_errors import PadError
from ..passes.pipeline.float_freedom import Freedom
from ..runtime.signature import find_function
from .linalg import from_linalg
from .other_tools import ToolError, framework, python_with, run_tool
from .without_loops import refuse_without_loops

_SCRIPT = Path(__file__).parent / "torch_mlir_script.py"


def from_torch(
    module: Any,
    arguments: Sequence[Any],
    *,
    weights: Literal["constants", "arguments"] = "constants",
    dynamic_shapes: Any = None,
    math: Freedom = "reassociate",
    name: str = "main",
) -> ModuleOp:
    """
    A module with one public function, of that name, which computes what a `torch.nn.Module` does.

    `arguments` are example tensors, and `dynamic_shapes` what `torch.export.export` takes. Weights
    are constants of the module, or the function's first arguments, parameters before buffers, named
    as in `state_dict()` (`conv1_weight`). Stages have the names of submodules (`conv1`), or of
    PyTorch's operations. A program in C cannot call a function named `main`. Needs the extra
    `torch`; torch-mlir runs in a process of its own.

    Raises PadError for what torch-mlir does not lower; torch.export's errors pass through.
    """
    if not isinstance(cast("object", name), str) or not name.isidentifier():
        raise WrongInput(f"name is {name!r}, but must be the name of a function")
    text = torch_to_linalg(module, arguments, weights, dynamic_shapes)
    made = from_linalg(text, math=math, file=f"<{type(module).__name__}>")
    find_function(made, "main").sym_name = StringAttr(name)
    return made


def torch_to_linalg(
    module: Any,
    arguments: Sequence[Any],
    weights: Literal["constants", "arguments"],
    dynamic_shapes: Any = None,
) -> str:
    """Return a module as linalg on tensors, with locations. Raises PadError as from_torch does."""
    check_argument("weights", weights, Literal["constants", "arguments"], "constants or arguments")
    return program_to_linalg(exported_program(module, arguments, dynamic_shapes), weights)


def exported_program(module: Any, arguments: Sequence[Any], dynamic_shapes: Any = None) -> Any:
    """Return what torch.export makes of a module. Raises PadError for what is none."""
    torch = framework("torch", "torch")
    if not isinstance(module, torch.nn.Module):
        raise PadError(f"from_torch wanted a torch.nn.Module, got {type(module).__name__}")
    with torch.no_grad():
        return torch.export.export(module, tuple(arguments), dynamic_shapes=dynamic_shapes)


def program_to_linalg(program: Any, weights: Literal["constants", "arguments"]) -> str:
    """Return an exported program as linalg on tensors. Raises PadError as from_torch does."""
    torch = framework("torch", "torch")
    with TemporaryDirectory() as folder:
        torch.export.save(program, file := str(Path(folder) / "module.pt2"))
        kind = "exported" if weights == "constants" else "exported-free"
        return _to_linalg(kind, file, Path(folder))


def from_onnx(path: str | Path, *, math: Freedom = "reassociate") -> ModuleOp:
    """
    A module with the function of an ONNX file; weights are constants. Needs the extra `torch`.

    Raises PadError for a file that is none, and for what torch-mlir does not lower.
    """
    try:
        is_file = Path(path).is_file()
    except TypeError:
        raise WrongInput(f"path is {path!r}, but must be the path of an ONNX file") from None
    if not is_file:
        raise PadError(f"from_onnx wanted the path of an ONNX file, but there is no file {path}")
    return from_torch_mlir(Path(path).read_bytes(), "onnx", math=math, file=str(path))


def from_torch_mlir(
    content: bytes, kind: Literal["onnx", "torch"], *, math: Freedom, file: str
) -> ModuleOp:
    """
    A module of ONNX bytes, or of text of torch-mlir's dialect.

    Raises ParseError at the place where torch-mlir names one, else PadError.
    """
    with TemporaryDirectory() as folder:
        (given := Path(folder) / "input").write_bytes(content)
        try:
            text = _to_linalg(kind, str(given), Path(folder))
        except ToolError as error:
            raise error.in_text(content.decode(errors="replace"), file) from None
    return from_linalg(text, math=math, file=file)


def _to_linalg(kind: str, file: str, folder: Path) -> str:
    out = folder / "linalg.mlir"
    run_tool([python_with("torch_mlir", "torch"), str(_SCRIPT), kind, file, str(out)])
    linalg = out.read_text()
    refuse_without_loops(linalg)
    return linalg
