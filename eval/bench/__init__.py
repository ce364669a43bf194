"""How long things take: `python -m eval.bench`.

Each measurement is one function that returns `timing.Timing`s; `__main__` calls them and prints one table. Add one by
writing such a function and calling it there.
"""
