"""Errors to `application/problem+json`, in one place."""

import logging
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from app.schemas import Problem
from graph.calculator import CalculatorError
from graph.figures import UnknownMetricError
from graph.figures.periods import PeriodError
from ingestion.errors import (
    FolioError,
    InvalidQuestion,
    ModelError,
    NotFound,
    StorageError,
    UnreadableFiling,
)

logger = logging.getLogger(__name__)

_STATUS: tuple[tuple[type[FolioError], HTTPStatus], ...] = (
    (NotFound, HTTPStatus.NOT_FOUND),
    (InvalidQuestion, HTTPStatus.UNPROCESSABLE_ENTITY),
    (UnreadableFiling, HTTPStatus.UNPROCESSABLE_ENTITY),
    (PeriodError, HTTPStatus.UNPROCESSABLE_ENTITY),
    (UnknownMetricError, HTTPStatus.NOT_FOUND),
    (CalculatorError, HTTPStatus.UNPROCESSABLE_ENTITY),
    (StorageError, HTTPStatus.SERVICE_UNAVAILABLE),
    (ModelError, HTTPStatus.BAD_GATEWAY),
)


def problem(status: int, detail: str) -> JSONResponse:
    """A response that says in one line what was wrong."""
    body = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail)
    return JSONResponse(body.model_dump(), status_code=status, media_type="application/problem+json")


def install(app: FastAPI) -> None:
    """Make every error of `app` a problem document."""

    @app.exception_handler(FolioError)
    def _folio(_: Request, error: FolioError) -> JSONResponse:
        status = next((s for kind, s in _STATUS if isinstance(error, kind)), HTTPStatus.INTERNAL_SERVER_ERROR)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            logger.error("%s: %s", type(error).__name__, error)
        return problem(status, str(error))

    @app.exception_handler(RequestValidationError)
    def _invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        lines = [".".join(str(p) for p in e["loc"]) + ": " + str(e["msg"]) for e in error.errors()[:5]]
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "; ".join(lines))

    @app.exception_handler(HTTPException)
    def _http(_: Request, error: HTTPException) -> JSONResponse:
        response = problem(error.status_code, str(error.detail))
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(Exception)
    def _unexpected(request: Request, error: Exception) -> JSONResponse:
        logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong; the server's log has the details")
