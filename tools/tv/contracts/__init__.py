"""What functions say of their arguments and results: types, layouts, padding and sizes."""
