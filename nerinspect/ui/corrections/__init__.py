"""Right readings: taken, marked in the sentence, given to the same places, written as a corrected reference."""
