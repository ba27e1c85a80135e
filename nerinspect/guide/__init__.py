"""The user guide: pages in Markdown, their pictures, and a search over them."""
