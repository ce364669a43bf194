"""The web page and the API on one port; also the entry file of the Gradio Space (`python -m ui.app`)."""

import gradio as gr
import uvicorn
from fastapi import FastAPI

from app.main import create_app
from app.services import Services
from app.settings import AppSettings
from ui.page import build_page, stylesheet


def create_site() -> FastAPI:
    """The API with the page mounted at `/`; settings come from the environment."""
    api = create_app()

    def services() -> Services:
        opened: Services = api.state.services  # there from start-up on
        return opened

    site: FastAPI = gr.mount_gradio_app(
        api, build_page(services), path="/", css=stylesheet(), ssr_mode=False, footer_links=[], show_error=True
    )
    return site


def main() -> None:
    """Serve until interrupted."""
    settings = AppSettings()
    uvicorn.run("ui.app:create_site", factory=True, host=settings.host, port=settings.port, log_level="warning")


if __name__ == "__main__":
    main()
