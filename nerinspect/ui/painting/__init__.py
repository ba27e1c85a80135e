"""Drawing that needs no widget: free functions over a painter and frozen styles."""
