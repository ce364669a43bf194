"""The HTTP application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from app import problems
from app.limits import BodyLimit
from app.routes import chat, figures, filings, health
from app.services import open_services
from app.settings import AppSettings
from graph.settings import GraphSettings
from ingestion import __version__
from ingestion.settings import IngestionSettings


def create_app(
    settings: AppSettings | None = None,
    ingestion: IngestionSettings | None = None,
    graph: GraphSettings | None = None,
) -> FastAPI:
    """The API; settings not given are read from the environment. Storage is opened when the application starts.

    Routes find what they need in `app.state.services`.
    """
    settings = settings or AppSettings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with open_services(settings, ingestion, graph, create=True) as services:
            app.state.services = services
            yield

    app = FastAPI(title="Folio", summary=__doc__, version=__version__, lifespan=lifespan)
    app.add_middleware(
        BodyLimit,
        request_bytes=settings.max_request_bytes,
        upload_bytes=settings.max_upload_bytes,
        upload_path="/filings",
        prefixes=("/chat", "/filings"),
    )
    problems.install(app)
    for router in (chat.router, filings.router, figures.router, health.router):
        app.include_router(router)
    return app
