"""When a request is sent again."""

from __future__ import annotations

import email.utils
import math
import re
from typing import Optional

from ._errors import ColisError

# Seconds before the first retry, doubled for each further one, and the most there can be.
FIRST_BACK_OFF = 0.5
MAX_BACK_OFF = 8.0

# What asks for more seconds than this is not waited for.
MAX_RETRY_AFTER = 60

DATE = re.compile(r"[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT")


def retry_delay(error: ColisError, *, repeatable: bool, retries: int, chance: float) -> Optional[float]:
    """
    Seconds to wait before a request is sent again, None when it must not be. One that may have had an effect is sent
    again only if it is `repeatable`; 429 says that it had none. `retries` is how many there were, `chance` a number
    from 0 to 1.
    """
    unanswered = error.code in ("CONNECTION_FAILED", "TIMED_OUT")
    may_help = unanswered or error.status == 408 or error.status >= 500
    if error.status != 429 and not (repeatable and may_help):
        return None
    if error.retry_after is None:
        return min(FIRST_BACK_OFF * 2.0**retries, MAX_BACK_OFF) * (0.5 + chance / 2)
    return None if error.retry_after > MAX_RETRY_AFTER else float(error.retry_after)


def read_retry_after(header: Optional[str], now: float) -> Optional[int]:
    """Seconds that a Retry-After asks for, as digits or as a date; None when it is neither."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", header):
        return int(header)
    if not DATE.fullmatch(header):
        return None
    try:
        at = email.utils.parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0, math.ceil(at.timestamp() - now))
