"""The page of a project: several data sets side by side."""
