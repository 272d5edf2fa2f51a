"""Upstream MLIR and LLVM: modules to them and back, machine code, and LLVM's processors."""
