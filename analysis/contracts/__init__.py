"""What each function asks of its buffers on entry, does with them, and leaves in them at exit."""
