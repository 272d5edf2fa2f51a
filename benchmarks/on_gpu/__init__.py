"""Contents of a bundle for a machine with a GPU, which needs Python, a driver and torch."""
