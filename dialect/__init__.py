"""The `pad` dialect: its attribute and operations, and what ordinary operations carry for it."""
