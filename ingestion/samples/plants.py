"""A table set sideways on an upright page, as wide tables of plants are."""

from ingestion.samples.layout import Drawn
from ingestion.samples.pdf import Canvas
from ingestion.samples.report import Report

_ROWS = (
    ("Ohio, United States", "6", "1,720"),
    ("Other United States", "8", "1,340"),
    ("Sweden", "2", "410"),
    ("Slovakia", "4", "690"),
    ("Singapore", "3", "520"),
    ("Other countries", "8", "1,120"),
    ("Total", "31", "5,800"),
)


def plants(report: Report) -> Drawn:
    """Plants by place: number, and floor area in thousand square feet."""

    def draw(page: Canvas) -> None:
        x = 150.0
        page.text(x, 560.0, "Manufacturing plants by location", "tibo", 11, sideways=True)
        page.text(x + 20, 560.0, "Location", "tibo", 9.5, sideways=True)
        page.text(x + 20, 330.0, "Plants", "tibo", 9.5, sideways=True)
        page.text(x + 20, 230.0, "Thousand square feet", "tibo", 9.5, sideways=True)
        for step, (place, count, area) in enumerate(_ROWS, 1):
            y = x + 20 + 17.0 * step
            page.text(y, 560.0, place, "tiro", 9.5, sideways=True)
            page.text(y, 320.0 - 4.0 * len(count), count, "tiro", 9.5, sideways=True)
            page.text(y, 200.0 - 4.0 * len(area), area, "tiro", 9.5, sideways=True)

    return Drawn(draw, "plants", numbered=True)
