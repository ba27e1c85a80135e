"""Projects: several data sets named in one TOML file, read, changed, and set beside each other in tables."""
