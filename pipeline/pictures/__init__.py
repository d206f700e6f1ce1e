"""Pictures drawn from a record: a style a package, chosen in `game.toml`."""
