"""Parts of `pad-to-host`."""
