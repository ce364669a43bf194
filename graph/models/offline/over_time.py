"""A measure over several years as one expression, seen from the last year."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OverTime:
    """An expression as compute_metric takes it, and how an answer names it."""

    text: str
    pattern: str
    percent: bool = False

    def name(self, name: str) -> str:
        """For example "3-year average of operating margin", "Revenue CAGR"."""
        if not self.pattern.startswith("{}") and name[1:2].islower():
            name = name[0].lower() + name[1:]
        return self.pattern.format(name)


def average(text: str, count: int) -> OverTime:
    """The mean of the last `count` years."""
    terms = [text, *(_prior(text, back) for back in range(1, count))]
    return OverTime(f"avg({', '.join(terms)})", f"{count}-year average of {{}}")


def compound(item: str, years: int) -> OverTime:
    """Compound annual growth over so many years: (last / first) ** (1 / years) - 1."""
    return OverTime(f"({item} / prior({item}, {years})) ** (1 / {years}) - 1", "{} CAGR", percent=True)


def growth(text: str, years: int) -> OverTime:
    """Growth from so many years before: last / first - 1."""
    return OverTime(f"({text}) / {_prior(text, years)} - 1", "Growth of {}", percent=True)


def difference(text: str, years: int) -> OverTime:
    """Difference to so many years before."""
    return OverTime(f"({text}) - {_prior(text, years)}", "Change in {}", percent=True)


def _prior(text: str, back: int) -> str:
    return f"prior({text})" if back == 1 else f"prior({text}, {back})"
