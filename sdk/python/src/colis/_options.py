"""What a single call may change."""

from __future__ import annotations

from typing import Literal, TypedDict


class CallOptions(TypedDict, total=False):
    """Of every call: see the settings of the client."""

    language: str
    timeout: float
    max_retries: int


class KeyedOptions(CallOptions, total=False):
    """Of a call that takes an Idempotency-Key: 8 to 100 letters, digits, - and _. Default: a random one."""

    idempotency_key: str


PhotoContentType = Literal["image/jpeg", "image/png", "image/webp"]
