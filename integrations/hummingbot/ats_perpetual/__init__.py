"""The trading service as a perpetual connector of hummingbot: this folder goes into hummingbot/connector/derivative."""
