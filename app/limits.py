"""A bound on how much a request body may carry, whether or not it announces its length."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.problems import problem


class BodyLimit:
    """Answers 413 once a body is larger than allowed: `upload_bytes` for `upload_path`, else `request_bytes`.

    Only paths below `prefixes` are bounded; the web page's own traffic has its own limits.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        request_bytes: int,
        upload_bytes: int,
        upload_path: str,
        prefixes: tuple[str, ...],
    ) -> None:
        self.app = app
        self.request_bytes = request_bytes
        self.upload_bytes = upload_bytes
        self.upload_path = upload_path
        self.prefixes = prefixes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http" or not scope["path"].startswith(self.prefixes):
            await self.app(scope, receive, send)
            return
        limit = self.upload_bytes if scope["path"] == self.upload_path else self.request_bytes
        detail = f"the request is larger than {limit:,} bytes"
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit() or int(announced) > limit:
            await problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail)(scope, receive, send)
            return
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail)
            return message

        await self.app(scope, counted, send)
