import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a provider's API gets it. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are whatever a provider documents
export type ApiRequest = { call: string; headers: IncomingHttpHeaders; json: any }

export type ApiResponse = { status: number; json?: unknown; headers?: Record<string, string> }

/**
 * What goes wrong with a request: an answer in place of the API's, which does nothing; the connection breaks before the
 * API has acted, or after; it acts and its answer never ends, is no JSON, or is far too long.
 */
export type Fault = ApiResponse | 'LOST_BEFORE' | 'LOST_AFTER' | 'SLOW' | 'GARBLED' | 'HUGE'

export type ApiServer = {
  url: string
  asked: ApiRequest[]
  /** The next request that matches goes wrong. */
  failing(match: RegExp, fault: Fault): void
  /** How many requests matched. */
  count(match: RegExp): number
  close(): Promise<void>
}

/** An HTTP API on this machine that answers as `answer` says; `call` is like `POST /v1/payout`. */
export async function openApiServer(answer: (request: ApiRequest) => ApiResponse): Promise<ApiServer> {
  const faults: { match: RegExp; fault: Fault }[] = []
  const sockets = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const asked = {
        call: `${request.method} ${request.url}`,
        headers: request.headers,
        json: text === '' ? undefined : JSON.parse(text),
      }
      server.asked.push(asked)
      const at = faults.findIndex(({ match }) => match.test(asked.call))
      const [failing] = at < 0 ? [] : faults.splice(at, 1)
      respond(response, failing?.fault, () => answer(asked))
    })
  })
  sockets.listen(0, '127.0.0.1')
  await once(sockets, 'listening')
  const server: ApiServer = {
    url: `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`,
    asked: [],
    failing: (match, fault) => void faults.push({ match, fault }),
    count: (match) => server.asked.filter(({ call }) => match.test(call)).length,
    close: async () => {
      sockets.closeAllConnections()
      await new Promise((closed) => sockets.close(closed))
    },
  }
  return server
}

function respond(response: ServerResponse, fault: Fault | undefined, act: () => ApiResponse): void {
  if (fault === 'LOST_BEFORE') return void response.socket?.destroy()
  const { status, json, headers } = typeof fault === 'object' ? fault : act()
  if (fault === 'LOST_AFTER') return void response.socket?.destroy()
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  const text = json === undefined ? '' : JSON.stringify(json)
  if (fault === 'SLOW') return void response.write(text.slice(0, 1) || ' ')
  if (fault === 'GARBLED') return void response.end('<html>Bad gateway')
  if (fault === 'HUGE') return void response.end(JSON.stringify({ padding: 'x'.repeat(600_000) }))
  response.end(text)
}
