"""Contents of padding, and the stages that write or assume it."""
