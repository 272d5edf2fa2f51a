"""Both sides compared: by proof or on random inputs, and what is reported of it."""
