import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of a shop on this machine, without TLS: for services with WEBHOOK_ALLOW_INSECURE. */
export type PlainHook = {
  /** An address of it that no other has. */
  newUrl(): string
  received: { url: string; headers: IncomingHttpHeaders; body: string }[]
  /** What it does from now on; by default it responds with 200 and `ok`. */
  answering: (response: ServerResponse) => unknown
  close(): Promise<void>
}

export async function openPlainHook(): Promise<PlainHook> {
  let paths = 0
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    hook.received.push({ url: request.url ?? '', headers: request.headers, body })
    hook.answering(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const hook: PlainHook = {
    newUrl: () => `http://127.0.0.1:${port}/hook/${++paths}`,
    received: [],
    answering: (response) => response.writeHead(200).end('ok'),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return hook
}
