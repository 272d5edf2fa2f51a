"""Makes one loop of two that go through memory in its order."""
