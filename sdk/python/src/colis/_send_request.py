"""Requests by the standard library alone."""

from __future__ import annotations

import http.client
import time
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional
from urllib import request as urllib_request

from ._errors import ColisError
from ._requests import Prepared, Requests, connection_failed, timed_out

if TYPE_CHECKING:
    from ._options import KeyedOptions


class Sender(Requests):
    """Sends requests with the key of a shop and returns the body of the answer."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        language: Optional[str],
        timeout: float,
        max_retries: int,
        sleep: Callable[[float], None],
        clock: Callable[[], float],
        chance: Callable[[], float],
    ) -> None:
        super().__init__(
            api_key=api_key,
            base_url=base_url,
            language=language,
            timeout=timeout,
            max_retries=max_retries,
            clock=clock,
            chance=chance,
        )
        self._sleep = sleep
        # Without a handler of redirects none is followed; without one of errors every answer is returned.
        self._opener = urllib_request.OpenerDirector()
        for handler in (
            urllib_request.ProxyHandler(),
            urllib_request.HTTPHandler(),
            urllib_request.HTTPSHandler(),
            urllib_request.UnknownHandler(),
        ):
            self._opener.add_handler(handler)

    def send(
        self,
        method: str,
        path: tuple[str, ...],
        options: KeyedOptions,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        repeatable: bool = False,
        takes_key: bool = False,
    ) -> Any:
        """Sends a request, again where that may help."""
        return self._repeat(
            self.prepare(
                method, path, options, query=query, body=body, repeatable=repeatable, takes_key=takes_key
            )
        )

    def upload(self, url: str, headers: Mapping[str, str], data: bytes, options: KeyedOptions) -> None:
        """Sends bytes to another address."""
        self._repeat(self.prepare_upload(url, headers, data, options))

    def _repeat(self, prepared: Prepared) -> Any:
        retries = 0
        while True:
            try:
                return self.answer(prepared, *self._attempt(prepared))
            except ColisError as error:
                delay = self.wait_after(prepared, error, retries)
            if delay is None:
                return None
            self._sleep(delay)
            retries += 1

    def _attempt(self, prepared: Prepared) -> tuple[int, http.client.HTTPMessage, bytes]:
        """One request and its whole answer, within the time-out."""
        timeout = prepared.settings["timeout"]
        sent = urllib_request.Request(
            prepared.url, data=prepared.data, headers=prepared.headers, method=prepared.method
        )
        ends = time.monotonic() + timeout
        try:
            with self._opener.open(sent, timeout=timeout) as response:
                return response.status, response.headers, _read_body(response, ends)
        except (OSError, http.client.HTTPException) as error:
            cause = getattr(error, "reason", error)
            if isinstance(cause, TimeoutError) or "timed out" in str(cause):
                raise timed_out(prepared) from error
            raise connection_failed(prepared, cause) from error


def _read_body(response: http.client.HTTPResponse, ends: float) -> bytes:
    length = response.length
    body = b""
    while length is None or len(body) < length:
        chunk = response.read1(65_536)
        if not chunk:
            break
        body += chunk
        if time.monotonic() > ends:
            raise TimeoutError("timed out")
    if length is not None and len(body) < length:
        raise http.client.IncompleteRead(body, length - len(body))
    return body
