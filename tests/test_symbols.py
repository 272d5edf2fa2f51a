"""Symbols that are looked up again after the module has changed."""

from __future__ import annotations

import gc
import weakref

from xdsl.dialects import func, gpu
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.rewriter import Rewriter
from xdsl.traits import SymbolTable

from pad_mlir.dialect.ir.symbols import lookup_symbol
from pad_mlir.dialect.repairs import parse_module


def module_of(*names: str) -> ModuleOp:
    return parse_module("\n".join(f"func.func private @{name}()" for name in names))


def function(module: ModuleOp, name: str) -> func.FuncOp:
    found = lookup_symbol(module, name)
    assert isinstance(found, func.FuncOp)
    return found


def test_names_are_found_as_they_are_now():
    module = module_of("f", "g")
    f, g = function(module, "f"), function(module, "g")
    assert (f.sym_name.data, g.sym_name.data, lookup_symbol(f, "h")) == ("f", "g", None)
    f.properties["sym_name"] = StringAttr("h")
    assert lookup_symbol(module, "f") is None
    assert lookup_symbol(module, StringAttr("h")) is f
    Rewriter.erase_op(g)
    assert lookup_symbol(module, "g") is None
    g = func.FuncOp.external("g", [], [])
    module.body.block.add_op(g)
    assert lookup_symbol(module, "g") is g
    other = module_of("f")
    assert lookup_symbol(other, "f") is not f


def test_an_operation_that_moved_is_not_of_the_old_module():
    module, other = module_of("f"), module_of("g")
    f = function(module, "f")
    f.detach()
    other.body.block.add_op(f)
    assert lookup_symbol(module, "f") is None
    assert lookup_symbol(other, "f") is f


def test_nested_symbols_are_those_of_xdsl():
    module = parse_module("""
gpu.module @kernels {
  gpu.func @k() kernel {
    gpu.return
  }
}
func.func @f() {
  %c = arith.constant 1 : index
  gpu.launch_func @kernels::@k blocks in (%c, %c, %c) threads in (%c, %c, %c)
  func.return
}""")
    launch = next(op for op in module.walk() if op.name == "gpu.launch_func")
    assert isinstance(launch, gpu.LaunchFuncOp)
    found = lookup_symbol(launch, launch.kernel)
    assert found is SymbolTable.lookup_symbol(launch, launch.kernel)
    assert isinstance(found, gpu.FuncOp)


def test_modules_are_not_kept_alive():
    module = module_of("f")
    function(module, "f")
    gone = weakref.ref(module)
    del module
    gc.collect()
    assert gone() is None
