"""Running lowered modules: the bridge to upstream MLIR, the LLVM back end, and kernels on numpy arrays."""
