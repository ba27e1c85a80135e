"""The nouns: text, labels and mentions as columns."""
