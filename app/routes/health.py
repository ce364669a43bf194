"""Is the process alive, and can it answer?"""

from fastapi import APIRouter

from app.services import Using

router = APIRouter(tags=["health"])


@router.get("/healthz")
def alive() -> dict[str, str]:
    """The process runs."""
    return {"status": "ok"}


@router.get("/readyz")
def ready(services: Using) -> dict[str, str | int]:
    """Catalogue and index answer; 503 otherwise."""
    return {
        "status": "ready",
        "filings": len(services.library.catalogue.filings()),
        "chunks": services.library.index.count(),
    }
