"""Requests to the service: built, judged by their answers, and said when they are sent again; how is not known here."""

from __future__ import annotations

import json
import re
import uuid
from typing import TYPE_CHECKING, Any, Callable, Mapping, NamedTuple, Optional, Protocol
from urllib import parse

from ._errors import ColisError, new_error
from ._retry_delay import read_retry_after, retry_delay

if TYPE_CHECKING:
    from ._options import KeyedOptions

VERSION = "0.1.0"


class Headers(Protocol):
    """Headers of an answer, whatever their case."""

    def get(self, name: str, /) -> Optional[str]: ...


class Prepared(NamedTuple):
    """A request that can be sent, and sent again."""

    method: str
    url: str
    headers: dict[str, str]
    data: Optional[bytes]
    settings: KeyedOptions
    repeatable: bool
    read: Callable[[int, Headers, bytes], Any]


class Requests:
    """Builds requests with the key of a shop."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        language: Optional[str],
        timeout: float,
        max_retries: int,
        clock: Callable[[], float],
        chance: Callable[[], float],
    ) -> None:
        self._api_key = _checked(api_key, r"[\x21-\x7e]+", "api_key is missing, or is not an API key.")
        self._api = f"{_read_base_url(base_url)}/api/v1/partner"
        self._defaults: KeyedOptions = {"timeout": timeout, "max_retries": max_retries}
        if language is not None:
            self._defaults["language"] = language
        self._clock, self._chance = clock, chance

    def prepare(
        self,
        method: str,
        path: tuple[str, ...],
        options: KeyedOptions,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        repeatable: bool = False,
        takes_key: bool = False,
    ) -> Prepared:
        """
        A request that is sent again where that may help: a read, what is `repeatable`, and what takes an Idempotency-Key.
        The parts of `path` are not escaped yet.
        """
        settings = self._settings_of(options, takes_key)
        headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self._api_key}",
            "User-Agent": f"colis-sdk-python/{VERSION}",
        }
        language = settings.get("language")
        if language is not None:
            refusal = "The language must be fr or en."
            headers["Accept-Language"] = _checked(language, r"[A-Za-z0-9*,;=. -]+", refusal)
        if takes_key:
            headers["Idempotency-Key"] = _read_key(settings.get("idempotency_key"))
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        url = f"{self._api}/{'/'.join(map(_escaped, path))}{_query_of(query)}"
        may_repeat = method == "GET" or repeatable or takes_key
        return Prepared(method, url, headers, data, settings, may_repeat, _body_of)

    def prepare_upload(
        self, url: str, headers: Mapping[str, str], data: bytes, options: KeyedOptions
    ) -> Prepared:
        """Bytes for another address, which must not learn the key."""
        settings = self._settings_of(options)
        return Prepared("PUT", url, dict(headers), data, settings, True, lambda _status, _headers, _text: None)

    def answer(self, prepared: Prepared, status: int, headers: Headers, text: bytes) -> Any:
        """What a call returns. Raises ColisError."""
        if 200 <= status < 300:
            return prepared.read(status, headers, text)
        raise _error_of(status, headers, text, self._clock())

    def wait_after(self, prepared: Prepared, error: ColisError, retries: int) -> Optional[float]:
        """
        Seconds to wait before the request is sent again; None when there is nothing left to do, since the attempt whose
        answer was lost has removed it. Raises the error when it must not be sent again.
        """
        if prepared.method == "DELETE" and retries > 0 and error.status == 404:
            return None
        chance = self._chance()
        delay = retry_delay(error, repeatable=prepared.repeatable, retries=retries, chance=chance)
        if delay is None or retries >= prepared.settings["max_retries"]:
            raise error
        return delay

    def _settings_of(self, options: KeyedOptions, takes_key: bool = False) -> KeyedOptions:
        """A misspelt option would be ignored, and an order sent under a key that nobody knows."""
        known = {"language", "timeout", "max_retries"} | ({"idempotency_key"} if takes_key else set())
        unknown = options.keys() - known
        if unknown:
            raise TypeError(f"This call takes no option {min(unknown)}.")
        return {**self._defaults, **options}


def timed_out(prepared: Prepared) -> ColisError:
    """The error when no answer came in time."""
    return new_error("TIMED_OUT", f"No answer within {prepared.settings['timeout']} s.")


def connection_failed(prepared: Prepared, cause: object) -> ColisError:
    """Names the host and why it could not be reached, and nothing else of the address: one for a photo is a secret."""
    parts = parse.urlsplit(prepared.url)
    origin = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    if re.match(r"fr\b", prepared.settings.get("language") or "", re.IGNORECASE):
        return new_error("CONNECTION_FAILED", f"La connexion à {origin} a échoué : {cause}")
    return new_error("CONNECTION_FAILED", f"The connection to {origin} failed: {cause}")


def _body_of(status: int, headers: Headers, text: bytes) -> Any:
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        raise _unexpected(status, headers, f"HTTP {status} with a body that is not JSON.") from None


def _error_of(status: int, headers: Headers, text: bytes, now: float) -> ColisError:
    if 300 <= status < 400:
        message = "The service answered with a redirect, which is not followed: check base_url."
        return new_error("REDIRECT_REFUSED", message, status=status)
    retry_after = read_retry_after(headers.get("Retry-After"), now) if status in (429, 503) else None
    body = _read_error_body(text)
    if body is None:
        error = _unexpected(status, headers, f"HTTP {status} without an error body of the service.")
        error.retry_after = retry_after
        return error
    details = body.get("details")
    return new_error(
        body["code"],
        body["message"],
        status=status,
        details=details if isinstance(details, dict) else None,
        request_id=headers.get("X-Request-Id"),
        retry_after=retry_after,
    )


def _read_error_body(text: bytes) -> Optional[dict[str, Any]]:
    """The error body of the service (spec section 7), None for anything else."""
    try:
        body = json.loads(text)
    except ValueError:
        return None
    if not isinstance(body, dict):
        return None
    known = isinstance(body.get("code"), str) and isinstance(body.get("message"), str)
    return body if known else None


def _unexpected(status: int, headers: Headers, message: str) -> ColisError:
    return new_error("UNEXPECTED_RESPONSE", message, status=status, request_id=headers.get("X-Request-Id"))


def _read_base_url(text: str) -> str:
    refusal = "base_url must be the address of the service, such as https://sandbox.example."
    url = parse.urlsplit(_checked(text, r"https?://[^\s@?#\\]+", refusal))
    return f"{url.scheme}://{url.netloc}{url.path.rstrip('/')}".removesuffix("/api/v1/partner")


def _read_key(key: Optional[str]) -> str:
    refusal = "An idempotency_key has 8 to 100 letters, digits, - and _."
    return _checked(str(uuid.uuid4()) if key is None else key, r"[A-Za-z0-9_-]{8,100}", refusal)


def _escaped(part: str) -> str:
    """A part of a path. `.` and `..` would name another operation, however they are escaped."""
    form = r"(?!\.\.?\Z)[^\x00-\x1f\x7f-\x9f\ud800-\udfff]+"
    return parse.quote(_checked(part, form, "This is not an identifier."), safe="")


def _checked(text: object, form: str, refusal: str) -> str:
    """What could change the request into another one is refused before it is sent."""
    if not isinstance(text, str) or not re.fullmatch(form, text):
        raise ValueError(refusal)
    return text


def _query_of(query: Optional[Mapping[str, Any]]) -> str:
    """Lists are comma-separated, as the service takes them."""
    given = {name: _query_value(value) for name, value in (query or {}).items() if value is not None}
    return f"?{parse.urlencode(given)}" if given else ""


def _query_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(_query_value, value))
    return str(value)
