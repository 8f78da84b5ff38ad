"""Webhooks of the service: verified by their signature."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Literal, Optional, Sequence, Union

if TYPE_CHECKING:
    from .types import WebhookEvent

# How far the timestamp may be from now, before or after, in seconds (spec 6.4).
TOLERANCE = 300


WebhookRefusal = Literal[
    "SIGNATURE_MALFORMED",
    "SIGNATURE_MISSING",
    "TIMESTAMP_TOO_OLD",
    "TIMESTAMP_TOO_NEW",
    "SIGNATURE_WRONG",
    "BODY_MALFORMED",
]


class WebhookRefused(Exception):
    """A request that must not be believed."""

    def __init__(self, reason: WebhookRefusal) -> None:
        super().__init__(f"The webhook request is refused: {reason}.")
        self.reason = reason


def verify_webhook(
    *,
    header: Optional[str],
    body: Union[bytes, str],
    secret: Union[str, Sequence[str]],
    now: Optional[float] = None,
) -> WebhookEvent:
    """
    The event of a webhook request that was signed with the secret within 300 seconds of now. `header` is Svc-Signature,
    `body` the raw body, exactly as it arrived; `secret` the whole `whsec_…`, several while one takes the place of
    another. Raises WebhookRefused otherwise, and ValueError when there is no secret or one is not `whsec_…`: anybody
    could sign with an empty key.
    """
    secrets = read_secrets(secret)
    timestamp, signatures = _read_header(header or "")
    if not signatures:
        raise WebhookRefused("SIGNATURE_MISSING")
    age = int(time.time() if now is None else now) - timestamp
    if age > TOLERANCE:
        raise WebhookRefused("TIMESTAMP_TOO_OLD")
    if age < -TOLERANCE:
        raise WebhookRefused("TIMESTAMP_TOO_NEW")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{timestamp}.".encode() + raw
    expected = [hmac.new(each.encode(), signed, hashlib.sha256).digest() for each in secrets]
    if not any(hmac.compare_digest(right, given) for right in expected for given in signatures):
        raise WebhookRefused("SIGNATURE_WRONG")
    try:
        event: WebhookEvent = json.loads(raw)
    except ValueError:
        # The service signs nothing but events.
        raise WebhookRefused("BODY_MALFORMED") from None
    return event


def status_of_refusal(refused: WebhookRefused) -> int:
    """The status to refuse a request with: 400 when it cannot be read, 401 when it is not believed."""
    return 400 if refused.reason in ("SIGNATURE_MALFORMED", "BODY_MALFORMED") else 401


# What the helpers for frameworks read of a body, in bytes: events are far smaller.
MAX_BODY = 1_048_576


def read_secrets(secret: Union[str, Sequence[str]]) -> list[str]:
    secrets = [secret] if isinstance(secret, str) else list(secret or [])
    form = re.compile(r"whsec_\S+")
    if not secrets or not all(isinstance(each, str) and form.fullmatch(each) for each in secrets):
        raise ValueError("The signing secret is missing, or is not the whole text that begins with whsec_.")
    return secrets


def _read_header(header: str) -> tuple[int, list[bytes]]:
    parts = [part.strip().partition("=") for part in header.split(",")]
    timestamps = [value for name, _, value in parts if name == "t"]
    if len(timestamps) != 1 or not re.fullmatch(r"[0-9]{1,12}", timestamps[0]):
        raise WebhookRefused("SIGNATURE_MALFORMED")
    form = re.compile(r"[0-9a-fA-F]{64}")
    signatures = [value for name, _, value in parts if name == "v1" and form.fullmatch(value)]
    return int(timestamps[0]), [bytes.fromhex(value) for value in signatures]
