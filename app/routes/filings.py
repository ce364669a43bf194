"""`/filings`: what is loaded, its pages as text and as pictures, uploads and deletes."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Response, UploadFile
from starlette.exceptions import HTTPException

from app.schemas import FilingView, PageView, Problem, UploadResult
from app.services import Services, Using
from app.viewer import page_image
from ingestion.pipeline import add_upload, remove

router = APIRouter(prefix="/filings", tags=["filings"], responses={404: {"model": Problem}})


@router.get("")
def list_filings(services: Using) -> list[FilingView]:
    """Every loaded filing, by company and year."""
    return [FilingView.of(filing) for filing in services.library.catalogue.filings()]


@router.post("", status_code=HTTPStatus.CREATED, responses={422: {"model": Problem}})
def upload_filing(file: UploadFile, services: Using, response: Response) -> UploadResult:
    """Load one PDF. The same bytes again, under any name, give the filing that is there already (200)."""
    _changes_allowed(services)
    filing, created = add_upload(services.library, file.filename or "", file.file)
    if not created:
        response.status_code = HTTPStatus.OK
    return UploadResult(filing=FilingView.of(filing), created=created)


@router.get("/{doc}")
def show_filing(doc: str, services: Using) -> FilingView:
    """One filing, by its name or an alias."""
    return FilingView.of(services.library.catalogue.filing(doc))


@router.delete("/{doc}", status_code=HTTPStatus.NO_CONTENT)
def delete_filing(doc: str, services: Using) -> None:
    """Remove a filing with its pages, figures and copy."""
    _changes_allowed(services)
    remove(services.library, services.library.catalogue.filing(doc).doc)


@router.get("/{doc}/pages/{number}")
def show_page(doc: str, number: int, services: Using) -> PageView:
    """The text of page `number`, counted from 1 as a PDF viewer does."""
    return PageView.of(services.library.catalogue.page(doc, number))


@router.get("/{doc}/pages/{number}/image", response_class=Response, responses={200: {"content": {"image/png": {}}}})
def show_page_image(
    doc: str,
    number: int,
    services: Using,
    quote: Annotated[str, Query(max_length=5000)] = "",
    dpi: Annotated[int, Query(ge=40, le=300)] = 110,
) -> Response:
    """The page as a PNG, with `quote` marked where it stands."""
    png = page_image(services.library, doc, number, quote, dpi=dpi)
    return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=300"})


def _changes_allowed(services: Services) -> None:
    if not services.settings.allow_changes:
        raise HTTPException(HTTPStatus.FORBIDDEN, "this Folio does not accept uploads or deletes")
