"""Webhooks in FastAPI: a dependency that is the event of a request that was signed."""

from __future__ import annotations

import time
from typing import Any, Awaitable, Callable, Sequence, Union

from fastapi import HTTPException, Request
from starlette.requests import ClientDisconnect

from ._webhook import MAX_BODY, WebhookRefused, read_secrets, status_of_refusal, verify_webhook
from .types import WebhookEvent

__all__ = ["webhook_event"]


def webhook_event(
    secret: Union[str, Sequence[str]], *, clock: Callable[[], float] = time.time
) -> Callable[[Request], Awaitable[Any]]:
    """
    A dependency: `event: Annotated[WebhookEvent, Depends(webhook_event(secret))]`. A request without a right signature
    within 300 seconds of now is answered with 401, one that cannot be read with 400. What the path operation raises is
    answered with 500, so that the event comes again. Drop ids that you have seen. Raises ValueError when there is no
    secret.
    """
    read_secrets(secret)

    async def receive(request: Request) -> WebhookEvent:
        body = b""
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > MAX_BODY:
                    raise HTTPException(413, "BODY_TOO_LARGE")
        except ClientDisconnect:
            # Nobody reads the answer.
            raise HTTPException(400, "BODY_MALFORMED") from None
        header = request.headers.get("Svc-Signature")
        try:
            return verify_webhook(header=header, body=body, secret=secret, now=clock())
        except WebhookRefused as refused:
            raise HTTPException(status_of_refusal(refused), refused.reason) from None

    return receive
