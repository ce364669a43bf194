"""Rows of the catalogue to domain types and back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from sqlalchemy import RowMapping

from ingestion.catalogue.words import pack_words, unpack_words
from ingestion.domain import Box, Figure, Filing, FiscalPeriod, Form, Page, PageKind

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PackedPage:
    """A page whose words are already a blob, as a worker sends it; `page.words` is empty."""

    page: Page
    words: bytes

    @classmethod
    def pack(cls, page: Page) -> "PackedPage":
        """The page with its words packed."""
        return cls(replace(page, words=()), pack_words(page.words))


def storable(text: str) -> str:
    """Text both databases take: Postgres refuses NUL characters, and neither takes lone surrogates."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def _storable(text: str | None) -> str | None:
    return None if text is None else storable(text)


def filing_row(filing: Filing, *, chunk_count: int, version: str, registrant: str | None) -> dict[str, Any]:
    """Columns of a filing; aliases are rows of their own."""
    return {
        "doc": filing.doc,
        "company": storable(filing.company),
        "form": filing.form.value,
        "fiscal_year": filing.fiscal_year,
        "fiscal_quarter": filing.fiscal_quarter,
        "period_end": filing.period_end,
        "event_date": filing.event_date,
        "ticker": _storable(filing.ticker),
        "sha256": filing.sha256,
        "page_count": filing.page_count,
        "file_name": storable(filing.file_name),
        "sources": json.dumps(filing.sources, sort_keys=True),
        "chunk_count": chunk_count,
        "version": version,
        "registrant": registrant,
    }


def filing_of(row: RowMapping, aliases: Sequence[str]) -> Filing:
    """The filing of a row."""
    return Filing(
        doc=row["doc"],
        company=row["company"],
        form=Form(row["form"]),
        fiscal_year=row["fiscal_year"],
        sha256=row["sha256"],
        page_count=row["page_count"],
        file_name=row["file_name"],
        fiscal_quarter=row["fiscal_quarter"],
        period_end=row["period_end"],
        event_date=row["event_date"],
        ticker=row["ticker"],
        aliases=tuple(sorted(aliases)),
        sources=json.loads(row["sources"]),
    )


def page_row(packed: PackedPage, doc: str) -> dict[str, Any]:
    """Columns of a page."""
    page = packed.page
    return {
        "doc": doc,
        "number": page.number,
        "text": storable(page.text),
        "words": packed.words,
        "width": page.width,
        "height": page.height,
        "printed": _storable(page.printed),
        "kind": page.kind.value,
        "kind_confidence": page.kind_confidence,
        "section": _storable(page.section),
        "readable": page.readable,
    }


def page_of(row: RowMapping) -> Page:
    """The page of a row, words unpacked."""
    return Page(
        doc=row["doc"],
        number=row["number"],
        text=row["text"],
        words=unpack_words(row["words"]),
        width=row["width"],
        height=row["height"],
        printed=row["printed"],
        kind=PageKind(row["kind"]),
        kind_confidence=row["kind_confidence"],
        section=row["section"],
        readable=row["readable"],
    )


def figure_row(figure: Figure, doc: str, ordinal: int) -> dict[str, Any]:
    """Columns of a figure; `ordinal` keeps the order of reading."""
    period = figure.period
    return {
        "doc": doc,
        "ordinal": ordinal,
        "page": figure.page,
        "statement": figure.statement.value,
        "row": figure.row,
        "label": storable(figure.label),
        "section": storable(figure.section),
        "column": storable(figure.column),
        "value": str(figure.value),
        "unit": figure.unit,
        "scale": figure.scale,
        "fiscal_year": period.fiscal_year if period else None,
        "quarter": period.quarter if period else None,
        "months": period.months if period else None,
        "period_end": period.end if period else None,
        "quote": storable(figure.quote),
        "x0": figure.box.x0,
        "y0": figure.box.y0,
        "x1": figure.box.x1,
        "y1": figure.box.y1,
        "restated": figure.restated,
        "item": figure.item,
    }


def figure_of(row: RowMapping) -> Figure:
    """The figure of a row."""
    period = None
    if row["months"] is not None:
        period = FiscalPeriod(row["fiscal_year"], row["quarter"], row["months"], row["period_end"])
    return Figure(
        doc=row["doc"],
        page=row["page"],
        statement=PageKind(row["statement"]),
        row=row["row"],
        label=row["label"],
        section=row["section"],
        column=row["column"],
        value=Decimal(row["value"]),
        unit=row["unit"],
        scale=row["scale"],
        period=period,
        quote=row["quote"],
        box=Box(row["x0"], row["y0"], row["x1"], row["y1"]),
        restated=row["restated"],
        item=row["item"],
    )
