"""Order local courier deliveries from Colis, follow them, and verify its webhooks."""

from ._async_client import AsyncColis
from ._client import Colis
from ._errors import (
    AuthenticationError,
    ColisError,
    ConflictError,
    ForbiddenError,
    InvalidRequestError,
    NetworkError,
    NotFoundError,
    RateLimitError,
    UnavailableError,
    UnexpectedResponseError,
)
from ._webhook import WebhookRefused, verify_webhook

__all__ = [
    "AsyncColis",
    "AuthenticationError",
    "Colis",
    "ColisError",
    "ConflictError",
    "ForbiddenError",
    "InvalidRequestError",
    "NetworkError",
    "NotFoundError",
    "RateLimitError",
    "UnavailableError",
    "UnexpectedResponseError",
    "WebhookRefused",
    "verify_webhook",
]
__version__ = "0.1.0"
