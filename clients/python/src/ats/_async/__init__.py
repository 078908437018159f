"""The clients. `_sync` is made from this by generate/sync.py."""
