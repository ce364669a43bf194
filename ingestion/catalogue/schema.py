"""Tables of the catalogue. `SCHEMA_VERSION` changes whenever their meaning does; it is checked at opening."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

SCHEMA_VERSION = "1"

metadata = MetaData()

meta = Table(
    "folio_meta",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

filings = Table(
    "filings",
    metadata,
    Column("doc", String(200), primary_key=True),
    Column("company", Text, nullable=False),
    Column("form", String(32), nullable=False),
    Column("fiscal_year", Integer),
    Column("fiscal_quarter", Integer),
    Column("period_end", Date),
    Column("event_date", Date),
    Column("ticker", String(32)),
    Column("sha256", String(64), nullable=False, unique=True),
    Column("page_count", Integer, nullable=False),
    Column("file_name", Text, nullable=False),
    Column("sources", Text, nullable=False),
    Column("chunk_count", Integer, nullable=False),
    Column("version", Text, nullable=False),
    Column("registrant", String(32)),  # SEC file number: tells companies apart when names do not
)

aliases = Table(
    "aliases",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("doc", ForeignKey("filings.doc"), nullable=False, index=True),
)

pages = Table(
    "pages",
    metadata,
    Column("doc", ForeignKey("filings.doc"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("words", LargeBinary, nullable=False),
    Column("width", Float, nullable=False),
    Column("height", Float, nullable=False),
    Column("printed", String(64)),
    Column("kind", String(32), nullable=False),
    Column("kind_confidence", Float, nullable=False),
    Column("section", Text),
    Column("readable", Boolean, nullable=False),
)

figures = Table(
    "figures",
    metadata,
    Column("doc", ForeignKey("filings.doc"), primary_key=True),
    Column("ordinal", Integer, primary_key=True, autoincrement=False),
    Column("page", Integer, nullable=False),
    Column("statement", String(32), nullable=False),
    Column("row", Integer, nullable=False),
    Column("label", Text, nullable=False),
    Column("section", Text, nullable=False),
    Column("column", Text, nullable=False),
    Column("value", Text, nullable=False),  # the decimal as printed: exact, and its precision kept
    Column("unit", String(32), nullable=False),
    Column("scale", BigInteger),
    Column("fiscal_year", Integer),
    Column("quarter", Integer),
    Column("months", Integer),  # None: the figure has no period at all
    Column("period_end", Date),
    Column("quote", Text, nullable=False),
    Column("x0", Float, nullable=False),
    Column("y0", Float, nullable=False),
    Column("x1", Float, nullable=False),
    Column("y1", Float, nullable=False),
    Column("restated", Boolean, nullable=False),
    Column("item", String(128)),
    Index("figures_by_page", "doc", "page"),
    Index("figures_by_item", "item", "fiscal_year"),
)
