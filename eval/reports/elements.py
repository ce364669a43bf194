"""Pieces of the HTML reports: one file, no script, nothing loaded from elsewhere. All text is escaped here."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources

from eval.reports.figures import interval
from eval.stats import Estimate
from eval.summary import Group


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def html(value: object) -> Markup:
    """A value as HTML: escaped, unless it is markup."""
    return value if isinstance(value, Markup) else Markup(escape(str(value)))


def tag(name: str, *content: object, **attributes: str) -> Markup:
    """An element. `class_` stands for `class`."""
    attrs = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{attrs}>{''.join(html(one) for one in content)}</{name}>")


def page(title: str, *content: object) -> str:
    """A whole document."""
    style = (resources.files("eval.reports") / "page.css").read_text(encoding="utf-8")
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += f"<title>{escape(title)}</title><style>{style}</style>"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{tag("main", *content)}</body></html>\n'


def section(title: str, *content: object) -> Markup:
    """A box with a heading."""
    return tag("section", tag("h2", title), *content)


def bar(estimate: Estimate) -> Markup:
    """A share as a bar from 0 to 100%, its interval as a whisker."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return Markup("–")
    value, low, high = (round(max(0.0, min(1.0, x)) * 100, 1) for x in (estimate.value, estimate.low, estimate.high))
    return Markup(
        f'<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img"'
        f' aria-label="{interval(estimate)}">'
        f'<rect class="ground" width="100" height="10"/><rect class="value" width="{value}" height="10"/>'
        f'<line class="span" x1="{low}" x2="{high}" y1="5" y2="5" vector-effect="non-scaling-stroke"/></svg>'
    )


def table(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[int] = ()) -> Markup:
    """A table; `numbers` are the columns set to the right."""

    def cell(name: str, place: int, value: object) -> Markup:
        return tag(name, value, class_="n") if place in numbers else tag(name, value)

    lines = [tag("tr", *(cell("td", place, value) for place, value in enumerate(row))) for row in rows]
    names = [tag("tr", *(cell("th", place, name) for place, name in enumerate(head)))] if any(head) else []
    return tag("table", *names, *lines)


def stack(group: Group) -> Markup:
    """The four verdicts as one bar."""
    counts = {
        "correct": group.correct,
        "incorrect": group.incorrect,
        "refused": group.refused,
        "unscored": group.unscored,
    }
    parts = [tag("span", n, class_=name, style=f"flex:{n}", title=f"{n} {name}") for name, n in counts.items() if n]
    legend = ", ".join(f"{n} {name}" for name, n in counts.items())
    return Markup(tag("div", *parts, class_="stack") + tag("p", legend, class_="soft"))


def groups(title: str, members: Mapping[str, Group]) -> Markup:
    """Accuracy by group, with bars."""
    rows = [
        (name or "none", g.n, g.correct, g.incorrect, g.refused, g.unscored, bar(g.accuracy), interval(g.accuracy))
        for name, g in members.items()
    ]
    head = ("", "n", "right", "wrong", "refused", "unscored", "right", "95% interval")
    return section(title, table(head, rows, numbers=(1, 2, 3, 4, 5)))
