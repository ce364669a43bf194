"""What a request needs: the open library and the analyst over it, made once per application."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from app.settings import AppSettings
from graph.analyst import Analyst
from ingestion.library import Library


@dataclass(frozen=True, slots=True)
class Services:
    """Open for as long as the application runs."""

    settings: AppSettings
    library: Library
    analyst: Analyst


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Using = Annotated[Services, Depends(_services)]
