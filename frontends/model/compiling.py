"""`compile_model`: from what a framework has to a function of arrays."""

from __future__ import annotations

from typing import Any, Literal, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr

from ...dialect.ir.argument_checks import WrongInput, check_argument
from ...dialect.ir.located_errors import PadError
from ...dialect.text import print_module
from ...passes.common.diagnostics import collect_remarks
from ...passes.pipeline.float_freedom import Freedom
from ...runtime.host.compiler import code_for_host
from ...runtime.signature import find_function
from ...schedule import Schedule
from .model import Interface, Model, Program
from .result_arguments import results_as_arguments
from .sources import Source, read_source
from .trees import rebuilt


def compile_model(
    source: Any,
    *arguments: Any,
    math: Freedom | None = None,
    dynamic_shapes: Any = None,
    layouts: Literal["auto"] | None = None,
    target_cpu: str = "native",
    name: str | None = None,
) -> Model:
    """
    Compile a model for this machine.

    `source` is a function that JAX can trace, with example `arguments` as `jax.jit(..).lower` takes
    them; a `torch.nn.Module`, with example inputs, and `dynamic_shapes` as `torch.export.export`
    takes them; a module, of `from_linalg`, `from_jax` and the others; an upstream `mlir.ir.Module`
    of linalg; or the path of a file of MLIR or ONNX. The weights of a torch module are bound.

    `math` says what may be done to floats, as the importers take it: "reassociate" by default, but
    "exact" for linalg; a module has the flags that it was imported with, and these besides.
    `layouts="auto"` proposes layouts for all buffers, by the estimated time of the code; what is
    bound is packed once. `target_cpu` is LLVM's name of a processor. `name` is what `model.emit`
    calls the function; by default it is a JAX function's own, else that in the module, or `main`.

    Raises PadError, ParseError and KernelError for what cannot be imported or compiled, and
    ScheduleError for an unknown processor.
    """
    check_argument("math", math, Freedom | None, "'exact', 'reassociate' or 'fast'")
    check_argument("layouts", layouts, Literal["auto"] | None, "'auto' or None")
    check_argument("target_cpu", target_cpu, str, "the name of a processor")
    if name is not None and (not isinstance(cast("object", name), str) or not name.isidentifier()):
        raise WrongInput(f"name is {name!r}, but must be the name of a function")
    read = read_source(source, arguments, math, dynamic_shapes)
    if name is not None:
        _rename(read.module, name)
    return model_of(read, layouts=layouts, target_cpu=target_cpu, math=math)


def _rename(module: ModuleOp, name: str) -> None:
    functions = [op for op in module.ops if isinstance(op, func.FuncOp)]
    function = find_function(module, None)
    if any(op.sym_name.data == name for op in functions if op is not function):
        raise PadError(f"the module has another function named {name}")
    function.sym_name = StringAttr(name)


def model_of(
    read: Source,
    *,
    layouts: Literal["auto"] | None = None,
    target_cpu: str = "native",
    math: Freedom | None = None,
) -> Model:
    """Compile a program that was imported."""
    before = print_module(read.module)
    borders = Schedule(read.module)
    borders.lay_out_borders()
    module = borders.module
    outputs = results_as_arguments(find_function(module, None))
    schedule = Schedule(module, math=math)
    schedule.optimize(target_cpu=target_cpu, layouts=layouts)
    with collect_remarks() as remarks:
        code = code_for_host(schedule.module, packed=True, target_cpu=target_cpu)
    dtypes = tuple(None if dtype is None else dtype.name for dtype in read.dtypes)
    told = (*borders.remarks, *schedule.remarks, *remarks)
    interface = Interface(read.arguments, read.results, outputs, dtypes)
    model = Model(Program(print_module(schedule.module), before, code, interface, told))
    if not read.weights:
        return model
    return model.bind(rebuilt(read.arguments.parts[0], read.weights))
