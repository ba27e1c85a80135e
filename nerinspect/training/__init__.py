"""What training data know of what is tested: surfaces, tokens, sentences, relations.

Where nothing else is said, a study has training data.
"""
