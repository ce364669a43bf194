"""The measurement: the same analyst, scored on datasets of questions."""
