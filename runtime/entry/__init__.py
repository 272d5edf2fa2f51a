"""The entry of a kernel in its code: arguments in slots, and room for local buffers."""
