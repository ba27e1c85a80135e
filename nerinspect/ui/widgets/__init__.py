"""Small parts of panels that know nothing of studies."""
