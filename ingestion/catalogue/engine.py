"""Opening the database behind the catalogue, and its failures as Folio's own errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ingestion.catalogue import schema
from ingestion.errors import ConfigurationError, SchemaMismatch, StorageError, StorageMissing

_BUSY_SECONDS = 30


@contextmanager
def storage_errors() -> Iterator[None]:
    """Turn what the database raises into a `StorageError` of one line."""
    try:
        yield
    except SQLAlchemyError as error:
        cause = str(getattr(error, "orig", None) or error).strip().splitlines()
        raise StorageError(f"the catalogue cannot be used: {cause[0] if cause else type(error).__name__}") from error


def open_engine(address: str, *, create: bool) -> Engine:
    """An engine whose schema is this version's.

    Raises ConfigurationError for an address that is none, StorageMissing when nothing is there and `create`
    is False, SchemaMismatch when another version wrote it, StorageError when it cannot be reached.
    """
    url = _url(address)
    path = Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None
    if path is not None and str(path) != ":memory:":
        if not create and not path.exists():
            raise StorageMissing(f"nothing has been ingested yet: there is no {path}")
        _make_folder(path.parent)
    engine = _engine(url)
    try:
        with storage_errors():
            _check_schema(engine, create=create)
    except Exception:
        engine.dispose()
        raise
    return engine


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{folder} cannot be used: {error.strerror}") from error


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except ArgumentError:
        raise ConfigurationError("DATABASE_URL is not an address such as postgresql://user@host/name") from None
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise ConfigurationError(f"DATABASE_URL names {url.drivername}; SQLite and Postgres are supported")
    return url


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False})
    event.listen(engine, "connect", _tune_sqlite)
    return engine


def _tune_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # WAL lets pages be read while a filing is written; NORMAL survives a kill of the process at any moment.
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _check_schema(engine: Engine, *, create: bool) -> None:
    tables = set(inspect(engine).get_table_names())
    if schema.meta.name not in tables:
        if not create:
            raise StorageMissing("nothing has been ingested yet: the catalogue is empty")
        _refuse_foreign_tables(tables)
        with engine.begin() as connection:
            schema.metadata.create_all(connection)
            connection.execute(schema.meta.insert().values(key="schema_version", value=schema.SCHEMA_VERSION))
        return
    with engine.connect() as connection:
        query = select(schema.meta.c.value).where(schema.meta.c.key == "schema_version")
        found = connection.execute(query).scalar_one_or_none()
    if found != schema.SCHEMA_VERSION:
        raise SchemaMismatch(
            f"the catalogue has schema version {found}, this Folio needs {schema.SCHEMA_VERSION}: "
            "ingest again into an empty FOLIO_HOME (or database)"
        )


def _refuse_foreign_tables(tables: set[str]) -> None:
    taken = sorted(tables & set(schema.metadata.tables))
    if taken:
        raise SchemaMismatch(f"the database already has tables that are not Folio's: {', '.join(taken)}")
