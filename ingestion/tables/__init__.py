"""Tables from the positions of words: rows, label hierarchy, columns and their headings."""
