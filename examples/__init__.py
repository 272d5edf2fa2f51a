"""The examples; `python -m pad_mlir.examples DIR` copies them."""
