"""The catalogue: what is loaded, every page of it, and every figure read from it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Select, func, select

from ingestion.catalogue import schema
from ingestion.catalogue.engine import open_engine, storage_errors
from ingestion.catalogue.rows import (
    PackedPage,
    figure_of,
    figure_row,
    filing_of,
    filing_row,
    page_of,
    page_row,
)
from ingestion.domain import Figure, Filing, Page, PageKind
from ingestion.errors import UnknownFiling, UnknownPage


@dataclass(frozen=True, slots=True)
class StoredFiling:
    """A filing with what decides whether it is complete and up to date."""

    filing: Filing
    chunk_count: int
    version: str
    registrant: str | None = None


class Catalogue:
    """Filings, pages and figures in one database; safe to share between threads.

    Every method raises StorageError when the database fails.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @classmethod
    def open(cls, url: str, *, create: bool = False) -> "Catalogue":
        """Open the catalogue at a SQLAlchemy URL; with `create`, make it when nothing is there.

        Raises StorageMissing, SchemaMismatch, ConfigurationError or StorageError.
        """
        return cls(open_engine(url, create=create))

    def filings(self) -> list[Filing]:
        """All filings, ordered by company, fiscal year, form and name."""
        return [stored.filing for stored in self.stored()]

    def stored(self) -> list[StoredFiling]:
        """All filings with chunk count and version, in the order of `filings`."""
        with storage_errors(), self._engine.connect() as connection:
            rows = connection.execute(select(schema.filings)).mappings().all()
            names = _aliases(connection)
        found = [
            StoredFiling(filing_of(row, names[row["doc"]]), row["chunk_count"], row["version"], row["registrant"])
            for row in rows
        ]
        return sorted(found, key=lambda stored: _order(stored.filing))

    def filing(self, name: str) -> Filing:
        """The filing of this name or alias. Raises UnknownFiling."""
        with storage_errors(), self._engine.connect() as connection:
            doc = _resolve(connection, name)
            row = connection.execute(select(schema.filings).where(schema.filings.c.doc == doc)).mappings().one()
            return filing_of(row, _aliases(connection, doc)[doc])

    def page(self, doc: str, number: int) -> Page:
        """One page with its words; pages count from 1. Raises UnknownFiling or UnknownPage."""
        with storage_errors(), self._engine.connect() as connection:
            doc = _resolve(connection, doc)
            where = (schema.pages.c.doc == doc, schema.pages.c.number == number)
            row = None
            if 0 < number < 2**31:
                row = connection.execute(select(schema.pages).where(*where)).mappings().one_or_none()
            if row is None:
                count = select(schema.filings.c.page_count).where(schema.filings.c.doc == doc)
                raise UnknownPage(doc, number, connection.execute(count).scalar_one())
        return page_of(row)

    def pages(self, doc: str, kinds: Collection[PageKind] | None = None) -> list[Page]:
        """Pages with their words in order, of these kinds only if given. Raises UnknownFiling."""
        with storage_errors(), self._engine.connect() as connection:
            query = select(schema.pages).where(schema.pages.c.doc == _resolve(connection, doc))
            if kinds is not None:
                query = query.where(schema.pages.c.kind.in_([kind.value for kind in kinds]))
            rows = connection.execute(query.order_by(schema.pages.c.number)).mappings().all()
        return [page_of(row) for row in rows]

    def page_kinds(self, doc: str) -> dict[int, PageKind]:
        """Kind of every page, by page number. Raises UnknownFiling."""
        with storage_errors(), self._engine.connect() as connection:
            query = select(schema.pages.c.number, schema.pages.c.kind).order_by(schema.pages.c.number)
            rows = connection.execute(query.where(schema.pages.c.doc == _resolve(connection, doc))).all()
        return {number: PageKind(kind) for number, kind in rows}

    def page_counts(self) -> dict[str, int]:
        """Number of pages stored for each filing."""
        query = select(schema.pages.c.doc, func.count()).group_by(schema.pages.c.doc)
        with storage_errors(), self._engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query).all()}

    def unreadable_pages(self) -> dict[str, int]:
        """Number of pages without usable text, for each filing that has any."""
        query = select(schema.pages.c.doc, func.count()).where(schema.pages.c.readable.is_(False))
        with storage_errors(), self._engine.connect() as connection:
            rows = connection.execute(query.group_by(schema.pages.c.doc)).all()
        return {row[0]: row[1] for row in rows}

    def figures(
        self,
        docs: Collection[str] | None = None,
        *,
        page: int | None = None,
        statements: Collection[PageKind] | None = None,
    ) -> list[Figure]:
        """Figures in order of filing and reading; an argument that is None does not restrict."""
        table = schema.figures
        query: Select[Any] = select(table)
        if docs is not None:
            query = query.where(table.c.doc.in_(list(docs)))
        if page is not None:
            query = query.where(table.c.page == page)
        if statements is not None:
            query = query.where(table.c.statement.in_([kind.value for kind in statements]))
        with storage_errors(), self._engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        # Sorted here, because databases do not agree on the order of strings.
        return [figure_of(row) for row in sorted(rows, key=lambda row: (row["doc"], row["ordinal"]))]

    def save(
        self,
        filing: Filing,
        pages: Iterable[Page],
        figures: Sequence[Figure],
        *,
        chunk_count: int,
        version: str,
    ) -> None:
        """Write a filing with all that belongs to it in one transaction, replacing what was there."""
        self.save_packed(
            filing,
            [PackedPage.pack(page) for page in pages],
            figures,
            chunk_count=chunk_count,
            version=version,
        )

    def save_packed(
        self,
        filing: Filing,
        pages: Sequence[PackedPage],
        figures: Sequence[Figure],
        *,
        chunk_count: int,
        version: str,
        registrant: str | None = None,
    ) -> None:
        """`save` for pages whose words are already packed."""
        with storage_errors(), self._engine.begin() as connection:
            _delete(connection, filing.doc)
            row = filing_row(filing, chunk_count=chunk_count, version=version, registrant=registrant)
            connection.execute(schema.filings.insert().values(row))
            _insert(connection, schema.pages, [page_row(page, filing.doc) for page in pages])
            rows = [figure_row(figure, filing.doc, ordinal) for ordinal, figure in enumerate(figures)]
            _insert(connection, schema.figures, rows)
            _add_aliases(connection, filing.doc, filing.aliases)

    def add_aliases(self, doc: str, names: Collection[str]) -> None:
        """Let a filing be found under more names. Raises UnknownFiling."""
        with storage_errors(), self._engine.begin() as connection:
            _add_aliases(connection, _resolve(connection, doc), names)

    def remove(self, doc: str) -> None:
        """Forget a filing and all that belongs to it; unknown documents are no error."""
        with storage_errors(), self._engine.begin() as connection:
            _delete(connection, doc)

    def note(self, key: str) -> str | None:
        """A fact about the whole catalogue, such as the embedding model of the index."""
        query = select(schema.meta.c.value).where(schema.meta.c.key == key)
        with storage_errors(), self._engine.connect() as connection:
            found: str | None = connection.execute(query).scalar_one_or_none()
        return found

    def set_note(self, key: str, value: str) -> None:
        """Write a fact about the whole catalogue."""
        with storage_errors(), self._engine.begin() as connection:
            connection.execute(schema.meta.delete().where(schema.meta.c.key == key))
            connection.execute(schema.meta.insert().values(key=key, value=value))

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()


def _order(filing: Filing) -> tuple[str, int, str, str]:
    return filing.company.casefold(), filing.fiscal_year or 0, filing.form.value, filing.doc


def _resolve(connection: Connection, name: str) -> str:
    """The document's own name for a name or alias."""
    if "\x00" not in name:
        filings, aliases = schema.filings.c, schema.aliases.c
        for query in (
            select(filings.doc).where(filings.doc == name),
            select(aliases.doc).where(aliases.name == name),
        ):
            found: str | None = connection.execute(query).scalar_one_or_none()
            if found is not None:
                return found
    raise UnknownFiling(name)


def _aliases(connection: Connection, doc: str | None = None) -> defaultdict[str, list[str]]:
    query = select(schema.aliases.c.doc, schema.aliases.c.name)
    if doc is not None:
        query = query.where(schema.aliases.c.doc == doc)
    names: defaultdict[str, list[str]] = defaultdict(list)
    for owner, name in connection.execute(query).all():
        names[owner].append(name)
    return names


def _insert(connection: Connection, table: Any, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        connection.execute(table.insert(), rows)


def _delete(connection: Connection, doc: str) -> None:
    for table in (schema.figures, schema.pages, schema.aliases, schema.filings):
        connection.execute(table.delete().where(table.c.doc == doc))


def _add_aliases(connection: Connection, doc: str, names: Collection[str]) -> None:
    new = sorted(set(names) - {doc})
    if new:
        connection.execute(schema.aliases.delete().where(schema.aliases.c.name.in_(new)))
        _insert(connection, schema.aliases, [{"name": name, "doc": doc} for name in new])
