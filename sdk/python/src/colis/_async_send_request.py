"""Requests by httpx, for programs that wait for many things at once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Mapping, Optional

from ._errors import ColisError
from ._requests import Headers, Prepared, Requests, connection_failed, timed_out

if TYPE_CHECKING:
    from ._options import KeyedOptions


class AsyncSender(Requests):
    """Sends requests with the key of a shop and returns the body of the answer."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        language: Optional[str],
        timeout: float,
        max_retries: int,
        sleep: Callable[[float], Awaitable[None]],
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
        try:
            import httpx
        except ImportError:
            raise ImportError("AsyncColis needs httpx: pip install httpx") from None
        self._sleep = sleep
        # The one time-out is kept here, over everything together.
        self._http = httpx.AsyncClient(timeout=None, follow_redirects=False)

    async def send(
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
        return await self._repeat(
            self.prepare(
                method, path, options, query=query, body=body, repeatable=repeatable, takes_key=takes_key
            )
        )

    async def upload(self, url: str, headers: Mapping[str, str], data: bytes, options: KeyedOptions) -> None:
        """Sends bytes to another address."""
        await self._repeat(self.prepare_upload(url, headers, data, options))

    async def close(self) -> None:
        """Closes the connections that are kept open."""
        await self._http.aclose()

    async def _repeat(self, prepared: Prepared) -> Any:
        retries = 0
        while True:
            try:
                return self.answer(prepared, *await self._attempt(prepared))
            except ColisError as error:
                delay = self.wait_after(prepared, error, retries)
            if delay is None:
                return None
            await self._sleep(delay)
            retries += 1

    async def _attempt(self, prepared: Prepared) -> tuple[int, Headers, bytes]:
        """One request and its whole answer, within the time-out."""
        import httpx

        sending = self._http.request(
            prepared.method, prepared.url, headers=prepared.headers, content=prepared.data
        )
        try:
            response = await asyncio.wait_for(sending, prepared.settings["timeout"])
        except asyncio.TimeoutError as error:
            raise timed_out(prepared) from error
        except (httpx.HTTPError, OSError) as error:
            raise connection_failed(prepared, error) from error
        return response.status_code, response.headers, response.content
