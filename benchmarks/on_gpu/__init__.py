"""What a bundle carries to a machine with a GPU: it needs Python, a driver and torch."""
