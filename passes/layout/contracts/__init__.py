"""What calls promise about padded buffers, and what is left of that when a module is lowered."""
