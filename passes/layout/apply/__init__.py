"""Makes laid-out buffers and their accesses physical."""
