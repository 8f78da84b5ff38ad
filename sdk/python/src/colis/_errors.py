"""What a call is refused with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional, Union

if TYPE_CHECKING:
    from .types import ErrorCode

    ColisErrorCode = Union[ErrorCode, "ClientErrorCode"]

# What this client itself refuses with: nothing was answered, the answer was not the service's own, or a redirect.
ClientErrorCode = Literal["CONNECTION_FAILED", "TIMED_OUT", "UNEXPECTED_RESPONSE", "REDIRECT_REFUSED"]


class ColisError(Exception):
    """
    What a call is refused with. Branch on `code`: one of the service (EXTERNAL_REF_TAKEN; more may come within v1),
    or of this client: CONNECTION_FAILED and TIMED_OUT (nothing was answered), UNEXPECTED_RESPONSE (not the service's
    own answer, such as a proxy's page), REDIRECT_REFUSED (redirects are not followed). Or branch on the class, which
    says what kind of refusal it is.
    """

    def __init__(
        self,
        code: ColisErrorCode,
        message: str,
        *,
        status: int = 0,
        details: Optional[dict[str, Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.code: ColisErrorCode = code
        self.message = message
        #: The HTTP status; 0 when nothing was answered.
        self.status = status
        #: What refines the error; empty when nothing does.
        self.details = details or {}
        #: Quote it when you ask for help.
        self.request_id = request_id
        #: Seconds that the service asked to wait, on 429 and 503.
        self.retry_after = retry_after


class InvalidRequestError(ColisError):
    """What was sent cannot be accepted as it is: sent again, it is refused again (400, 413, 422 and the like)."""


class AuthenticationError(ColisError):
    """The API key is missing, unknown, revoked, or of the other environment (401)."""


class ForbiddenError(ColisError):
    """The API key lacks the right, or the shop is suspended (403)."""


class NotFoundError(ColisError):
    """The shop has no such delivery, address or endpoint (404)."""


class ConflictError(ColisError):
    """What is asked for does not fit what is there: a reference that is taken, a status that has moved on (409)."""


class RateLimitError(ColisError):
    """Too many requests: nothing was done (429). `retry_after` says how long to wait."""


class UnavailableError(ColisError):
    """The service could not answer for now; whether it acted is unknown (408, 500 and above)."""


class NetworkError(ColisError):
    """Nothing was answered: whether the request arrived is unknown."""


class UnexpectedResponseError(ColisError):
    """Something else than the service answered, a proxy or another site: check `base_url`."""


KINDS: dict[int, type[ColisError]] = {
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
}


def kind_of(code: str, status: int) -> type[ColisError]:
    """The class that an error of this code and status belongs to."""
    if code in ("CONNECTION_FAILED", "TIMED_OUT"):
        return NetworkError
    if status == 429:
        return RateLimitError
    if status == 408 or status >= 500:
        return UnavailableError
    # A page of a proxy says nothing about deliveries, whatever its status.
    if code in ("UNEXPECTED_RESPONSE", "REDIRECT_REFUSED"):
        return UnexpectedResponseError
    # The address is wrong, not what it names.
    if code == "ROUTE_NOT_FOUND":
        return InvalidRequestError
    return KINDS.get(status, InvalidRequestError if status >= 400 else ColisError)


def new_error(
    code: ColisErrorCode,
    message: str,
    *,
    status: int = 0,
    details: Optional[dict[str, Any]] = None,
    request_id: Optional[str] = None,
    retry_after: Optional[int] = None,
) -> ColisError:
    """The error of the class that its code and status belong to."""
    return kind_of(code, status)(
        code, message, status=status, details=details, request_id=request_id, retry_after=retry_after
    )
