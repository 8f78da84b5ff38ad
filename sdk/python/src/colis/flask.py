"""Webhooks in Flask: a view that takes the event of a request that was signed."""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING, Callable, Optional, Sequence, Union

from flask import Response, jsonify, request

from ._webhook import MAX_BODY, WebhookRefused, read_secrets, status_of_refusal, verify_webhook

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from .types import WebhookEvent

    View = Callable[[WebhookEvent], Optional[ResponseReturnValue]]

__all__ = ["webhook"]


def webhook(
    secret: Union[str, Sequence[str]], *, clock: Callable[[], float] = time.time
) -> Callable[[View], Callable[[], ResponseReturnValue]]:
    """
    Decorates a view, below `@app.post`, which is then called with the event and answers 204 when it returns None. A
    request without a right signature within 300 seconds of now is answered with 401, one that cannot be read with 400.
    What the view raises is answered with 500, so that the event comes again. Drop ids that you have seen. Raises
    ValueError when there is no secret.
    """
    read_secrets(secret)

    def decorate(view: View) -> Callable[[], ResponseReturnValue]:
        @functools.wraps(view)
        def receive() -> ResponseReturnValue:
            if (request.content_length or 0) > MAX_BODY:
                return _refusal("BODY_TOO_LARGE", 413)
            header = request.headers.get("Svc-Signature")
            try:
                event = verify_webhook(header=header, body=request.get_data(), secret=secret, now=clock())
            except WebhookRefused as refused:
                return _refusal(refused.reason, status_of_refusal(refused))
            answer = view(event)
            return Response(status=204) if answer is None else answer

        return receive

    return decorate


def _refusal(reason: str, status: int) -> Response:
    response = jsonify(error=reason)
    response.status_code = status
    return response
