"""What of the lowering to GPUs upstream MLIR leaves to us; `pad-to-gpu` puts it together."""
