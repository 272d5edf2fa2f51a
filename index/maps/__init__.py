"""What index maps do to boxes and domains: extents, images, inverses, compositions."""
