"""`POST /chat`: a question in, a checked answer or a refusal out."""

from time import perf_counter

from fastapi import APIRouter

from app.schemas import ChatRequest, ChatResponse, Problem
from app.services import Using
from graph.domain import Question

router = APIRouter(tags=["chat"])


@router.post("/chat", responses={404: {"model": Problem}, 422: {"model": Problem}})
def chat(request: ChatRequest, services: Using) -> ChatResponse:
    """Ask a question about the loaded filings."""
    started = perf_counter()
    result = services.analyst.ask(Question(text=request.question, docs=request.docs))
    return ChatResponse(
        answer=result.answer, plan=result.trace.plan, milliseconds=round((perf_counter() - started) * 1000, 1)
    )
