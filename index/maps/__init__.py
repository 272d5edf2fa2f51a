"""Effects of index maps on boxes and domains: extents, images, inverses, compositions."""
