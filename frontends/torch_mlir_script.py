"""
A program of PyTorch, ONNX or the torch dialect as linalg on tensors, by torch-mlir.

Runs as a script of its own in a Python that has torch-mlir: `torch_mlir_script.py KIND FILE OUT`,
where KIND is onnx, torch (text of the dialect), exported or exported-free (torch.export.save; the
second makes arguments of the weights).
It imports nothing of pad-mlir: two builds of MLIR in one process share symbols, and then each
compiles wrong code.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

_SIMPLIFY = "builtin.module(func.func(torch-match-quantized-custom-ops), {})"
_FROM_EXPORTED = _SIMPLIFY.format("torchdynamo-export-to-torch-backend-pipeline{}")
_FROM_ONNX = (
    "builtin.module(torch-onnx-to-torch-backend-pipeline{}, torch-lower-to-backend-contract{})"
)


def main(kind: str, file: str, out: str) -> None:
    """Writes linalg to `out`."""
    ir, dialect = import_module("torch_mlir.ir"), import_module("torch_mlir.dialects.torch")
    context = ir.Context()
    dialect.register_dialect(context)
    names = list[str]()
    match kind:
        case "onnx":
            module, pipeline = _onnx(file, context), _FROM_ONNX
        case "torch":
            module, pipeline = ir.Module.parse(Path(file).read_text(), context), ""
        case _:
            module, names = _exported(file, context, ir, kind == "exported-free")
            pipeline = _FROM_EXPORTED
    utilities = import_module("torch_mlir.compiler_utils")
    if pipeline:
        utilities.run_pipeline_with_repro_report(module, pipeline, "to the torch backend's form")
    linalg = utilities.OutputType.get("linalg-on-tensors")
    module = utilities.lower_mlir_module(False, linalg, module)
    for name, argument in zip(names, module.body.operations[-1].arguments, strict=False):
        argument.set_location(ir.Location.name(name, context=context))
    Path(out).write_text(module.operation.get_asm(enable_debug_info=True))


def _exported(file: str, context: Any, ir: Any, is_free: bool) -> tuple[Any, list[str]]:
    """The program as a module, and the names of its arguments."""
    torch, importer = import_module("torch"), import_module("torch_mlir.extras.fx_importer")
    kinds = import_module("torch.export.graph_signature").InputKind
    decompositions = import_module("torch_mlir.extras.fx_decomp_util").get_decomposition_table()
    of_node = importer.ContextCache.get_node_location

    def named(self: Any, node: Any) -> Any:
        place = of_node(self, node) or ir.Location.unknown(context)
        return ir.Location.name(_name_of(node), place, context)

    importer.ContextCache.get_node_location = named
    program = torch.export.load(file).run_decompositions(decompositions)
    names = list[str]()
    for each in program.graph_signature.input_specs:
        is_weight = each.kind in (kinds.PARAMETER, kinds.BUFFER, kinds.CONSTANT_TENSOR)
        if is_weight and not is_free:
            continue
        names.append(str(each.target if is_weight else each.arg.name))
        each.kind, each.target = kinds.USER_INPUT, None
    done = importer.FxImporter(context=context)
    done.import_frozen_program(program, func_name="main")
    return done.module, names


def _name_of(node: Any) -> str:
    """The submodule that a node belongs to, if it is one of PyTorch's own; else the node's name."""
    stack: dict[str, Any] = node.meta.get("nn_module_stack") or {}
    if not stack:
        return str(node.name)
    path, kind = list(stack.values())[-1]  # of a submodule, and its class or the name of that
    full_name: str = kind if isinstance(kind, str) else f"{kind.__module__}."
    return str(path) if path and full_name.startswith("torch.nn.") else str(node.name)


def _onnx(file: str, context: Any) -> Any:
    onnx, importer = import_module("onnx"), import_module("torch_mlir.extras.onnx_importer")
    model = onnx.shape_inference.infer_shapes(onnx.load(file), data_prop=True)
    information = importer.ModelInfo(model)
    module = information.create_module(context=context)
    importer.NodeImporter.define_function(information.main_graph, module.operation).import_all()
    return module


if __name__ == "__main__":
    main(*sys.argv[1:])
