"""Scorers, one file each: pure functions from gold and reply to a Score."""
