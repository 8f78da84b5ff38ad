"""What a call is refused with."""

from __future__ import annotations

from typing import Any, Optional


class ColisError(Exception):
    """
    What a call is refused with. Branch on `code`: one of the service (EXTERNAL_REF_TAKEN; more may come within v1),
    or of this client: CONNECTION_FAILED and TIMED_OUT (nothing was answered), UNEXPECTED_RESPONSE (not the service's
    own answer, such as a proxy's page), REDIRECT_REFUSED (redirects are not followed).
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        details: Optional[dict[str, Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        #: The HTTP status; 0 when nothing was answered.
        self.status = status
        #: What refines the error; empty when nothing does.
        self.details = details or {}
        #: Quote it when you ask for help.
        self.request_id = request_id
        #: Seconds that the service asked to wait, on 429 and 503.
        self.retry_after = retry_after
