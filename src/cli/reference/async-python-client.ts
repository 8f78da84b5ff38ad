/**
 * `sdk/python/src/colis/_async_client.py`, made from the client that waits: the same operations with the same
 * names, so that none is forgotten in either.
 */
export function asyncPythonClient(client: string): string {
  return rewritings.reduce((text, [form, by]) => text.replace(form, by), client)
}

/** What differs in a client that does not hold up others while it waits. */
const rewritings: [RegExp, string][] = [
  [
    /^"""The partner API, one method for each operation\."""\n/,
    `# Written by \`npm run docs\` from _client.py; a test holds it true.
"""The partner API for asyncio."""
`,
  ],
  [/^import random$/m, 'import asyncio\nimport random'],
  [/\bCallable, Iterator, Optional\b/, 'AsyncIterator, Awaitable, Callable, Optional'],
  [/^from \._send_request import Sender$/m, 'from ._async_send_request import AsyncSender'],
  [/^class Colis:$/m, 'class AsyncColis:'],
  [
    /\bThe partner API of Colis\. A call ([\s\S]*?)One client may be used by several threads\.\n/,
    `For asyncio, with httpx. A call $1Use one client for as long as your
    program runs, and close it with \`aclose()\` or \`async with\`.
`,
  ],
  [/Callable\[\[float\], None\] = time\.sleep/, 'Callable[[float], Awaitable[None]] = asyncio.sleep'],
  [/= Sender\(/, '= AsyncSender('],
  [/-> Iterator\[/g, '-> AsyncIterator['],
  [/^ {4}def (?!__init__)/gm, '    async def '],
  [/\bself\.(_(?:get|post|patch|remove)|list_\w+|create_parcel_photo_upload)\(/g, 'await self.$1('],
  [/\bself\._sender\.(send|upload)\(/g, 'await self._sender.$1('],
  [/\bfor (\w+) in self\.each_/g, 'async for $1 in self.each_'],
  [/^( +)yield from (.+)$/gm, '$1for each in $2:\n$1    yield each'],
  [
    /^ {4}async def get_shop\(/m,
    `    async def aclose(self) -> None:
        """Closes the connections that are kept open."""
        await self._sender.close()

    async def __aenter__(self) -> AsyncColis:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def get_shop(`,
  ],
]
