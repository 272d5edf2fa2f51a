"""Functions on a device: the launch plan and kernels of a module, and calls of them."""
