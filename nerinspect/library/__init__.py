"""The library behind `import nerinspect`: studies, their tables as DataFrames, and their events in notebooks."""
