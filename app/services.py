"""What serving needs: the open library and the analyst over it, made once per application or command."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from app.settings import AppSettings
from graph.analyst import Analyst, make_context
from graph.build import build_graph
from graph.settings import GraphSettings
from ingestion.library import Library, open_library
from ingestion.settings import IngestionSettings


@dataclass(frozen=True, slots=True)
class Services:
    """Open for as long as the application, or the command, runs."""

    settings: AppSettings
    library: Library
    analyst: Analyst


@contextmanager
def open_services(
    settings: AppSettings | None = None,
    ingestion: IngestionSettings | None = None,
    graph: GraphSettings | None = None,
    *,
    create: bool = False,
) -> Iterator[Services]:
    """Library and analyst; settings not given are read from the environment.

    With `create`, an empty library is made where there is none. Raises StorageError, ConfigurationError.
    """
    with open_library(ingestion or IngestionSettings(), create=create) as library:
        analyst = Analyst(build_graph(), make_context(library, graph or GraphSettings()))
        yield Services(settings=settings or AppSettings(), library=library, analyst=analyst)


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Using = Annotated[Services, Depends(_services)]
