"""The page Diagnosis: where systems are weak, where two differ, which attributes make mentions hard."""
