"""Functions of neural networks, of elements and of rows, which `optimize` alone tunes."""
