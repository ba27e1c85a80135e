"""The page Compare: systems in pairs, who finds which mention, and two versions of one system."""
