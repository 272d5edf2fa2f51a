"""Kernels on a GPU: the launch plan, and the devices that carry it out."""
