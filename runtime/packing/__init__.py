"""Arrays into their layouts and out of them: what is copied, and the compiled code that copies."""
