"""What training data know of what is tested: surfaces, tokens, sentences, relations."""
