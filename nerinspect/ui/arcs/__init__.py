"""Relations as arcs over the words of a sentence: pure geometry, painting, and the sentence that shows them."""
