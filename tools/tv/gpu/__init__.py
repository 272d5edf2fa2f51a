"""Launches of kernels: the threads of a block, and where they wait for each other."""
