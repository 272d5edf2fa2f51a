"""One call of a kernel: its arguments checked and packed, the entry point, and the results."""
