"""The `pad` dialect: layouts, their attribute, operations and annotations."""
