"""How stages are spread over the blocks and threads of a GPU."""
