"""pad-to-gpu on kernels written by hand."""
